package dev.attache.conversation.tools;

import dev.attache.conversation.DeliveryForms;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The answer of a tool of a conversation that gives what it has read. */
final class GivenSnapshots {

  private GivenSnapshots() {}

  /**
   * Returns the answer: each resource, and what is to be said of it.
   *
   * @param address the address by which they were read
   * @param forms the forms in which they are shown
   */
  static ToolResponse response(List<Snapshot> snapshots, ResourceUri address, DeliveryForms forms) {
    var content = new ArrayList<ContentBlock>();
    boolean isOfAddress = true;
    for (Snapshot snapshot : snapshots) {
      isOfAddress &= snapshot.resource().uri().equals(address);
      add(snapshot, forms, content);
    }
    return new ToolResponse(
        content, false, isOfAddress ? Map.of() : Map.of(ToolResult.ADDRESS, address.value()));
  }

  /** Adds the blocks of a resource: itself, and what is to be said of it. */
  static void add(Snapshot snapshot, DeliveryForms forms, List<ContentBlock> content) {
    DeliveredBlock block =
        DeliveredBlock.of(snapshot.resource()).in(forms.of(snapshot).from(snapshot.source()));
    content.add(block);
    for (String note : snapshot.notes()) {
      content.add(TextBlock.of("Note on " + block.label() + ": " + note));
    }
  }
}
