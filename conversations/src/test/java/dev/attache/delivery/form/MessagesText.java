package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.delivery.MemoryLog;
import dev.attache.history.ConversationEvent;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of a history, each part on lines that say all of it. */
public final class MessagesText {

  private final StringBuilder text = new StringBuilder();

  private MessagesText() {}

  public static String of(List<ConversationEvent> events) throws IOException {
    var text = new MessagesText();
    for (RenderedMessage message : ModelMessages.of(new MemoryLog(events)).messages()) {
      text.line(message.role().toString(), String.valueOf(message.turn()));
      for (RenderedPart part : message.parts()) {
        text.add("  ", part);
      }
    }
    return text.text.toString();
  }

  private void add(String indent, RenderedPart part) throws IOException {
    if (part instanceof RenderedPart.Text each) {
      line(indent + "text", place(each.place()), read(each.text()));
    } else if (part instanceof RenderedPart.Resource each) {
      line(
          indent + "resource",
          place(each.place()),
          each.uri(),
          each.label(),
          String.valueOf(each.title()),
          String.valueOf(each.mimeType()),
          each.digest().shortForm(),
          String.valueOf(each.about()));
      line(indent + "  shown", read(each.shown()));
      if (each.formatted() != null) {
        line(indent + "  formatted", read(each.formatted()));
      }
    } else if (part instanceof RenderedPart.Media each) {
      line(
          indent + "media",
          place(each.place()),
          String.valueOf(each.mimeType()),
          each.content().size() + " bytes",
          read(each.shown()));
    } else if (part instanceof RenderedPart.Reference each) {
      line(indent + "reference", place(each.place()), "to " + place(each.target()), each.line());
    } else if (part instanceof RenderedPart.Notice each) {
      line(indent + "notice", place(each.place()), each.line());
    } else if (part instanceof RenderedPart.ToolCall each) {
      line(indent + "call", each.id(), each.name(), each.arguments());
    } else if (part instanceof RenderedPart.ToolResult each) {
      line(indent + "result", each.id(), each.name(), each.isError() ? "error" : "good");
      for (RenderedPart inner : each.content()) {
        add(indent + "  ", inner);
      }
    } else {
      throw new AssertionError(part);
    }
  }

  private void line(String... words) {
    text.append(String.join(" | ", words).replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
  }

  private static String place(@Nullable PartPlace place) {
    return place == null ? "nowhere" : place.turn() + "/" + place.call() + "/" + place.index();
  }

  private static String read(RenderedText text) throws IOException {
    var out = new ByteArrayOutputStream();
    text.writeTo(out);
    return out.toString(UTF_8);
  }
}
