package dev.attache.handlers.http.url;

import dev.attache.resource.ResourceException;

/**
 * What a model may not put into a URL, wherever it stands: characters that parsers drop or turn
 * into others, so that two readers see two URLs.
 */
final class StrictUrlText {

  private StrictUrlText() {}

  /**
   * @throws ResourceException with the first rule that the text breaks
   */
  static void check(String text) throws ResourceException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029) {
        throw WebUrlParser.invalid("must not hold control characters (at " + i + ")");
      }
    }
    if (!text.equals(text.strip())) {
      throw WebUrlParser.invalid("must not begin or end with a blank");
    }
    int backslash = text.indexOf('\\');
    if (backslash >= 0) {
      throw WebUrlParser.invalid(
          "must not hold a backslash (at " + backslash + "); write / or %5C");
    }
  }
}
