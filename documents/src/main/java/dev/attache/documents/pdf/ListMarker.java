package dev.attache.documents.pdf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands before an item of a list: a bullet, or a number or letter with a dot or bracket. */
final class ListMarker {

  private static final Pattern BULLET =
      Pattern.compile(
          "^(?:[\\u2022\\u25cf\\u25cb\\u25e6\\u25aa\\u25a0\\u25a1\\u2023\\u2043\\u27a2\\u2713\\u2714\\uf0b7\\uf0a7\\uf076\\uf0d8·►▸❖]|[-–—*o](?=\\s))\\s*");

  private static final Pattern NUMBER =
      Pattern.compile("^(?:\\(?(?:\\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])(?=\\s)\\s*");

  private static final Pattern ALONE = Pattern.compile("\\(?(?:\\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]");

  private ListMarker() {}

  /** The marker at the beginning of a text with the spaces behind it, or an empty text. */
  static String of(String text) {
    Matcher bullet = BULLET.matcher(text);
    if (bullet.find()) {
      return bullet.group();
    }
    Matcher number = NUMBER.matcher(text);
    return number.find() ? number.group() : "";
  }

  static boolean isOnly(String text) {
    return ALONE.matcher(text).matches() || BULLET.matcher(text + " ").matches();
  }

  static boolean isBullet(String marker) {
    return BULLET.matcher(marker).matches();
  }
}
