package dev.attache.support.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of tokens as people write and read them: {@code 870}, {@code 3.1k}, {@code 29k}, {@code
 * 1.2M}. The units are powers of 1000.
 */
public final class TokenText {

  private static final Pattern NUMBER =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)([kM]?)", Pattern.CASE_INSENSITIVE);

  private TokenText() {}

  /**
   * {@return the tokens that a whole number of them stands for, with or without a unit; null if it
   * is none, or 0}
   *
   * @param spelled as the user wrote it: {@code 870}, {@code 3.1k}, {@code 1.2M}
   */
  public static @Nullable Long parse(String spelled) {
    Matcher matcher = NUMBER.matcher(spelled);
    if (!matcher.matches()) {
      return null;
    }
    int zeros =
        switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 3;
          case "m" -> 6;
          default -> 0;
        };
    BigDecimal number = new BigDecimal(matcher.group(1)).scaleByPowerOfTen(zeros);
    boolean isWhole = number.stripTrailingZeros().scale() <= 0;
    return isWhole && number.signum() > 0 ? Long.valueOf(number.longValueExact()) : null;
  }

  /**
   * {@return a number with two digits or more that count}
   *
   * @param tokens not negative
   */
  public static String of(long tokens) {
    if (tokens < 1000) {
      return Long.toString(tokens);
    }
    return tokens < 999_500 ? scaled(tokens / 1e3, "k") : scaled(tokens / 1e6, "M");
  }

  /**
   * {@return the number with its unit, and says if it is an estimate: {@code ≈ 29k tokens}}
   *
   * @param tokens not negative
   * @param isExact whether they were counted, and are written in full
   */
  public static String counted(long tokens, boolean isExact) {
    String unit = tokens == 1 ? " token" : " tokens";
    return isExact ? tokens + unit : "≈ " + of(tokens) + unit;
  }

  private static String scaled(double number, String unit) {
    return String.format(Locale.ROOT, number < 9.95 ? "%.1f%s" : "%.0f%s", number, unit);
  }
}
