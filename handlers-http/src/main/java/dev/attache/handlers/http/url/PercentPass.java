package dev.attache.handlers.http.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.text.PercentEncoding;

/**
 * One pass over a path or a query that leaves one spelling of every character.
 *
 * <p>What the WHATWG standard encodes there is encoded as UTF-8. Escapes of unreserved characters
 * are decoded, once; the digits of the others become upper case. A percent sign that begins no
 * escape stays.
 *
 * <p>A hexadecimal digit stays encoded where, decoded, it would join such a percent sign in a new
 * escape: {@code %%34%31} must not become {@code %41}, which is another spelling of {@code A}. So
 * the escapes of the result are those of the text, none of them can be decoded, and a second pass
 * changes nothing.
 */
final class PercentPass {

  private final String encoded; // printable ASCII characters that must not stand for themselves
  private final StringBuilder out;
  private int stray = Integer.MIN_VALUE / 2; // where in out the last sign without an escape is

  private PercentPass(String encoded, int length) {
    this.encoded = encoded;
    this.out = new StringBuilder(length + 16);
  }

  /** Returns the canonical spelling of a path; slashes and backslashes stay. */
  static String path(String path) {
    return isPlain(path) ? path : new PercentPass(" \"#<>?^`{}", path.length()).run(path);
  }

  /** Returns the canonical spelling of a query. */
  static String query(String query) {
    return new PercentPass(" \"#<>'", query.length()).run(query);
  }

  /** Decodes every escape of a host; what is not UTF-8 becomes U+FFFD, which no host may hold. */
  static String decode(String host) {
    return host.indexOf('%') < 0 ? host : new String(PercentEncoding.decode(host), UTF_8);
  }

  private String run(String text) {
    int at = 0;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (character == '%') {
        at += escape(text, at);
      } else {
        at += Character.charCount(character);
        literal(character);
      }
    }
    return out.toString();
  }

  /** Takes the percent sign at that index, with its digits; returns how much was taken. */
  private int escape(String text, int at) {
    int value = PercentEncoding.byteAt(text, at);
    if (value < 0) {
      stray = out.length();
      out.append('%');
      return 1;
    }
    if (isUnreserved(value) && !joinsStray(value)) {
      out.append((char) value);
    } else {
      PercentEncoding.appendByte(out, (byte) value);
    }
    return 3;
  }

  private boolean joinsStray(int value) {
    int length = out.length();
    return digit(value) >= 0
        && (stray == length - 1 || (stray == length - 2 && digit(out.charAt(length - 1)) >= 0));
  }

  private void literal(int character) {
    if (character > ' ' && character < 0x7f && encoded.indexOf(character) < 0) {
      out.append((char) character);
      return;
    }
    for (byte b : Character.toString(character).getBytes(UTF_8)) {
      PercentEncoding.appendByte(out, b);
    }
  }

  /** Whether all characters stand for themselves anywhere, as in most paths. */
  private static boolean isPlain(String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c != '/' && !isUnreserved(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  /** The value of an ASCII hexadecimal digit, or -1; {@link Character#digit} takes others too. */
  private static int digit(int c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
