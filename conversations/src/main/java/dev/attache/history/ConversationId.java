package dev.attache.history;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The name of a conversation within its store: 1 to 64 characters out of a to z, 0 to 9, {@code -},
 * {@code _} and {@code .}, of which the first is a letter or a digit and the last no dot. It is fit
 * for the name of a file on every system, also on Windows, where {@code nul} and {@code com1.old}
 * are devices.
 *
 * @param value the characters
 */
public record ConversationId(String value) implements Comparable<ConversationId> {

  private static final int MAX_LENGTH = 64;
  private static final String RANDOM_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
  private static final int RANDOM_LENGTH = 4;
  private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul");

  /**
   * @throws IllegalArgumentException if the value breaks the rule
   */
  public ConversationId {
    if (!isId(value)) {
      throw new IllegalArgumentException(
          "conversation ("
              + value
              + (isDevice(value)
                  ? ") must not be the name of a device on Windows, such as con, nul or com1"
                  : ") must be 1 to 64 of a-z, 0-9, '-', '_' and '.', the first a letter or a digit,"
                      + " the last no dot"));
    }
  }

  /**
   * Returns the conversation of that name.
   *
   * @throws IllegalArgumentException if the value breaks the rule
   */
  public static ConversationId of(String value) {
    return new ConversationId(value);
  }

  /** Returns the conversation of that name, or nothing if the value breaks the rule. */
  public static Optional<ConversationId> parse(String value) {
    return isId(value) ? Optional.of(new ConversationId(value)) : Optional.empty();
  }

  /** Returns a new name: the time to the second (UTC), by which names sort, and chance. */
  public static ConversationId next(Clock clock) {
    LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    var name = new StringBuilder(24);
    name.append(
        String.format(
            Locale.ROOT,
            "%04d%02d%02d-%02d%02d%02d-",
            now.getYear(),
            now.getMonthValue(),
            now.getDayOfMonth(),
            now.getHour(),
            now.getMinute(),
            now.getSecond()));
    var random = new SecureRandom();
    for (int i = 0; i < RANDOM_LENGTH; i++) {
      name.append(RANDOM_LETTERS.charAt(random.nextInt(RANDOM_LETTERS.length())));
    }
    return new ConversationId(name.toString());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ConversationId id && value.equals(id.value);
  }

  @Override
  public int hashCode() { // what a record has by itself is linked at run time, at each start
    return value.hashCode();
  }

  @Override
  public int compareTo(ConversationId other) {
    return value.compareTo(other.value);
  }

  /** The characters. */
  @Override
  public String toString() {
    return value;
  }

  private static boolean isId(String value) {
    if (value.isEmpty() || value.length() > MAX_LENGTH || !isLetterOrDigit(value.charAt(0))) {
      return false;
    }
    if (value.endsWith(".") || isDevice(value)) {
      return false;
    }
    return value.chars().allMatch(c -> isLetterOrDigit(c) || c == '-' || c == '_' || c == '.');
  }

  /** What stands before the first dot decides. */
  private static boolean isDevice(String value) {
    int dot = value.indexOf('.');
    String name = dot < 0 ? value : value.substring(0, dot);
    boolean isNumbered = name.length() == 4 && name.charAt(3) >= '0' && name.charAt(3) <= '9';
    return isNumbered ? name.startsWith("com") || name.startsWith("lpt") : DEVICES.contains(name);
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
