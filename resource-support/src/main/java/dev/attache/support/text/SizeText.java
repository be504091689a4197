package dev.attache.support.text;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers of bytes as people write and read them; the units are powers of 1024. */
public final class SizeText {

  private static final String UNITS = "KMGT";
  private static final Pattern SIZE =
      Pattern.compile("([0-9]+)\\s*([" + UNITS + "]?)(?:iB|B)?", Pattern.CASE_INSENSITIVE);

  private SizeText() {}

  /**
   * {@return the bytes that a size stands for, written as a number of bytes, or of {@code K},
   * {@code M}, {@code G} or {@code T}: {@code 4096}, {@code 512K}, {@code 1 MiB}; null if it is no
   * size} It may be larger than any file.
   *
   * @param size as the user wrote it, the unit in either case
   */
  public static @Nullable BigInteger parse(String size) {
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      return null;
    }
    String unit = matcher.group(2).toUpperCase(Locale.ROOT);
    int shift = unit.isEmpty() ? 0 : 10 * (UNITS.indexOf(unit) + 1);
    return new BigInteger(matcher.group(1)).shiftLeft(shift);
  }

  /**
   * {@return a size with at most one decimal: {@code 512 B}, {@code 1.5 KiB}, {@code 10 MiB}}
   *
   * @param bytes not negative
   */
  public static String of(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = 0;
    double size = bytes / 1024.0;
    while (size >= 1023.95 && unit < UNITS.length() - 1) {
      size /= 1024;
      unit++;
    }
    String number = String.format(Locale.ROOT, "%.1f", size);
    String shown = number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    return shown + " " + UNITS.charAt(unit) + "iB";
  }
}
