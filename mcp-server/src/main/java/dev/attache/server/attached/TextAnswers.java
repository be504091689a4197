package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.delivery.DedupRules;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.DedupSettings.Deltas;
import dev.attache.delivery.form.TextHead;
import dev.attache.delivery.page.PageLimit;
import dev.attache.delivery.page.PagedText;
import dev.attache.delivery.page.PagedText.Page;
import dev.attache.delivery.page.WantedLines;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.server.attached.RefreshArguments.Known;
import dev.attache.support.text.LineDiff;
import dev.attache.support.text.Sanitizer;
import dev.attache.support.text.UnifiedDiff;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which tools return a text: whole, as a page, as a diff or as a line. Lines and diffs
 * are relative to the version that the model names, or else to the one that a tool of the session
 * has returned whole, in one page. Thread-safe.
 */
final class TextAnswers {

  /** The size above which texts are not compared. */
  private static final long MOST_BYTES_OF_DIFFS = 2 << 20;

  private static final int MOST_LINES_OF_DIFFS = 50_000;
  private static final String UNCHANGED = ": unchanged.";
  private static final String DIFF = "text/x-diff";
  private static final String PLAIN = "text/plain";

  private final Conversation conversation;
  private final ReturnedTexts returned = new ReturnedTexts();

  TextAnswers(Conversation conversation) {
    this.conversation = conversation;
  }

  /**
   * An answer.
   *
   * @param response the response for the model
   * @param sent the action to run when the client gets it
   */
  record Answer(ToolResponse response, Runnable sent) {

    static Answer of(ToolResponse response) {
      return new Answer(response, () -> {});
    }
  }

  /**
   * Returns the answer to a call.
   *
   * @param read the response of the tool
   * @param wanted the arguments of the call
   * @param isOfSession true if the call belongs to a session, whose results the model has
   */
  Answer of(ToolResponse read, RefreshArguments wanted, PageLimit limit, boolean isOfSession)
      throws IOException {
    long resources = read.content().stream().filter(DeliveredBlock.class::isInstance).count();
    if (read.isError() || resources == 0) {
      return Answer.of(read);
    }
    if (resources > 1 && wanted.lines() != null) {
      return Answer.of(
          invalid("The argument lines is for one resource; call the tool for each of them."));
    }
    var call = new Call(read, wanted, isOfSession && areApart(read), resources > 1, limit);
    for (ContentBlock block : read.content()) {
      if (block instanceof DeliveredBlock resource) {
        call.add(resource);
        ToolResponse problem = call.problem;
        if (problem != null) {
          return Answer.of(problem);
        }
      } else {
        call.content.add(block);
      }
    }
    return new Answer(
        new ToolResponse(call.content, false, read.meta()), () -> call.sent.forEach(Runnable::run));
  }

  /** Tests whether all resources of a response have different URIs. */
  private static boolean areApart(ToolResponse read) {
    var uris = new HashSet<ResourceUri>();
    return read.content().stream()
        .filter(DeliveredBlock.class::isInstance)
        .allMatch(each -> uris.add(((DeliveredBlock) each).resource().uri()));
  }

  private static ToolResponse invalid(String text) {
    return ToolResponse.failure("invalid-arguments", text, false);
  }

  /** A builder of one answer. */
  private final class Call {

    private final List<ContentBlock> content = new ArrayList<>();
    private final List<Runnable> sent = new ArrayList<>();
    private final @Nullable Object address;
    private final RefreshArguments wanted;
    private final boolean isOfSession;
    private final boolean isOfSeveral;
    private final DedupRules rules;
    private final boolean hasDiffs;
    private final int number = returned.begin();
    private PageLimit left; // after the blocks so far
    private @Nullable ToolResponse problem;

    Call(
        ToolResponse read,
        RefreshArguments wanted,
        boolean isOfSession,
        boolean isOfSeveral,
        PageLimit limit)
        throws StoreException {
      DedupSettings settings = conversation.dedup(conversation.summary());
      this.address = read.meta().get(ToolResult.ADDRESS);
      this.wanted = wanted;
      this.rules = settings.rulesFor(SourceNames.ofTool(SourceNames.REFRESH_TOOL));
      this.hasDiffs = rules.isEnabled() && settings.deltas() != Deltas.OFF;
      this.isOfSession = isOfSession && rules.isEnabled();
      this.isOfSeveral = isOfSeveral;
      this.left = limit;
    }

    void add(DeliveredBlock block) throws IOException {
      ContentDigest digest = block.shown().digest();
      Known known = wanted.isForced() ? null : wanted.known();
      if (known != null && known.isOf(digest)) {
        line(TextHead.of(block) + UNCHANGED);
        return;
      }
      if (isOfSeveral) {
        known = null; // it is another one's
      }
      if (!block.shown().isText()) {
        if (wanted.lines() != null) {
          problem = invalid(label(block) + " is not text, so it has no lines.");
        }
        content.add(block);
        return;
      }
      addText(block, digest, known);
    }

    private void addText(DeliveredBlock block, ContentDigest digest, @Nullable Known known)
        throws IOException {
      ReturnedTexts.Key key = key(block);
      boolean isPlain = !wanted.isForced() && wanted.lines() == null;
      boolean isUnchanged = isPlain && known == null && isOfSession && returned.isLast(key, digest);
      boolean isSmall = block.shown().size() <= rules.minBytes();
      boolean isAskedAgain = returned.isAskedAgain(key, digest, number);
      if (isUnchanged && !isSmall && !isAskedAgain) {
        line(unchanged(block, digest) + "; call with force=true if you do not have it.");
        sent.add(() -> returned.gotReference(key, digest, number));
        return;
      }
      Text base =
          !isPlain || !hasDiffs || isUnchanged
              ? null
              : known != null
                  ? base(known, block)
                  : isOfSession && !isAskedAgain ? returned.whole(key) : null;
      String diff = base == null ? null : diff(block, base, known != null);
      if (diff != null) {
        text(diff, DIFF);
        if (known == null) {
          sent.add(() -> returned.gotReference(key, digest, number));
        } else {
          got(key, digest, false);
        }
        return;
      }
      if (isUnchanged && isSmall) { // small enough that the line takes no room from it
        content.add(TextBlock.of(unchanged(block, digest) + ":"));
      }
      addPage(block, key, known);
    }

    private String unchanged(DeliveredBlock block, ContentDigest digest) {
      return label(block)
          + " is unchanged since I returned it in this session (sha256:"
          + digest.shortForm()
          + ")";
    }

    private void addPage(DeliveredBlock block, ReturnedTexts.Key key, @Nullable Known known)
        throws IOException {
      WantedLines asked = wanted.lines() == null ? WantedLines.ALL : wanted.lines();
      PagedText text = PagedText.of(block.shown());
      Page page = text.page(asked, left);
      if (page == null) {
        problem = invalid(text.beyond(asked, label(block)));
        return;
      }
      if (!page.isWhole() && isOfSeveral) {
        line(
            label(block)
                + " is not included, to keep this answer short; call refresh_resource for it.");
        return;
      }
      if (page.isWhole()) {
        content.add(block);
        left = PagedText.rest(left, page.text());
        returned.keep(page.text());
        got(key, page.text().digest(), true);
      } else if (known != null && known.isOf(page.text().digest())) {
        line((page.head(label(block)) + UNCHANGED + " " + page.more()).stripTrailing());
      } else {
        text(page.shown(label(block)), PLAIN);
        got(key, block.shown().digest(), false);
      }
    }

    private void got(ReturnedTexts.Key key, ContentDigest digest, boolean isWhole) {
      if (isOfSession) {
        sent.add(
            isWhole ? () -> returned.gotWhole(key, digest) : () -> returned.gotPart(key, digest));
      }
    }

    private void line(String line) {
      text(line, null);
    }

    private void text(String text, @Nullable String mimeType) {
      Text added = Text.of(text);
      content.add(new TextBlock(added, mimeType, null));
      left = PagedText.rest(left, added);
    }

    private ReturnedTexts.Key key(DeliveredBlock block) {
      String uri = block.resource().uri().value();
      return new ReturnedTexts.Key(uri, address == null ? uri : String.valueOf(address));
    }

    /** The diff that leads from a text to a resource; null if it is not shorter. */
    private @Nullable String diff(DeliveredBlock block, Text base, boolean isNamed)
        throws IOException {
      ResourceContent now = block.shown();
      if (base.digest().equals(now.digest())
          || Math.max(base.size(), now.size()) > MOST_BYTES_OF_DIFFS) {
        return null;
      }
      String after = read(now);
      if (Math.max(lineEnds(base.value()), lineEnds(after)) > MOST_LINES_OF_DIFFS) {
        return null;
      }
      String diff =
          label(block)
              + (isNamed ? " has changed." : " has changed since I returned it in this session.")
              + " Unified diff from sha256:"
              + base.digest().shortForm()
              + " to sha256:"
              + now.digest().shortForm()
              + "; call with force=true for all of it:\n"
              + String.join("\n", UnifiedDiff.of(LineDiff.of(base.value(), after)))
              + "\n";
      Text text = Text.of(diff);
      Page page = PagedText.of(text).page(WantedLines.ALL, left);
      boolean isShort = page != null && page.isWhole() && text.size() < now.size();
      return isShort ? diff : null;
    }
  }

  private String label(DeliveredBlock block) {
    return Sanitizer.sanitizeLine(conversation.names().shown(block.label()));
  }

  private static long lineEnds(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private static String read(ResourceContent text) throws IOException {
    try (InputStream in = text.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns the version that a model names; null if it is not kept. */
  private @Nullable Text base(Known known, DeliveredBlock block) throws IOException {
    Text kept = returned.kept(known);
    return kept == null ? attached(known, block.resource().uri()) : kept;
  }

  private @Nullable Text attached(Known known, ResourceUri uri) throws IOException {
    for (AttachmentState state : conversation.log().attachments()) {
      Attachment attachment = state.attachment();
      ResourceContent shown =
          attachment.formatted() == null
              ? attachment.snapshot().resource().content()
              : attachment.formatted();
      if (attachment.snapshot().resource().uri().equals(uri)
          && shown.isText()
          && shown.size() <= MOST_BYTES_OF_DIFFS
          && known.isOf(shown.digest())) {
        return Text.of(read(shown));
      }
    }
    return null;
  }
}
