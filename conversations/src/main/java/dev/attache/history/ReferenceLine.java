package dev.attache.history;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.Sanitizer;

/** The line that takes the place of a content that the model has. */
final class ReferenceLine {

  private ReferenceLine() {}

  static String of(Delivery.Reference reference, ResourceUri uri, ContentDigest digest) {
    DeliveryPlace target = reference.target();
    DeliveryPlace between = reference.between();
    boolean isAttachment = target.call() == null;
    var line = new StringBuilder(200);
    line.append("The content of ")
        .append(Sanitizer.sanitizeLine(uri.redacted()))
        .append(" is identical to ");
    if (isAttachment) {
      line.append("the attachment at turn ");
    } else {
      line.append("the result of tool call ");
      line.append(Sanitizer.sanitizeLine(String.valueOf(target.call()))).append(" in turn ");
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
