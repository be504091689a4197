package dev.attache.history;

import dev.attache.resource.ContentDigest;
import dev.attache.support.text.Sanitizer;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a snapshot reached the model: in full, as a reference to an earlier full
 * delivery, or not at all where it could not be given to it. Decided once, when it is delivered,
 * and kept; so a history always gives the same request. Immutable.
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
   * As one line that refers to an earlier full delivery of the same content under the same URI.
   *
   * @param target where the content was delivered in full
   * @param between where, after the target, another version of the same resource was last
   *     delivered; null if none was
   */
  record Reference(DeliveryPlace target, @Nullable DeliveryPlace between) implements Delivery {

    /**
     * Returns the line that the model reads in place of the content.
     *
     * @param label the name by which the model knows the resource
     */
    public String line(String label, ContentDigest digest) {
      return line(label, digest, target.call());
    }

    /**
     * Returns the line in a request that has the call of the target by another name.
     *
     * @param call that name; null if the target is an attachment
     */
    public String line(String label, ContentDigest digest, @Nullable String call) {
      boolean isAttachment = call == null;
      var line = new StringBuilder(200);
      line.append("The content of ")
          .append(Sanitizer.sanitizeLine(label))
          .append(" is identical to ");
      if (isAttachment) {
        line.append("the attachment at turn ");
      } else {
        line.append("the result of tool call ");
        line.append(Sanitizer.sanitizeLine(String.valueOf(call))).append(" in turn ");
      }
      line.append(target.turn()).append(" (sha256:").append(digest.shortForm()).append("). ");
      if (between == null) {
        line.append("It has not changed. ");
      } else {
        line.append("Another version of it was delivered at turn ");
        line.append(between.turn()).append(" in between. ");
      }
      return line.append(
              isAttachment
                  ? "Refer to the attached content."
                  : "Refer to that earlier result for the full contents.")
          .toString();
    }
  }
}
