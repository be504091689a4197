package dev.attache.history;

import dev.attache.core.outcome.SaturatedMath;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.support.text.Sanitizer;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a snapshot reached the model: in full, as a reference to an earlier full
 * delivery, as a diff against one, or not at all where it could not be given to it. Decided once,
 * when it is delivered, and kept; so a history always gives the same request. Immutable.
 */
public sealed interface Delivery {

  /** The delivery in full. */
  Delivery FULL = new Full();

  /** The delivery of bytes where only texts can be. */
  Delivery DESCRIBED = new Described();

  /** In full. */
  record Full() implements Delivery {}

  /**
   * As a line that says what it is, since the model could not be given it: nothing refers to it.
   * Where it can be given, the request has it in full.
   */
  record Described() implements Delivery {}

  /**
   * As a diff against an earlier full delivery of another version under the same URI. That has to
   * be in the request, too, or the content is given in full after all.
   *
   * @param base where that version was delivered in full
   * @param from the digest of that version
   * @param diff the hunks that lead from it to the content, made once and kept
   */
  record Delta(DeliveryPlace base, ContentDigest from, ResourceContent diff) implements Delivery {

    /**
     * {@return the same with the hunks held elsewhere}
     *
     * @param value the same hunks, as a store or somebody else holds them
     */
    public Delta held(ResourceContent value) {
      return new Delta(base, from, value);
    }

    /**
     * {@return the line that the model reads before the hunks}
     *
     * @param label the name by which the model knows the resource
     * @param digest the digest of the content that the hunks lead to
     */
    public String line(String label, ContentDigest digest) {
      return Sanitizer.sanitizeLine(label)
          + " has changed. Unified diff against "
          + base.inWords()
          + " (sha256:"
          + from.shortForm()
          + "), giving the current content (sha256:"
          + digest.shortForm()
          + "):";
    }

    /**
     * {@return how many bytes the model reads in place of the content}
     *
     * @param label the name by which the model knows the resource
     * @param digest the digest of the content that the hunks lead to
     */
    public long size(String label, ContentDigest digest) {
      return SaturatedMath.sum(ResourceContent.text(line(label, digest)).size() + 1, diff.size());
    }
  }

  /**
   * As one line that refers to an earlier delivery of the same content under the same URI: in full,
   * or as a diff against what is there in full.
   *
   * @param target where the content was delivered
   * @param between where, after the target, another version of the same resource was last
   *     delivered; null if none was
   * @param base where the version was delivered in full that the target is a diff against; null if
   *     the target is in full itself
   */
  record Reference(
      DeliveryPlace target, @Nullable DeliveryPlace between, @Nullable DeliveryPlace base)
      implements Delivery {

    /**
     * A reference to what is there in full.
     *
     * @param target where the content was delivered in full
     * @param between where, after the target, another version of the same resource was last
     *     delivered; null if none was
     */
    public Reference(DeliveryPlace target, @Nullable DeliveryPlace between) {
      this(target, between, null);
    }

    /**
     * {@return the line that the model reads in place of the content}
     *
     * @param label the name by which the model knows the resource
     * @param digest the digest of the content that was delivered there
     */
    public String line(String label, ContentDigest digest) {
      var line = new StringBuilder(200);
      line.append("The content of ")
          .append(Sanitizer.sanitizeLine(label))
          .append(base == null ? " is identical to " : " is what is given by the diff in ")
          .append(target.inWords())
          .append(" (sha256:")
          .append(digest.shortForm())
          .append("). ");
      if (between == null) {
        line.append("It has not changed. ");
      } else {
        line.append("Another version of it was delivered at turn ");
        line.append(between.turn()).append(" in between. ");
      }
      if (base != null) {
        return line.append("Apply that diff to ").append(base.inWords()).append('.').toString();
      }
      return line.append(
              target.call() == null
                  ? "Refer to the attached content."
                  : "Refer to that earlier result for the full contents.")
          .toString();
    }
  }
}
