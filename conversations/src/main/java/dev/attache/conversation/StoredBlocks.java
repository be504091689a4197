package dev.attache.conversation;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.BlobBatch;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.OtherBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.StoreException;
import dev.attache.history.ToolResponse;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;

/** Blocks whose contents are held by the store. */
final class StoredBlocks {

  private StoredBlocks() {}

  /** Returns a response whose contents, unless they are small texts of its own, go with a batch. */
  static ToolResponse of(ToolResponse response, BlobBatch blobs) throws StoreException {
    var content = new ArrayList<ContentBlock>();
    for (ContentBlock block : response.content()) {
      content.add(of(block, blobs));
    }
    return new ToolResponse(content, response.isError(), response.meta());
  }

  /** Returns an attachment whose content and formatted form go with a batch. */
  static Attachment of(Attachment attachment, BlobBatch blobs) throws StoreException {
    Snapshot snapshot = attachment.snapshot();
    ResourceBlock raw = ResourceBlock.of(snapshot.resource());
    ResourceContent formatted =
        attachment.formatted() == null ? raw.formatted() : attachment.formatted();
    ResourceBlock stored =
        of(new ResourceBlock(raw.resource(), formatted, attachment.delivery()), blobs);
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
        stored.delivery());
  }

  /** Returns a block whose resource and formatted form go with a batch. */
  static ResourceBlock of(ResourceBlock block, BlobBatch blobs) throws StoreException {
    Resource resource = block.resource();
    ResourceContent formatted = block.formatted();
    return new ResourceBlock(
        resource.toBuilder().content(blobs.add(resource.content())).build(),
        formatted == null ? null : blobs.add(formatted),
        block.delivery());
  }

  /** Returns a block whose contents, unless they are small texts of its own, go with a batch. */
  static ContentBlock of(ContentBlock block, BlobBatch blobs) throws StoreException {
    if (block instanceof ResourceBlock resource) {
      return of(resource, blobs);
    }
    if (block instanceof TextBlock text) {
      return new TextBlock(of(text.text(), blobs), text.mimeType(), text.annotations());
    }
    var other = (OtherBlock) block;
    return new OtherBlock(other.type(), of(other.json(), blobs));
  }

  private static ResourceContent of(ResourceContent content, BlobBatch blobs)
      throws StoreException {
    return ContentBlock.isInline(content) ? content : blobs.add(content);
  }
}
