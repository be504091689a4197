package dev.attache.resource.tool;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/** A resource as a tool gave it, which nothing is known of beside it. */
record PlainResource(Resource resource, @Nullable ResourceContent formatted)
    implements ContentBlock.ResourceBlock {

  static PlainResource of(Resource resource) {
    String formatted = resource.formatted();
    return formatted == null
        ? new PlainResource(resource, null)
        : new PlainResource(
            resource.toBuilder().formatted(null).build(), ResourceContent.text(formatted));
  }
}
