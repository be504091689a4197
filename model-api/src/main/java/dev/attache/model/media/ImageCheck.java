package dev.attache.model.media;

import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The check of an image that is to be sent: whether it can be read, is of a type that is taken, and
 * is small enough. Immutable.
 *
 * @param mimeType what the image is, whatever its name says; null if it is none
 * @param fitting the bytes to send; null if it cannot be sent
 * @param note why it cannot be sent, or what was done to it; empty if it is as it was
 */
public record ImageCheck(
    @Nullable String mimeType, @Nullable ResourceContent fitting, String note) {

  /**
   * Checks an image.
   *
   * @param types the MIME types that are taken
   * @param maxSide how many pixels its longer side may have
   * @param maxBase64 how many bytes it may have in Base64
   * @throws IOException if the content cannot be read
   */
  public static ImageCheck of(
      ResourceContent content, Set<String> types, int maxSide, long maxBase64) throws IOException {
    ImageHeader header = ImageHeader.read(content);
    if (header == null) {
      return refused("is no image that can be read");
    } else if (!types.contains(header.mimeType())) {
      return refused("it is " + header.mimeType() + ", which is not taken");
    } else if (Math.max(header.width(), header.height()) > maxSide) {
      return refused(
          header.width() + "×" + header.height() + " pixels are more than " + maxSide + " a side");
    } else if ((content.size() + 2) / 3 * 4 > maxBase64) {
      return refused(
          content.size() + " bytes are more than the " + maxBase64 / 4 * 3 + " that are taken");
    }
    return new ImageCheck(header.mimeType(), content, "");
  }

  private static ImageCheck refused(String why) {
    return new ImageCheck(null, null, why);
  }
}
