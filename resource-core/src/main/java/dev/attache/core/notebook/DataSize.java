package dev.attache.core.notebook;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The size of data in a notebook: Base64, but for what is text. */
final class DataSize {

  private DataSize() {}

  /** The bytes that a value of some type stands for. */
  static long of(String mimeType, String value) {
    boolean isText =
        mimeType.startsWith("text/") || mimeType.endsWith("xml") || mimeType.endsWith("json");
    return isText ? value.getBytes(UTF_8).length : decoded(value);
  }

  private static long decoded(String base64) {
    long digits = 0;
    for (int i = 0; i < base64.length(); i++) {
      char c = base64.charAt(i);
      digits += c > ' ' && c != '=' ? 1 : 0;
    }
    return digits * 3 / 4;
  }
}
