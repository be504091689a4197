package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.StoreException;
import dev.attache.history.ToolResponse;
import dev.attache.resource.ResourceUri;
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
   */
  static ToolResponse response(List<Snapshot> snapshots, ResourceUri address) {
    var content = new ArrayList<ContentBlock>();
    boolean isOfAddress = true;
    for (Snapshot snapshot : snapshots) {
      ResourceUri uri = snapshot.resource().uri();
      isOfAddress &= uri.equals(address);
      content.add(ResourceBlock.of(snapshot.resource()));
      for (String note : snapshot.notes()) {
        content.add(TextBlock.of("Note on " + uri.redacted() + ": " + note));
      }
    }
    return new ToolResponse(
        content, false, isOfAddress ? Map.of() : Map.of(ToolResponse.ADDRESS, address.value()));
  }

  /** Returns the result of a call that stands in no history. */
  static ToolResult unrecorded(
      Conversation conversation, String id, String tool, ToolResponse response)
      throws StoreException {
    int turn = conversation.summary().turns() - 1;
    return new ToolResult(conversation.time(), turn, id, tool, response);
  }
}
