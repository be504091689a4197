package dev.attache.resource;

/**
 * The identity of a snapshot: the same canonical URI with the same content. A MIME type is never
 * part of it.
 */
public record ResourceKey(ResourceUri uri, ContentDigest digest) {

  /** The URI and the short form of the digest. */
  @Override
  public String toString() {
    return uri + " (sha256:" + digest.shortForm() + ")";
  }
}
