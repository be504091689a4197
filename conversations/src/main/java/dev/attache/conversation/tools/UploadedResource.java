package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * An attached resource that was handed over, and has no source to look at: what was attached is all
 * there ever is of it.
 */
final class UploadedResource {

  /** What is said of it where others have changed or not. */
  static final String WHY = "was uploaded and cannot be read again";

  private UploadedResource() {}

  /** Whether a resource was uploaded; a handler of the program may read uploads all the same. */
  static boolean is(AttachmentState state, Resolver resolver) {
    Snapshot snapshot = state.attachment().snapshot();
    return snapshot.isUpload() && !resolver.reads(snapshot.address());
  }

  /**
   * Returns what the store has of it, as the answer to a refresh: in one line if the model has it,
   * in full if it does not, or insists.
   *
   * @throws StoreException if the forms of the conversation cannot be read
   */
  static ToolResponse again(AttachmentState state, Conversation conversation)
      throws StoreException {
    Attachment attachment = state.attachment();
    String label = attachment.label();
    try {
      attachment.resource().content().open().close();
    } catch (IOException e) {
      return ToolProblem.of(
              "failed", label + " " + WHY + ", and the store has lost its content since.")
          .response();
    }
    var block =
        new DeliveredBlock(
            attachment.resource(),
            attachment.formatted(),
            Delivery.FULL,
            conversation.forms().of(attachment.snapshot()));
    TextBlock note =
        TextBlock.of(
            label + " " + WHY + "; this is its content of turn " + state.place().turn() + ".");
    return new ToolResponse(List.of(block, note), false, Map.of());
  }
}
