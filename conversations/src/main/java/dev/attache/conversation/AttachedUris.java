package dev.attache.conversation;

import dev.attache.history.AttachmentState;
import dev.attache.history.DeliveredBlock;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The URIs of attached resources, by the addresses that they are read by. A tool may name the
 * resource of a server by its address ({@code mcp+docs+file:///guide.md}), which is attached under
 * the URI that the server has for it ({@code file:///guide.md}): then both are one resource.
 */
final class AttachedUris {

  /** By address; empty where several resources come from one. */
  private final Map<ResourceUri, Optional<ResourceUri>> byAddress = new HashMap<>();

  private AttachedUris() {}

  static AttachedUris of(List<AttachmentState> attachments) {
    var uris = new AttachedUris();
    for (AttachmentState each : attachments) {
      ResourceUri uri = each.attachment().snapshot().resource().uri();
      uris.byAddress.merge(
          each.attachment().snapshot().address(),
          Optional.of(uri),
          (one, other) -> one.equals(other) ? one : Optional.empty());
    }
    for (AttachmentState each : attachments) { // what is attached under a URI has that
      uris.byAddress.put(each.attachment().snapshot().resource().uri(), Optional.empty());
    }
    return uris;
  }

  /** Returns a response whose resources have the URIs that they are attached under. */
  ToolResponse in(ToolResponse response) {
    return response.mapped(
        block ->
            block instanceof ContentBlock.ResourceBlock each
                ? named(DeliveredBlock.of(each))
                : block);
  }

  private DeliveredBlock named(DeliveredBlock block) {
    ResourceUri uri = block.resource().uri();
    return byAddress
        .getOrDefault(uri, Optional.empty())
        .filter(attached -> !attached.equals(uri))
        .map(
            attached ->
                new DeliveredBlock(
                    under(attached, block.resource()),
                    block.formatted(),
                    block.delivery(),
                    block.form()))
        .orElse(block);
  }

  private static Resource under(ResourceUri uri, Resource resource) {
    Resource.Builder same =
        Resource.builder(uri, resource.content())
            .mimeType(resource.mimeType())
            .annotations(resource.annotations())
            .name(resource.name())
            .title(resource.title())
            .description(resource.description())
            .formatted(resource.formatted());
    resource.meta().forEach(same::meta);
    return same.build();
  }
}
