package dev.attache.server.attached;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.AttachmentState;
import dev.attache.resource.Resource;

/**
 * An attached resource as the client sees it. Immutable.
 *
 * @param uri what it is listed under, without its secrets: its URI, or its address where others
 *     have that URI, too
 * @param state what is attached
 */
record ListedResource(String uri, AttachmentState state) {

  Snapshot snapshot() {
    return state.attachment().snapshot();
  }

  Resource resource() {
    return snapshot().resource();
  }
}
