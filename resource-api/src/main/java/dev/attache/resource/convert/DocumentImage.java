package dev.attache.resource.convert;

import dev.attache.resource.Blob;
import java.util.regex.Pattern;

/**
 * A picture out of a document, or of one of its pages. Immutable.
 *
 * @param selector what asks for just it: {@code image=2}, {@code page-image=3}
 * @param mimeType its type without parameters, in lower case, such as {@code image/png}
 * @param content its bytes
 * @param markdown what stands for it where pictures cannot be seen, as the text of a page does;
 *     empty if nothing does
 */
public record DocumentImage(String selector, String mimeType, Blob content, String markdown) {

  private static final Pattern SELECTOR = Pattern.compile("(?:page-)?image=[1-9][0-9]{0,6}");
  private static final Pattern TYPE = Pattern.compile("[a-z]+/[a-z0-9.+-]{1,80}");

  /**
   * Checks the selector and the type.
   *
   * @param selector what asks for just it: {@code image=2}, {@code page-image=3}
   * @param mimeType its type without parameters, in lower case, such as {@code image/png}
   * @param content its bytes
   * @param markdown what stands for it where pictures cannot be seen; empty if nothing does
   * @throws IllegalArgumentException if they are none
   */
  public DocumentImage {
    if (!SELECTOR.matcher(selector).matches()) {
      throw new IllegalArgumentException("selector (" + selector + ") must name one picture");
    } else if (!TYPE.matcher(mimeType).matches()) {
      throw new IllegalArgumentException("type (" + mimeType + ") must be one of media");
    }
  }
}
