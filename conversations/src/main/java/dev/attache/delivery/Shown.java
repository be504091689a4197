package dev.attache.delivery;

import dev.attache.history.Delivery;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.Sanitizer;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a resource stands in a request. Immutable.
 *
 * @param as as what
 * @param line what stands there in its place; null if it stands there in full
 */
public record Shown(As as, @Nullable String line) {

  public static final Shown IN_FULL = new Shown(As.FULL, null);

  /** What a resource can stand there as. */
  public enum As {
    FULL("full"),
    REFERENCE("reference"),
    LEFT_OUT("left-out"),
    LOST("lost");

    private final String word;

    As(String word) {
      this.word = word;
    }

    /** The word for it in JSON. */
    public String word() {
      return word;
    }
  }

  public static Shown of(Delivery delivery, ResourceUri uri, ContentDigest digest) {
    return delivery instanceof Delivery.Reference reference
        ? new Shown(As.REFERENCE, reference.line(uri, digest))
        : IN_FULL;
  }

  /** Returns how something stands there whose content cannot be had any more. */
  public static Shown lost(ResourceUri uri, ContentDigest digest) {
    return new Shown(
        As.LOST,
        "The content of "
            + Sanitizer.sanitizeLine(uri.redacted())
            + " (sha256:"
            + digest.shortForm()
            + ") was attached here, and has been lost or damaged since.");
  }

  static Shown leftOut(String line) {
    return new Shown(As.LEFT_OUT, line);
  }
}
