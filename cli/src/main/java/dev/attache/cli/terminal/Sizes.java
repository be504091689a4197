package dev.attache.cli.terminal;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as people write and read them. */
public final class Sizes {

  private static final String UNITS = "KMGT";
  private static final Pattern SIZE =
      Pattern.compile("([0-9]+)\\s*([" + UNITS + "]?)(?:iB|B)?", Pattern.CASE_INSENSITIVE);

  private Sizes() {}

  /**
   * Reads a size: a number of bytes, or one with {@code K}, {@code M}, {@code G} or {@code T},
   * which are powers of 1024.
   *
   * @throws UsageException if it is none, or too large to count
   */
  public static long parse(String option, String size) throws UsageException {
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      throw new UsageException(
          option + " (" + size + ") must be a number of bytes, such as 4096, 512K or 10M");
    }
    String unit = matcher.group(2).toUpperCase(Locale.ROOT);
    int shift = unit.isEmpty() ? 0 : 10 * (UNITS.indexOf(unit) + 1);
    var bytes = new BigInteger(matcher.group(1)).shiftLeft(shift);
    if (bytes.bitLength() >= Long.SIZE) {
      throw new UsageException(option + " (" + size + ") must be less than 8 EiB");
    }
    return bytes.longValue();
  }

  /** Shows a size with at most one decimal: {@code 512 B}, {@code 1.5 KiB}, {@code 10 MiB}. */
  public static String format(long bytes) {
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
