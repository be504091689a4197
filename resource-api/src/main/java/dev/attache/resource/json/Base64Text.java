package dev.attache.resource.json;

import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes as text (RFC 4648), read as leniently as is safe: either alphabet, white space anywhere,
 * padding or none at the end, and behind the beginning of a {@code data:} URL (RFC 2397), which
 * some write before it.
 */
public final class Base64Text {

  private static final Pattern DATA_URL = Pattern.compile("\\s*data:[^,]{0,200};base64,");

  private Base64Text() {}

  /**
   * {@return whether a text is a {@code data:} URL, which MCP does not have in place of Base64}
   *
   * @param text in any form
   */
  public static boolean isUrl(String text) {
    return DATA_URL.matcher(text).lookingAt();
  }

  /**
   * {@return the bytes that a text spells}
   *
   * @param text in Base64 or its alphabet for URLs
   * @throws IllegalArgumentException if it spells none, saying where
   */
  public static byte[] decode(String text) {
    byte[] digits = new byte[text.length()];
    int length = 0;
    int padding = -1;
    Matcher url = DATA_URL.matcher(text);
    for (int i = url.lookingAt() ? url.end() : 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        continue;
      }
      if (c == '=') {
        padding = padding < 0 ? i : padding;
        continue;
      }
      if (padding >= 0) {
        throw new IllegalArgumentException("continues after its padding at " + padding);
      }
      digits[length++] = digit(c, i);
    }
    if (length % 4 == 1) {
      throw new IllegalArgumentException("ends within a byte at " + text.length());
    }
    return Base64.getDecoder().decode(Arrays.copyOf(digits, length));
  }

  private static byte digit(char c, int index) {
    if (c == '-' || c == '_') {
      return (byte) (c == '-' ? '+' : '/');
    }
    boolean isDigit =
        (c >= 'A' && c <= 'Z')
            || (c >= 'a' && c <= 'z')
            || (c >= '0' && c <= '9')
            || c == '+'
            || c == '/';
    if (!isDigit) {
      throw new IllegalArgumentException("has an invalid base64 digit at " + index);
    }
    return (byte) c;
  }
}
