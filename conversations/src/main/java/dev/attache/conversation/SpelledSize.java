package dev.attache.conversation;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A number of bytes as people write it: {@code 4096}, {@code 64K}, {@code 1 MiB}. */
final class SpelledSize {

  private static final String UNITS = "KMGT";

  private SpelledSize() {}

  /** Returns the number of bytes, a Long; null if it spells none, or one too large to count. */
  static @Nullable Object parse(String spelled) {
    int digits = 0;
    while (digits < spelled.length()
        && spelled.charAt(digits) >= '0'
        && spelled.charAt(digits) <= '9') {
      digits++;
    }
    int shift = shift(spelled.substring(digits).strip().toUpperCase(Locale.ROOT));
    if (digits == 0 || shift < 0) {
      return null;
    }
    try {
      long number = Long.parseLong(spelled.substring(0, digits));
      return number <= Long.MAX_VALUE >> shift ? (Object) (number << shift) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The power of two that a unit is; negative if there is no such unit. */
  private static int shift(String unit) {
    String letter =
        unit.endsWith("IB")
            ? unit.substring(0, unit.length() - 2)
            : unit.endsWith("B") ? unit.substring(0, unit.length() - 1) : unit;
    if (letter.isEmpty()) {
      return unit.equals("IB") ? -1 : 0;
    }
    return letter.length() == 1 && UNITS.contains(letter) ? 10 * (UNITS.indexOf(letter) + 1) : -1;
  }
}
