package dev.attache.delivery.form;

import dev.attache.delivery.Channel;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.EventStream;
import dev.attache.history.TextForm;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.json.JsonLines;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of requests for models that are fed text. The same history gives the same bytes, and
 * after one more turn those bytes and more.
 *
 * <p>Contents go from the store to the stream in pieces. What stands between two tags is read, and
 * so verified, before its start tag is written; after an {@link IOException} the end tag is
 * missing. Thread-safe.
 */
public final class PromptText {

  private PromptText() {}

  /**
   * Writes what the user sends in one turn: what is attached, then the notices, then the text.
   *
   * @param request a turn of a history
   * @param out where it goes, in UTF-8; not closed
   * @throws IOException if a content cannot be read, or nothing can be written
   */
  public static void writeRequest(Request request, OutputStream out) throws IOException {
    writeLines(PromptParts.of(request, RequestView.AS_RECORDED), out);
  }

  /**
   * Writes what a model gets as the result of a tool call: that it failed, if it did, and the
   * blocks, on lines of their own.
   *
   * @param result a result of a history
   * @param out where it goes, in UTF-8; not closed
   * @throws IOException if a content cannot be read, or nothing can be written
   */
  public static void writeResult(ToolResult result, OutputStream out) throws IOException {
    PromptPart blocks = PromptParts.of(result, RequestView.AS_RECORDED);
    writeLines(
        result.response().isError()
            ? PromptPart.lines(List.of(PromptPart.line(failed(result)), blocks))
            : blocks,
        out);
  }

  /**
   * Writes what a person sees of an answer that is in no conversation: all blocks, those for the
   * user only, too.
   *
   * @param response the answer of a tool
   * @param out where it goes, in UTF-8; not closed
   * @throws IOException if a content cannot be read, or nothing can be written
   */
  public static void writeResponse(ToolResponse response, OutputStream out) throws IOException {
    writeLines(PromptParts.of(response), out);
  }

  private static String failed(ToolResult result) {
    return result.response().error().isTransient()
        ? "[the tool failed, another try may succeed]"
        : "[the tool failed]";
  }

  /**
   * Writes the request that a whole conversation comes to: {@code <user turn="0">}, {@code
   * <assistant turn="0">}, {@code <tool-call turn="0" id="…" name="…">} and {@code <tool-result
   * turn="0" id="…" name="…" isError="true">}, one element for each event that is for models.
   *
   * @param log the history, read twice
   * @param out where it goes, in UTF-8; not closed
   * @return what of it is lost or damaged in the store, a line each
   * @throws IOException if the history cannot be read, or nothing can be written
   */
  public static List<String> writeConversation(ConversationLog log, OutputStream out)
      throws IOException {
    return writeConversation(log, null, out);
  }

  /**
   * Writes the same with all texts in one form, whatever was recorded.
   *
   * @param log the history, read twice
   * @param form null for what was recorded
   * @param out where it goes, in UTF-8; not closed
   * @return what of it is lost or damaged in the store, a line each
   * @throws IOException if the history cannot be read, or nothing can be written
   */
  public static List<String> writeConversation(
      ConversationLog log, @Nullable TextForm form, OutputStream out) throws IOException {
    WholeRequest whole;
    try (EventStream events = log.oldestFirst()) {
      whole = WholeRequest.read(events, Channel.TEXT);
    }
    var view = new SoundView(form == null ? whole : whole.in(form));
    try (EventStream events = log.oldestFirst()) {
      for (int i = 0; i < whole.events(); i++) {
        ConversationEvent event = events.next();
        for (ConversationEvent part : parts(event)) {
          PromptElement element = element(part, view);
          if (element != null) {
            element.writeTo(out);
            out.write('\n');
          }
        }
      }
    }
    return view.lost();
  }

  private static List<ConversationEvent> parts(@Nullable ConversationEvent event) {
    if (event == null) {
      return List.of();
    }
    return event instanceof ModelAnswer answer ? answer.parts() : List.of(event);
  }

  private static void writeLines(PromptPart part, OutputStream out) throws IOException {
    var lines = new LineEndStream(out);
    part.writeTo(lines);
    lines.endLine();
  }

  private static @Nullable PromptElement element(ConversationEvent event, RequestView view)
      throws IOException {
    if (event instanceof Request request) {
      if (request.request().author() == Author.TOOL) {
        return null; // what a model attached itself is in the result of its call
      }
      return named("user", event).around(PromptParts.of(request, view));
    } else if (event instanceof Response response) {
      return named("assistant", event).around(PromptPart.of(response.text()));
    } else if (event instanceof ToolCall call) {
      return named("tool-call", event)
          .attribute("id", call.id())
          .attribute("name", call.name())
          .around(PromptPart.of(JsonLines.text(call.arguments())));
    } else if (event instanceof ToolResult result) {
      return named("tool-result", event)
          .attribute("id", result.id())
          .attribute("name", result.name())
          .attribute("isError", result.response().isError() ? "true" : null)
          .around(PromptParts.of(result, view));
    }
    return null;
  }

  private static PromptElement.Builder named(String tag, ConversationEvent event) {
    return PromptElement.named(tag).attribute("turn", Integer.toString(event.turn()));
  }

  /** A stream that knows whether its last line has an end. */
  private static final class LineEndStream extends FilterOutputStream {

    private int last = '\n';

    LineEndStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      last = b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      last = length == 0 ? last : bytes[offset + length - 1];
    }

    /** Ends the line, unless it has an end. */
    void endLine() throws IOException {
      if (last != '\n') {
        write('\n');
      }
    }
  }
}
