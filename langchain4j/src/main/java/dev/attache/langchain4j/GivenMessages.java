package dev.attache.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.Ladder;
import dev.attache.model.MediaTypes;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a conversation in the words of LangChain4j. What a model takes as a block is an
 * image, a sound or a PDF file after a line that names it; all else is text, and what cannot be
 * given is one line. Blocks of results for which results have no room stand in a message of the
 * user directly after them.
 */
final class GivenMessages {

  private static final String PDF = "application/pdf";

  /** What stands between two texts that become one. */
  private static final String BETWEEN = "\n\n";

  /** What a block costs of which nobody knows it. */
  private static final long BLOCK_TOKENS = 1_000;

  private final Ladder ladder;
  private final List<Given> given = new ArrayList<>();
  private long blockTokens;

  private GivenMessages(Ladder ladder) {
    this.ladder = ladder;
  }

  /**
   * A message that LangChain4j is given.
   *
   * @param message the message
   * @param source what it comes from
   * @param result the result that it is; null if it is none
   * @param isMoved whether it has nothing but blocks of results that stand before it
   * @param blockTokens how many tokens its blocks cost, or so
   */
  record Given(
      ChatMessage message,
      RenderedMessage source,
      RenderedPart.@Nullable ToolResult result,
      boolean isMoved,
      long blockTokens) {}

  /**
   * Returns messages as a model is given them; none for one that says nothing.
   *
   * @throws IOException if a content cannot be read
   */
  static List<Given> of(ModelProfile profile, List<RenderedMessage> messages) throws IOException {
    var all = new GivenMessages(Ladder.of(taken(profile), messages));
    for (RenderedMessage message : messages) {
      switch (message.role()) {
        case USER -> all.addUser(message);
        case ASSISTANT -> all.addAnswer(message);
        case TOOL -> all.addResults(message);
      }
    }
    return all.given;
  }

  /** LangChain4j has no document but PDF files, and its providers take only images in results. */
  private static ModelProfile taken(ModelProfile profile) {
    MediaTypes message = profile.message();
    return new ModelProfile(
        profile.name(),
        profile.wire(),
        profile.version(),
        profile.model(),
        new MediaTypes(
            message.images(),
            message.documents().contains(PDF) ? Set.of(PDF) : Set.of(),
            message.audio()),
        new MediaTypes(profile.toolResult().images(), Set.of(), Set.of()),
        profile.limits(),
        profile.cache(),
        profile.blocks(),
        profile.tokenFactor(),
        profile.features(),
        profile.keyVariable(),
        profile.source());
  }

  private void add(
      ChatMessage message,
      RenderedMessage source,
      RenderedPart.@Nullable ToolResult result,
      boolean isMoved) {
    given.add(new Given(message, source, result, isMoved, blockTokens));
    blockTokens = 0;
  }

  private void addUser(RenderedMessage message) throws IOException {
    List<Content> contents = contents(message.parts());
    if (!contents.isEmpty()) {
      add(UserMessage.from(contents), message, null, false);
    }
  }

  private void addAnswer(RenderedMessage message) throws IOException {
    var calls = new ArrayList<ToolExecutionRequest>();
    AiMessage.Builder answer = AiMessage.builder();
    for (RenderedPart part : message.parts()) {
      if (part instanceof RenderedPart.ToolCall call) {
        calls.add(
            ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(call.arguments())
                .build());
      } else if (part instanceof RenderedPart.Opaque opaque
          && opaque.api().equals(AnswerExtras.API)) {
        AnswerExtras.addTo(answer, opaque.raw());
      }
    }
    List<Content> texts = contents(message.parts());
    if (!texts.isEmpty() || !calls.isEmpty()) {
      if (!texts.isEmpty()) {
        answer.text(((TextContent) texts.get(0)).text());
      }
      answer.toolExecutionRequests(calls);
      add(answer.build(), message, null, false);
    }
  }

  private void addResults(RenderedMessage message) throws IOException {
    var moved = new ArrayList<Content>();
    for (RenderedPart part : message.parts()) {
      if (part instanceof RenderedPart.ToolResult result) {
        List<Content> contents = contents(result.content());
        if (contents.isEmpty()) {
          contents = List.of(TextContent.from("[the tool returned nothing]"));
        }
        var written =
            ToolExecutionResultMessage.builder()
                .id(result.id())
                .toolName(result.name())
                .contents(contents)
                .isError(result.isError())
                .build();
        add(written, message, result, false);
      }
    }
    for (RenderedPart part : message.parts()) {
      if (part instanceof RenderedPart.ToolResult result) {
        addMoved(result, moved);
      }
    }
    if (!moved.isEmpty()) {
      add(UserMessage.from(moved), message, null, true);
    }
  }

  private void addMoved(RenderedPart.ToolResult result, List<Content> moved) throws IOException {
    for (RenderedPart inner : result.content()) {
      if (inner instanceof Deliverable each && ladder.rung(each).isMoved()) {
        Rung rung = ladder.rung(each);
        String of = "of the result of tool call " + result.id();
        moved.add(TextContent.from(Ladder.named(each, rung, of)));
        moved.add(block(rung));
      }
    }
  }

  /** Returns the contents of parts: one text if there are only texts, else each on its own. */
  private List<Content> contents(List<RenderedPart> parts) throws IOException {
    var contents = new ArrayList<Content>();
    var texts = new ArrayList<String>();
    for (RenderedPart part : parts) {
      if (part instanceof Deliverable each && isBlockHere(each)) {
        texts.add(Ladder.named(each, ladder.rung(each), null));
        addText(contents, texts);
        contents.add(block(ladder.rung(each)));
      } else {
        String text = text(part);
        if (!text.isEmpty()) {
          texts.add(text);
        }
      }
    }
    addText(contents, texts);
    return contents;
  }

  private static void addText(List<Content> contents, List<String> texts) {
    if (!texts.isEmpty()) {
      contents.add(TextContent.from(String.join(BETWEEN, texts)));
      texts.clear();
    }
  }

  private boolean isBlockHere(Deliverable part) {
    Rung rung = ladder.rung(part);
    return rung.isBlock() && !rung.isMoved();
  }

  /** Returns what a part says; nothing if it has no words. */
  private String text(RenderedPart part) throws IOException {
    if (part instanceof Deliverable each) {
      Rung rung = ladder.rung(each);
      if (rung.isMoved()) {
        return Ladder.moved(each);
      } else if (rung.as() == As.PLACEHOLDER) {
        return Ladder.placeholder(each, String.valueOf(rung.note()));
      }
      return read(
          each instanceof RenderedPart.Resource resource
              ? resource.shown()
              : RenderedText.of(each.content()));
    } else if (part instanceof RenderedPart.Text text && !RenderedLines.isEmpty(text.text())) {
      return read(text.text());
    } else if (part instanceof RenderedPart.Reference reference) {
      return ladder.line(reference);
    } else if (part instanceof RenderedPart.Notice notice) {
      return notice.line();
    }
    return "";
  }

  private static String read(RenderedText text) throws IOException {
    var out = new ByteArrayOutputStream();
    text.writeTo(out);
    return out.toString(UTF_8);
  }

  private Content block(Rung rung) throws IOException {
    blockTokens += rung.tokens() < 0 ? BLOCK_TOKENS : rung.tokens();
    String base64;
    try (InputStream in = rung.bytes().open()) {
      base64 = Base64.getEncoder().encodeToString(in.readAllBytes());
    }
    return switch (rung.as()) {
      case IMAGE -> ImageContent.from(base64, rung.type(), ImageContent.DetailLevel.AUTO);
      case AUDIO -> AudioContent.from(base64, rung.type());
      default -> PdfFileContent.from(base64, rung.type());
    };
  }
}
