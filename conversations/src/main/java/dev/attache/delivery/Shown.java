package dev.attache.delivery;

import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
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

  /** Returns how a resource stands where it was delivered. */
  public static Shown of(DeliveredResource each) {
    return of(each, each.delivery());
  }

  /** Returns how a resource stands there by another delivery than was recorded. */
  public static Shown of(DeliveredResource each, Delivery delivery) {
    return delivery instanceof Delivery.Reference reference
        ? new Shown(As.REFERENCE, reference.line(each.label(), each.resource().content().digest()))
        : IN_FULL;
  }

  /** Returns how something stands there whose content cannot be had any more. */
  public static Shown lost(DeliveredResource each) {
    return new Shown(
        As.LOST,
        "The content of "
            + Sanitizer.sanitizeLine(each.label())
            + " (sha256:"
            + each.resource().content().digest().shortForm()
            + ") was attached here, and has been lost or damaged since.");
  }

  static Shown leftOut(String line) {
    return new Shown(As.LEFT_OUT, line);
  }
}
