package dev.attache.resource;

import org.jspecify.annotations.Nullable;

/**
 * The identity of a snapshot: the same canonical URI with the same content. A MIME type is never
 * part of it. Immutable.
 *
 * @param uri the canonical URI
 * @param digest that of the content
 */
public record ResourceKey(ResourceUri uri, ContentDigest digest) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceKey key && uri.equals(key.uri) && digest.equals(key.digest);
  }

  @Override
  public int hashCode() { // what a record has by itself is linked at run time, at each start
    return 31 * uri.hashCode() + digest.hashCode();
  }

  /** The URI and the short form of the digest. */
  @Override
  public String toString() {
    return uri + " (sha256:" + digest.shortForm() + ")";
  }
}
