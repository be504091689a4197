package dev.attache.history;

import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.ResourceUri;
import org.jspecify.annotations.Nullable;

/**
 * The identity of an attached resource. Neither is enough: an address may give several resources,
 * and servers may have one URI for different things. Immutable.
 *
 * @param address the canonical URI by which it is read again
 * @param uri the URI of the resource
 */
public record AttachmentKey(ResourceUri address, ResourceUri uri) {

  /**
   * {@return the key of an attached snapshot}
   *
   * @param snapshot what was read; neither its content nor its time matters
   */
  public static AttachmentKey of(Snapshot snapshot) {
    return new AttachmentKey(snapshot.address(), snapshot.resource().uri());
  }

  // written out: what a record derives is slow to start
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AttachmentKey key && address.equals(key.address) && uri.equals(key.uri);
  }

  @Override
  public int hashCode() {
    return 31 * address.hashCode() + uri.hashCode();
  }
}
