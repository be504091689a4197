package dev.attache.documents.markdown;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.DocumentImage;
import java.util.Locale;

/** The bytes of a picture as they stand in a document, with the type that they really have. */
final class PictureBytes {

  /** The most that one may have. */
  static final int MOST = 20 << 20;

  private PictureBytes() {}

  static DocumentImage image(String selector, String claimedType, byte[] bytes)
      throws ConversionException {
    if (bytes.length == 0) {
      throw new ConversionException(Reason.BROKEN, "that picture is missing");
    } else if (bytes.length > MOST) {
      throw new ConversionException(
          Reason.TOO_LARGE,
          String.format(Locale.ROOT, "that picture has more than %,d bytes", MOST));
    }
    return new DocumentImage(selector, type(claimedType, bytes), ResourceContent.blob(bytes), "");
  }

  /** Documents say of a picture what they like: how it begins counts, where that says something. */
  private static String type(String claimed, byte[] bytes) {
    String head = new String(bytes, 0, Math.min(bytes.length, 12), ISO_8859_1);
    if (head.startsWith("\u0089PNG\r\n")) {
      return "image/png";
    } else if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return "image/jpeg";
    } else if (head.startsWith("GIF8")) {
      return "image/gif";
    } else if (head.startsWith("RIFF") && head.endsWith("WEBP")) {
      return "image/webp";
    }
    String type = claimed.strip().toLowerCase(Locale.ROOT);
    return type.matches("image/[a-z0-9.+-]{1,60}") ? type : "application/octet-stream";
  }
}
