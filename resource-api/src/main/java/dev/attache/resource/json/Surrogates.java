package dev.attache.resource.json;

/** Halves of characters in JSON, which models write now and then. */
final class Surrogates {

  private static final int ESCAPE_LENGTH = 6;

  private Surrogates() {}

  /**
   * Returns the same JSON with the surrogates themselves in place of their escapes: Jackson refuses
   * the escape of a half in the name of a field.
   */
  static String unescaped(String json) {
    if (json.indexOf('\\') < 0 || (!json.contains("\\ud") && !json.contains("\\uD"))) {
      return json;
    }
    var plain = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); ) {
      if (isEscape(json, i)) {
        plain.append((char) Integer.parseInt(json, i + 2, i + ESCAPE_LENGTH, 16));
        i += ESCAPE_LENGTH;
      } else {
        int end = Math.min(json.length(), json.charAt(i) == '\\' ? i + 2 : i + 1);
        plain.append(json, i, end);
        i = end;
      }
    }
    return plain.toString();
  }

  /** Whether there is {@code \}{@code ud800} to {@code \}{@code udfff}. */
  private static boolean isEscape(String json, int i) {
    return json.length() - i >= ESCAPE_LENGTH
        && json.charAt(i) == '\\'
        && json.charAt(i + 1) == 'u'
        && Character.digit(json.charAt(i + 2), 16) == 0xd
        && Character.digit(json.charAt(i + 3), 16) >= 8
        && isHex(json.charAt(i + 2))
        && isHex(json.charAt(i + 3))
        && isHex(json.charAt(i + 4))
        && isHex(json.charAt(i + 5));
  }

  private static boolean isHex(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }
}
