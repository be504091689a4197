package dev.attache.store.memory;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.resource.tool.ToolResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents that events name, and the events as they are kept: with contents that do not hold
 * what the store lets go of. Not thread-safe.
 */
final class MemoryNames {

  private final MemoryBlobs blobs;
  private final MemoryBatch batch;
  private final Map<ContentDigest, byte[]> attached = new LinkedHashMap<>();
  private final Map<ContentDigest, byte[]> answered = new LinkedHashMap<>();

  MemoryNames(MemoryBlobs blobs, MemoryBatch batch) {
    this.blobs = blobs;
    this.batch = batch;
  }

  /** What attachments name. */
  Map<ContentDigest, byte[]> attached() {
    return attached;
  }

  /** What tools have answered, in order. */
  Map<ContentDigest, byte[]> answered() {
    return answered;
  }

  List<ConversationEvent> kept(List<ConversationEvent> events) {
    return events.stream().map(this::kept).toList();
  }

  private ConversationEvent kept(ConversationEvent event) {
    if (event instanceof Request request) {
      ChatRequest asked = request.request();
      List<Attachment> resources = asked.resources().stream().map(this::kept).toList();
      return new Request(
          request.at(),
          request.turn(),
          new ChatRequest(asked.author(), asked.text(), asked.schema(), resources, asked.notices()),
          request.references(),
          request.awaitsHandover());
    }
    return event instanceof ToolResult result
        ? new ToolResult(
            result.at(),
            result.turn(),
            result.id(),
            result.name(),
            kept(result.response()),
            result.awaitsHandover())
        : event;
  }

  private Attachment kept(Attachment attachment) {
    Snapshot snapshot = attachment.snapshot();
    ResourceContent content = kept(snapshot.resource().content(), attached);
    return new Attachment(
        new Snapshot(
            snapshot.resource().toBuilder().content(content).build(),
            snapshot.address(),
            snapshot.source(),
            snapshot.capturedAt(),
            snapshot.type(),
            snapshot.notes()),
        keptOrNull(attachment.formatted(), attached),
        attachment.reference(),
        attachment.consent(),
        attachment.delivery(),
        attachment.form());
  }

  private ToolResponse kept(ToolResponse response) {
    return DeliveredBlock.mapped(response, (content, isOwn) -> kept(content, answered));
  }

  private @Nullable ResourceContent keptOrNull(
      @Nullable ResourceContent content, Map<ContentDigest, byte[]> names) {
    return content == null ? null : kept(content, names);
  }

  private ResourceContent kept(ResourceContent content, Map<ContentDigest, byte[]> names) {
    byte[] bytes = content instanceof Stored ? batch.bytes(content.digest()) : null;
    if (bytes == null) {
      return content; // not held by the store, or let go of before
    }
    names.put(content.digest(), bytes);
    return blobs.find(content);
  }
}
