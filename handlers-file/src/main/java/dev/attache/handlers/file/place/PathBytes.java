package dev.attache.handlers.file.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.support.text.PercentEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;

/**
 * The bytes of a file name as the file system holds them.
 *
 * <p>A {@link Path} keeps them, also where they are no valid text; {@link Path#toString()} does
 * not, but the URI does.
 */
public final class PathBytes {
  private static final String PLATFORM = System.getProperty("sun.jnu.encoding", "UTF-8");

  /**
   * Whether the platform's names are read as UTF-8; else only those in ASCII are what they seem.
   */
  private static final boolean IS_UTF8_PLATFORM = PLATFORM.equalsIgnoreCase("UTF-8");

  /** What stands for a byte that is no character. */
  private static final char REPLACEMENT = '\uFFFD';

  private PathBytes() {}

  /** Where a byte stands last from one index to before another; -1 if nowhere. */
  public static int lastIndexOf(byte[] bytes, int from, int to, char wanted) {
    int at = to - 1;
    while (at >= from && bytes[at] != wanted) {
      at--;
    }
    return at < from ? -1 : at;
  }

  /** Whether the text of a path is sure to have the bytes that the file system holds. */
  public static boolean isExact(String path) {
    return IS_UTF8_PLATFORM ? path.indexOf(REPLACEMENT) < 0 : path.chars().allMatch(c -> c < 128);
  }

  /**
   * The text of a path whose names are all UTF-8.
   *
   * @throws ResourceException of kind {@code INVALID_URI} if one is not, or cannot be spelled
   */
  public static String requireText(Path path) throws ResourceException {
    for (Path part = path; part.getFileName() != null; part = parent(part)) {
      byte[] name = ofName(part);
      if (!isUtf8(name)) {
        throw FileUri.invalid(path.toString(), "its name is not UTF-8");
      }
      if (!part.getFileName().toString().equals(new String(name, UTF_8))) {
        throw FileUri.invalid(path.toString(), unspeakable());
      }
    }
    return path.toString();
  }

  /** What to say of a name that text cannot spell here. */
  public static String unspeakable() {
    return IS_UTF8_PLATFORM
        ? "must not contain an unpaired surrogate"
        : "cannot be named in this locale ("
            + PLATFORM
            + "); run with a UTF-8 one, such as LC_ALL=C.UTF-8";
  }

  /** Whether the bytes of a name are text. */
  static boolean isUtf8(byte[] name) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(name));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static Path parent(Path part) {
    Path parent = part.getParent();
    return parent == null ? part.getRoot() : parent;
  }

  /** The last name of an absolute path. */
  public static byte[] ofName(Path path) {
    String uri = path.toUri().getRawPath();
    int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
    return PercentEncoding.decode(uri.substring(uri.lastIndexOf('/', end - 1) + 1, end));
  }
}
