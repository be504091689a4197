package dev.attache.conversation;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ToolResponse;

/** Blocks whose contents are held by the store. */
final class StoredBlocks {

  private StoredBlocks() {}

  /** Returns a response whose contents, unless they are small texts of its own, go with a batch. */
  static ToolResponse of(ToolResponse response, BlobBatch blobs) throws StoreException {
    return DeliveredBlock.mapped(
        response,
        (content, isOwn) -> isOwn && ToolResult.isInline(content) ? content : blobs.add(content));
  }

  /** Returns an attachment whose content and formatted form go with a batch. */
  static Attachment of(Attachment attachment, BlobBatch blobs) throws StoreException {
    Snapshot snapshot = attachment.snapshot();
    DeliveredBlock raw = DeliveredBlock.of(snapshot.resource());
    ResourceContent formatted =
        attachment.formatted() == null ? raw.formatted() : attachment.formatted();
    DeliveredBlock stored =
        of(new DeliveredBlock(raw.resource(), formatted, attachment.delivery()), blobs);
    return new Attachment(
        new Snapshot(
            stored.resource(),
            snapshot.address(),
            snapshot.source(),
            snapshot.capturedAt(),
            snapshot.type(),
            snapshot.notes()),
        stored.formatted(),
        attachment.reference(),
        attachment.consent(),
        stored.delivery(),
        attachment.form());
  }

  /** Returns a block whose resource and formatted form go with a batch. */
  static DeliveredBlock of(DeliveredBlock block, BlobBatch blobs) throws StoreException {
    return DeliveredBlock.mapped(block, (content, isOwn) -> blobs.add(content));
  }
}
