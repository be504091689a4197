package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.OtherBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.support.json.JsonLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a request for one event, part for part, each on lines of its own. */
final class PromptParts {

  private PromptParts() {}

  /** Returns what is attached, then the notices, then what the answer is to be, then the text. */
  static PromptPart of(Request event, RequestView view) throws IOException {
    ChatRequest request = event.request();
    var parts = new ArrayList<PromptPart>();
    for (Attachment each : request.resources()) {
      DeliveryPlace place = DeliveryPlace.ofAttachment(event.turn(), parts.size());
      Shown shown =
          view.shown(place, each.snapshot().resource(), each.formatted(), each.delivery());
      String line = line(shown, each.snapshot().resource(), each.formatted());
      parts.add(
          line == null
              ? ResourceElement.of(each.snapshot(), each.formatted())
              : PromptPart.line(line));
    }
    for (Notice notice : request.notices()) {
      parts.add(PromptPart.line(notice.text()));
    }
    if (request.schema() != null) {
      parts.add(
          PromptPart.of(
              "Answer with JSON that follows this JSON Schema: "
                  + JsonLines.text(request.schema())));
    }
    if (parts.isEmpty() || !request.text().isEmpty()) {
      parts.add(PromptPart.of(request.text()));
    }
    return PromptPart.lines(parts);
  }

  /** Returns the blocks of a result. */
  static PromptPart of(ToolResult event, RequestView view) throws IOException {
    List<ContentBlock> blocks = event.response().content();
    var parts = new ArrayList<PromptPart>();
    for (int i = 0; i < blocks.size(); i++) {
      DeliveryPlace place = DeliveryPlace.ofResult(event.turn(), event.id(), i);
      String hidden = ForUserOnly.line(event, blocks.get(i), view);
      parts.add(hidden == null ? block(blocks.get(i), place, view) : PromptPart.line(hidden));
    }
    return PromptPart.lines(parts);
  }

  private static PromptPart block(ContentBlock block, DeliveryPlace place, RequestView view)
      throws IOException {
    if (block instanceof TextBlock text) {
      return view.isReadable(text.text())
          ? text(text.text())
          : PromptPart.line(RequestView.lost(text.text()));
    } else if (block instanceof ResourceBlock resource) {
      Shown shown =
          view.shown(place, resource.resource(), resource.formatted(), resource.delivery());
      String line = line(shown, resource.resource(), resource.formatted());
      return line == null
          ? ResourceElement.of(resource.resource(), resource.formatted())
          : PromptPart.line(line);
    }
    ResourceContent json = ((OtherBlock) block).json();
    return view.isReadable(json)
        ? OtherBlockView.prompt((OtherBlock) block)
        : PromptPart.line(RequestView.lost(json));
  }

  /** The text of a tool; in an element of its own where it could be taken for one of ours. */
  private static PromptPart text(ResourceContent text) throws IOException {
    PromptPart part = PromptPart.of(text);
    var scan = new TagScan();
    part.writeTo(scan);
    return scan.isFound() ? PromptElement.named("tool-text").around(part) : part;
  }

  /** A reference to bytes refers to nothing here: a line of their own says what they are. */
  private static @Nullable String line(
      Shown shown, Resource resource, @Nullable ResourceContent formatted) {
    boolean isReadable = resource.content().isText() || formatted != null;
    return shown.as() == Shown.As.REFERENCE && !isReadable ? null : shown.line();
  }
}
