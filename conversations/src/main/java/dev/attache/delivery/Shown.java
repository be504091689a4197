package dev.attache.delivery;

import dev.attache.core.outcome.SaturatedMath;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.support.text.Sanitizer;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a resource stands in a request. Immutable.
 *
 * @param as as what
 * @param line what stands there in its place; null if it stands there in full
 * @param diff the hunks that stand there after the line; null if there are none
 * @param target where the content stands that a reference is to, or the one that a diff is against;
 *     null if it is neither
 */
public record Shown(
    As as, @Nullable String line, @Nullable ResourceContent diff, @Nullable DeliveryPlace target) {

  /** The form of what stands there with all its content. */
  public static final Shown IN_FULL = new Shown(As.FULL, null, null, null);

  /** What a resource can stand there as. */
  public enum As {
    /** With all its content. */
    FULL("full"),
    /** As a line that says where the content stands. */
    REFERENCE("reference"),
    /** As the changes against a content that stands elsewhere. */
    DELTA("delta"),
    /** As a line that says it was left out to make room. */
    LEFT_OUT("left-out"),
    /** As a line that says its content is gone from the store. */
    LOST("lost");

    private final String word;

    As(String word) {
      this.word = word;
    }

    /** {@return the word for it in JSON} */
    public String word() {
      return word;
    }
  }

  /**
   * {@return how a resource stands where it was delivered}
   *
   * @param each what was delivered, and how it was decided then
   */
  public static Shown of(DeliveredResource each) {
    return of(each, each.delivery());
  }

  /**
   * {@return how a resource stands there by another delivery than was recorded}
   *
   * @param each what was delivered
   * @param delivery how it is delivered now, as after something else was left out
   */
  public static Shown of(DeliveredResource each, Delivery delivery) {
    ContentDigest digest = each.resource().content().digest();
    if (delivery instanceof Delivery.Reference reference) {
      String line = reference.line(named(each), digest);
      return new Shown(As.REFERENCE, line, null, reference.target());
    } else if (delivery instanceof Delivery.Delta delta) {
      return new Shown(As.DELTA, delta.line(named(each), digest), delta.diff(), delta.base());
    }
    return IN_FULL;
  }

  /** Returns the name of a resource in a line, with the tool that returned it, if one did. */
  private static String named(DeliveredResource each) {
    String source = each.form().source();
    return source == null || !SourceNames.isTool(source)
        ? each.label()
        : each.label() + " (source: " + source + ")";
  }

  /** The bytes of what stands in the place of the content; -1 if it stands there in full. */
  long size() {
    if (line == null) {
      return -1;
    }
    long bytes = ResourceContent.text(line).size();
    return diff == null ? bytes : SaturatedMath.sum(bytes + 1, diff.size());
  }

  /**
   * {@return how something stands there whose content cannot be had any more}
   *
   * @param each what was delivered, of which the digest is still known
   */
  public static Shown lost(DeliveredResource each) {
    return new Shown(
        As.LOST,
        "The content of "
            + Sanitizer.sanitizeLine(each.label())
            + " (sha256:"
            + each.resource().content().digest().shortForm()
            + ") was attached here, and has been lost or damaged since.",
        null,
        null);
  }

  static Shown leftOut(String line) {
    return new Shown(As.LEFT_OUT, line, null, null);
  }
}
