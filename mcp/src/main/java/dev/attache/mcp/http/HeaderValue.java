package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** The spelling of any text as the value of an HTTP header (2026-07-28, "Value Encoding"). */
final class HeaderValue {

  private static final String PREFIX = "=?base64?";
  private static final String SUFFIX = "?=";

  private HeaderValue() {}

  /**
   * Returns the text as it is if a header can hold it and nobody can take it for an encoded one.
   */
  static String encode(String text) {
    if (isPlain(text) && !(text.startsWith(PREFIX) && text.endsWith(SUFFIX))) {
      return text;
    }
    return PREFIX + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + SUFFIX;
  }

  private static boolean isPlain(String text) {
    if (text.startsWith(" ") || text.endsWith(" ")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }
}
