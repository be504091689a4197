package dev.attache.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.delivery.ReferenceTargets;
import dev.attache.delivery.page.WantedLines;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.history.SourceNames;
import dev.attache.history.TextForm;
import dev.attache.model.CallName;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ContentBlockJson;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.TerminalText;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limit of the output of a tool that reaches the model. Of a longer output the model gets head
 * and tail, with a line in between that says what is missing; the history has the whole, under the
 * URI of the resource or one that begins with {@value #SCHEME}. Texts are as a terminal shows them.
 * Immutable.
 *
 * @param tokens the size of an output, nearly
 * @param isReadable true if the model can read the rest by {@code refresh_resource}
 */
public record ToolOutputLimit(int tokens, boolean isReadable) {

  /** The scheme of outputs without a URI of their own. */
  public static final String SCHEME = "tool-output:";

  /** The default limit in tokens. */
  public static final int USUAL_TOKENS = 10_000;

  /** The number of blocks after which the rest are joined into one. */
  private static final int MOST_BLOCKS = 32;

  /** The tokens of the line about what is missing, at most. */
  private static final int LINE = 80;

  /**
   * Checks the number.
   *
   * @param tokens the size of an output, nearly
   * @param isReadable true if the model can read the rest
   * @throws IllegalArgumentException if the number is less than 1
   */
  public ToolOutputLimit {
    if (tokens < 1) {
      throw new IllegalArgumentException("tokens (" + tokens + ") must be at least 1");
    }
  }

  /** Returns the uncut resource of a cut block. */
  static DeliveredBlock whole(DeliveredBlock cut) {
    Resource.Builder whole = cut.resource().toBuilder().meta(DeliveredBlock.LIMITED, false);
    return new DeliveredBlock(whole.build(), null, cut.delivery(), cut.form());
  }

  /**
   * {@return an answer within the limit}
   *
   * @param response the response of a tool, with readable contents
   * @param form the form of texts in the conversation
   * @param turn the turn of the call, from 0 on
   * @param call the id of the call
   */
  public ToolResponse of(ToolResponse response, TextForm form, int turn, String call) {
    ToolResponse shown = response.mapped(ToolOutputLimit::shown);
    List<ContentBlock> given = shown.given();
    if (given.stream().mapToLong(ToolOutputLimit::mostTokens).sum() <= tokens
        || given.stream().mapToLong(ToolOutputLimit::tokens).sum() <= tokens) {
      return shown;
    }
    List<ContentBlock> few = joined(given);
    long share = share(few);
    var uris = new Uris(turn, call, form);
    var blocks = new ArrayList<ContentBlock>(few.size());
    for (ContentBlock block : few) {
      blocks.add(tokens(block) <= share ? block : cut(block, share, uris));
    }
    return new ToolResponse(blocks, shown.isError(), shown.meta(), shown.structured());
  }

  private static ContentBlock shown(ContentBlock block) {
    if (block instanceof TextBlock text) {
      String printed = string(text.text());
      String shown = TerminalText.shown(printed);
      return shown.equals(printed)
          ? block
          : new TextBlock(ResourceContent.text(shown), text.mimeType(), text.annotations());
    }
    return block;
  }

  /** Returns an upper bound of the tokens of a block. */
  private static long mostTokens(ContentBlock block) {
    ResourceContent content = content(block);
    return content == null ? 0 : content.size();
  }

  private static long tokens(ContentBlock block) {
    ResourceContent content = content(block);
    if (content == null) {
      return 0;
    }
    String text = string(content);
    return Math.max(text.length() / 8, TokenEstimator.standard().count(text));
  }

  /** Returns the text that a model is given of a block; null if it is given none. */
  private static @Nullable ResourceContent content(ContentBlock block) {
    if (block instanceof TextBlock text) {
      return ReferenceTargets.isForUserOnly(text.annotations()) ? null : text.text();
    } else if (block instanceof ResourceBlock each) {
      ResourceContent formatted = DeliveredBlock.of(each).formatted();
      ResourceContent content = formatted == null ? each.resource().content() : formatted;
      boolean isGiven =
          content.isText() && !ReferenceTargets.isForUserOnly(each.resource().annotations());
      return isGiven ? content : null;
    } else if (block instanceof LinkBlock link) {
      return ResourceContent.text(ContentBlockJson.text(link));
    }
    return null;
  }

  /** Joins neighbouring texts, and all blocks after the first {@value #MOST_BLOCKS}. */
  private static List<ContentBlock> joined(List<ContentBlock> given) {
    var few = new ArrayList<Joined>();
    Joined rest = null;
    for (ContentBlock block : given) {
      boolean isGiven = content(block) != null;
      Joined last = few.isEmpty() ? null : few.get(few.size() - 1);
      if (rest != null && isGiven) {
        rest.add(block);
      } else if (isGiven && block instanceof TextBlock && last != null && last.isText()) {
        last.add(block);
      } else {
        var next = new Joined(block);
        few.add(next);
        rest = isGiven && few.size() > MOST_BLOCKS ? next : rest;
      }
    }
    return few.stream().map(Joined::block).toList();
  }

  /** A block and those joined to it. */
  private static final class Joined {

    private final ContentBlock first;
    private @Nullable StringBuilder all;

    Joined(ContentBlock first) {
      this.first = first;
    }

    boolean isText() {
      return first instanceof TextBlock && content(first) != null;
    }

    void add(ContentBlock block) {
      if (all == null) {
        all = new StringBuilder(text(first));
      }
      all.append(all.length() > 0 && all.charAt(all.length() - 1) == '\n' ? "" : "\n");
      all.append(text(block));
    }

    ContentBlock block() {
      return all == null ? first : TextBlock.of(all.toString());
    }
  }

  private static String text(ContentBlock block) {
    String text = string(content(block));
    return block instanceof ResourceBlock each
        ? each.resource().uri().redacted() + ":\n" + text
        : text;
  }

  /** Returns the limit of each block; small blocks leave more to the others. */
  private long share(List<ContentBlock> blocks) {
    long[] sizes =
        blocks.stream().mapToLong(ToolOutputLimit::tokens).filter(n -> n > 0).sorted().toArray();
    long left = tokens;
    for (int i = 0; i < sizes.length; i++) {
      long share = left / (sizes.length - i);
      if (sizes[i] > share) {
        return share;
      }
      left -= sizes[i];
    }
    return left;
  }

  private ContentBlock cut(ContentBlock block, long share, Uris uris) {
    ResourceContent whole = content(block);
    if (whole == null) {
      return block;
    }
    DeliveredBlock given =
        block instanceof ResourceBlock each ? DeliveredBlock.of(each) : uris.block(block, whole);
    var cut = HeadAndTail.of(string(whole), Math.max(1, share - LINE));
    String head = cut.head();
    String line =
        "["
            + cut.missing()
            + " left out"
            + (isReadable ? how(given.label(), cut.missingLines()) : "")
            + "]\n";
    String formatted = head + (head.endsWith("\n") ? "" : "\n") + line + cut.tail();
    return new DeliveredBlock(
        given.resource().toBuilder().content(whole).meta(DeliveredBlock.LIMITED, true).build(),
        ResourceContent.text(formatted),
        Delivery.FULL,
        given.form());
  }

  private static String how(String label, WantedLines lines) {
    return "; to read on, call "
        + SourceNames.REFRESH_TOOL
        + " with uri \""
        + label
        + "\" and lines \""
        + lines
        + "\"";
  }

  private static String string(@Nullable ResourceContent content) {
    if (content == null) {
      return "";
    } else if (content instanceof Text text) {
      return text.value();
    }
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a tool answers with what is in memory
    }
  }

  /** The URIs of the texts of one call. */
  private static final class Uris {

    private final String first;
    private final TextForm form;
    private int count;

    Uris(int turn, String call, TextForm form) {
      this.first = SCHEME + turn + "/" + CallName.of(call);
      this.form = form;
    }

    /** Returns a text of a tool as a resource. */
    DeliveredBlock block(ContentBlock block, ResourceContent whole) {
      count++;
      TextBlock text = block instanceof TextBlock each ? each : null;
      String mimeType = text == null ? null : text.mimeType();
      var uri = ResourceUri.of(count == 1 ? first : first + "/" + count);
      return new DeliveredBlock(
          Resource.builder(uri, whole)
              .mimeType(mimeType)
              .annotations(text == null ? null : text.annotations())
              .build(),
          null,
          Delivery.FULL,
          new ResourceForm(Naming.URI, mimeType != null, form));
    }
  }
}
