package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
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
      parts.add(resource(each, place, view));
    }
    for (Notice notice : request.told()) {
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
    List<ContentBlock> blocks = event.response().given();
    var parts = new ArrayList<PromptPart>();
    for (int i = 0; i < blocks.size(); i++) {
      DeliveryPlace place = DeliveryPlace.ofResult(event.turn(), event.id(), i);
      String hidden = ForUserOnly.line(event, blocks.get(i), view);
      parts.add(hidden == null ? block(blocks.get(i), place, view) : PromptPart.line(hidden));
    }
    return PromptPart.lines(parts);
  }

  /** Returns the blocks of an answer that is in no conversation, and was hidden from nobody. */
  static PromptPart of(ToolResponse response) throws IOException {
    var parts = new ArrayList<PromptPart>();
    for (ContentBlock block : DeliveredBlock.in(response).given()) {
      parts.add(block(block, DeliveryPlace.ofResult(0, "", parts.size()), RequestView.AS_RECORDED));
    }
    return PromptPart.lines(parts);
  }

  static PromptPart block(ContentBlock block, DeliveryPlace place, RequestView view)
      throws IOException {
    String instead = view.leftOut(place);
    if (instead != null && !(block instanceof DeliveredBlock)) {
      return PromptPart.line(instead);
    } else if (block instanceof TextBlock text) {
      return view.isReadable(text.text())
          ? text(text.text())
          : PromptPart.line(RequestView.lost(text.text()));
    } else if (block instanceof DeliveredBlock resource) {
      return resource(resource, place, view);
    }
    ResourceContent stored = OtherBlockView.stored(block);
    return stored == null || view.isReadable(stored)
        ? OtherBlockView.prompt(block)
        : PromptPart.line(RequestView.lost(stored));
  }

  private static PromptPart resource(DeliveredResource each, DeliveryPlace place, RequestView view)
      throws IOException {
    Shown shown = view.shown(place, each);
    if (shown.diff() != null) {
      return ShownResource.diff(each, shown.line(), shown.diff(), view.form(each));
    }
    String line = line(shown, each);
    return line == null ? ShownResource.of(each, view.form(each)) : PromptPart.line(line);
  }

  /** The text of a tool; in an element of its own where it could be taken for one of ours. */
  private static PromptPart text(ResourceContent text) throws IOException {
    PromptPart part = PromptPart.of(text);
    var scan = new TagScan();
    part.writeTo(scan);
    return scan.isFound() ? PromptElement.named("tool-text").around(part) : part;
  }

  /** A reference to bytes refers to nothing here: a line of their own says what they are. */
  private static @Nullable String line(Shown shown, DeliveredResource each) {
    boolean isReadable = each.resource().content().isText() || each.formatted() != null;
    return shown.as() == Shown.As.REFERENCE && !isReadable ? null : shown.line();
  }
}
