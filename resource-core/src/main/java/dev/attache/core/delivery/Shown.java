package dev.attache.core.delivery;

import dev.attache.core.history.Delivery;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceUri;
import org.jspecify.annotations.Nullable;

/**
 * How a resource stands in a request. Immutable.
 *
 * @param as as what
 * @param line what stands there in its place; null if it stands there in full
 */
record Shown(As as, @Nullable String line) {

  static final Shown IN_FULL = new Shown(As.FULL, null);

  /** What a resource can stand there as. */
  enum As {
    FULL("full"),
    REFERENCE("reference"),
    LEFT_OUT("left-out");

    private final String word;

    As(String word) {
      this.word = word;
    }

    /** The word for it in JSON. */
    String word() {
      return word;
    }
  }

  static Shown of(Delivery delivery, ResourceUri uri, ContentDigest digest) {
    return delivery instanceof Delivery.Reference reference
        ? new Shown(As.REFERENCE, reference.line(uri, digest))
        : IN_FULL;
  }

  static Shown leftOut(String line) {
    return new Shown(As.LEFT_OUT, line);
  }
}
