package dev.attache.model.media;

import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The check of an image that is to be sent: whether it can be read, is of a type that is taken, and
 * is small enough, or can be made so. Immutable.
 *
 * @param mimeType what the image is, whatever its name says; null if it is none
 * @param fitting the bytes to send; null if it cannot be sent
 * @param note why it cannot be sent, or what was done to it; empty if it is as it was
 * @param width the pixels of what is sent from left to right; 0 if nothing is
 * @param height its pixels from top to bottom; 0 if nothing is sent
 */
public record ImageCheck(
    @Nullable String mimeType,
    @Nullable ResourceContent fitting,
    String note,
    int width,
    int height) {

  private static final String JPEG = "image/jpeg";

  /** What the JDK cannot decode. */
  private static final Map<String, String> UNSCALED =
      Map.of("image/webp", "WebP", "image/heic", "HEIC", "image/heif", "HEIF");

  private static final long MOST_PIXELS = 100_000_000;
  private static final int MOST_SIDE = 1 << 16;
  private static final long MOST_BYTES = 64L << 20;
  private static final int TRIES = 6;

  /**
   * Checks an image, and makes it smaller if it is too large.
   *
   * @param content read once or more; kept if it can be sent as it is
   * @param types the MIME types that are taken
   * @param maxSide how many pixels its longer side may have
   * @param maxBase64 how many bytes it may have in Base64
   * @return what is to be sent, or why nothing can be
   * @throws IOException if the content cannot be read
   */
  public static ImageCheck of(
      ResourceContent content, Set<String> types, int maxSide, long maxBase64) throws IOException {
    ImageHeader image = ImageHeader.read(content);
    if (image == null) {
      return refused("is no image that can be read");
    } else if (!types.contains(image.mimeType())) {
      return refused("it is " + image.mimeType() + ", which is not taken");
    }
    boolean isTooLarge = Math.max(image.width(), image.height()) > maxSide;
    if (!isTooLarge && base64(content.size()) <= maxBase64) {
      return new ImageCheck(image.mimeType(), content, "", image.width(), image.height());
    }
    String problem =
        isTooLarge
            ? size(image.width(), image.height()) + " pixels are more than " + maxSide + " a side"
            : content.size() + " bytes are more than the " + maxBase64 / 4 * 3 + " that are taken";
    String obstacle = obstacle(image, content.size(), types);
    return obstacle.isEmpty()
        ? scaled(image, content, maxSide, maxBase64, problem)
        : refused(problem + ", and " + obstacle);
  }

  /** Whatever costs more memory or time than an image is worth. */
  private static String obstacle(ImageHeader image, long bytes, Set<String> types) {
    String unscaled = UNSCALED.get(image.mimeType());
    if (unscaled != null) {
      return "a " + unscaled + " image is not scaled";
    } else if (!types.contains(JPEG)) {
      return "no JPEG is taken, which it would be scaled to";
    } else if ((long) image.width() * image.height() > MOST_PIXELS
        || Math.max(image.width(), image.height()) > MOST_SIDE) {
      return "one of more than 100 megapixels, or 65536 pixels a side, is not scaled";
    } else if (bytes > MOST_BYTES) {
      return "one of more than 64 MiB is not scaled";
    }
    return "";
  }

  private static ImageCheck scaled(
      ImageHeader image, ResourceContent content, int maxSide, long maxBase64, String problem)
      throws IOException {
    double factor = Math.min(1, maxSide / (double) Math.max(image.width(), image.height()));
    for (int i = 0; i < TRIES; i++) {
      int width = (int) Math.round(image.width() * factor);
      int height = (int) Math.round(image.height() * factor);
      if (width == 0 && height == 0) {
        break;
      }
      width = Math.max(1, width);
      height = Math.max(1, height);
      byte[] jpeg = ScaledImage.jpeg(content, image, width, height);
      if (jpeg == null) {
        return refused(problem + ", and it cannot be decoded");
      } else if (base64(jpeg.length) <= maxBase64) {
        return new ImageCheck(
            JPEG,
            ResourceContent.blob(jpeg),
            note(image, width, height, content.size(), jpeg.length),
            width,
            height);
      }
      factor *= 0.9 * Math.sqrt(maxBase64 / (double) base64(jpeg.length));
    }
    return refused(problem + ", and it does not get small enough");
  }

  private static String note(ImageHeader image, int width, int height, long before, long after) {
    boolean isAsLarge = width == image.width() && height == image.height();
    return (isAsLarge
            ? "compressed from " + before + " to " + after + " bytes"
            : "scaled from "
                + size(image.width(), image.height())
                + " to "
                + size(width, height)
                + " pixels")
        + (image.mimeType().equals(JPEG) ? "" : ", as JPEG")
        + (image.frames() == 1 ? "" : ", its first frame only");
  }

  private static String size(int width, int height) {
    return width + "×" + height;
  }

  private static long base64(long bytes) {
    return (bytes + 2) / 3 * 4;
  }

  private static ImageCheck refused(String why) {
    return new ImageCheck(null, null, why, 0, 0);
  }
}
