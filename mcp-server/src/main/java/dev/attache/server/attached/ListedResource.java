package dev.attache.server.attached;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.AttachmentState;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * An attached resource as the client sees it. Immutable.
 *
 * @param uri what it is listed under, without its secrets: its URI, or its address where others
 *     have that URI, too
 * @param state what is attached, as the history has it
 * @param names what the client sees in place of directories
 */
record ListedResource(String uri, AttachmentState state, UriNames names) {

  /** Returns the path by which the model knows a file of the workspace; null for all else. */
  @Nullable String path() {
    boolean isPath = state.attachment().form().naming() == Naming.PATH;
    return isPath ? state.attachment().label() : null;
  }

  Snapshot snapshot() {
    return state.attachment().snapshot();
  }

  Resource resource() {
    return snapshot().resource();
  }

  /** Returns a word of the resource as the client sees it. */
  String shown(String text) {
    return names.shown(text);
  }
}
