package dev.attache.support.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/**
 * A percent-encoding (RFC 3986): ASCII letters, digits and some marks stand for themselves, and all
 * else is written as upper-case {@code %XX} of its UTF-8 bytes. Immutable and thread-safe.
 */
public final class PercentEncoding {

  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private final boolean[] isKept = new boolean[128];

  private PercentEncoding(String marks) {
    for (char c = 0; c < isKept.length; c++) {
      isKept[c] =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || marks.indexOf(c) >= 0;
    }
  }

  /**
   * {@return the encoding that keeps these marks, all of them ASCII, besides letters and digits}
   *
   * @param marks each char of it is kept, such as {@code -._~/}
   */
  public static PercentEncoding keeping(String marks) {
    return new PercentEncoding(marks);
  }

  /**
   * {@return a text with its UTF-8 bytes encoded; the same object if none has to be}
   *
   * @param text any text; half characters become question marks
   */
  public String encode(String text) {
    return keepsAll(text) ? text : encode(text.getBytes(UTF_8));
  }

  /**
   * {@return whether nothing in a text has to be encoded}
   *
   * @param text any text
   */
  public boolean keepsAll(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!keeps(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return bytes as the text that encodes them, whether or not they are UTF-8}
   *
   * @param bytes any bytes
   */
  public String encode(byte[] bytes) {
    var encoded = new StringBuilder(bytes.length + 16);
    for (byte b : bytes) {
      if (b >= 0 && isKept[b]) {
        encoded.append((char) b);
      } else {
        appendByte(encoded, b);
      }
    }
    return encoded.toString();
  }

  private boolean keeps(char c) {
    return c < isKept.length && isKept[c];
  }

  /**
   * Appends a byte as {@code %XX}.
   *
   * @param encoded takes three characters
   * @param b any byte, also one that would be kept
   */
  public static void appendByte(StringBuilder encoded, byte b) {
    encoded.append('%').append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
  }

  /**
   * {@return the bytes of a text with every escape as the byte that it is} All else becomes its
   * UTF-8 bytes, also a percent sign that begins no escape.
   *
   * @param text any text; the case of escapes does not matter
   */
  public static byte[] decode(String text) {
    var bytes = new ByteArrayOutputStream(text.length());
    int plain = 0;
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at)) {
      int value = byteAt(text, at);
      if (value < 0) {
        at++;
        continue;
      }
      bytes.writeBytes(text.substring(plain, at).getBytes(UTF_8));
      bytes.write(value);
      at += 3;
      plain = at;
    }
    bytes.writeBytes(text.substring(plain).getBytes(UTF_8));
    return bytes.toByteArray();
  }

  /**
   * {@return the byte whose escape begins there, from 0 to 255; -1 if none does}
   *
   * @param text any text
   * @param index where the percent sign would be
   */
  public static int byteAt(String text, int index) {
    if (index + 2 >= text.length() || text.charAt(index) != '%') {
      return -1;
    }
    int high = digit(text.charAt(index + 1));
    int low = digit(text.charAt(index + 2));
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  /** The value of an ASCII hexadecimal digit, or -1; {@link Character#digit} takes others too. */
  private static int digit(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
