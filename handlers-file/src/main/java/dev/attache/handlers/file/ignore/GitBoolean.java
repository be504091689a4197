package dev.attache.handlers.file.ignore;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A truth value as git's configuration spells it (git-config(1), "Values"): a word, a name without
 * a value, or a number in the notation of C, with a unit or without, of which only zero is false.
 */
final class GitBoolean {
  private static final Set<String> TRUE = Set.of("true", "yes", "on");
  private static final Set<String> FALSE = Set.of("", "false", "no", "off");
  private static final Pattern NUMBER =
      Pattern.compile("\\s*[+-]?(?:0x([0-9a-f]+)|(0[0-7]*)|([1-9][0-9]*))([kmg]?)");
  private static final BigInteger MAX = BigInteger.valueOf(Integer.MAX_VALUE);

  private GitBoolean() {}

  /** The value that the text spells, null being a name without a value; empty if it is none. */
  static Optional<Boolean> parse(@Nullable String text) {
    String word = text == null ? "true" : text.toLowerCase(Locale.ROOT);
    boolean isTrue = TRUE.contains(word);
    return isTrue || FALSE.contains(word) ? Optional.of(isTrue) : number(word);
  }

  private static Optional<Boolean> number(String text) {
    Matcher matcher = NUMBER.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigInteger value = digits(matcher).shiftLeft(10 * " kmg".indexOf(unit(matcher)));
    return value.compareTo(MAX) > 0 ? Optional.empty() : Optional.of(value.signum() != 0);
  }

  private static BigInteger digits(Matcher number) {
    if (number.group(1) != null) {
      return new BigInteger(number.group(1), 16);
    }
    return number.group(2) != null
        ? new BigInteger(number.group(2), 8)
        : new BigInteger(number.group(3));
  }

  private static char unit(Matcher number) {
    return number.group(4).isEmpty() ? ' ' : number.group(4).charAt(0);
  }
}
