package dev.attache.delivery;

import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.support.text.Sanitizer;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a resource stands in a request. Immutable.
 *
 * @param as as what
 * @param line what stands there in its place; null if it stands there in full
 * @param target where the content stands in full that a reference is to; null if it is none
 */
public record Shown(As as, @Nullable String line, @Nullable DeliveryPlace target) {

  public static final Shown IN_FULL = new Shown(As.FULL, null, null);

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
        ? new Shown(
            As.REFERENCE,
            reference.line(each.label(), each.resource().content().digest()),
            reference.target())
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
            + ") was attached here, and has been lost or damaged since.",
        null);
  }

  static Shown leftOut(String line) {
    return new Shown(As.LEFT_OUT, line, null);
  }
}
