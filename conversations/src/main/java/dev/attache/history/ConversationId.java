package dev.attache.history;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name of a conversation within its store: 1 to 100 characters out of A to Z, a to z, 0 to 9,
 * {@code -}, {@code _}, {@code .}, {@code @} and {@code +}, of which the first is a letter or a
 * digit and the last no dot: {@code User-42}, a UUID, most e-mail addresses. No shell takes
 * anything of it for something else. Capital and small letters make different names; a store in
 * files has to see to that. Immutable.
 *
 * @param value the characters
 */
public record ConversationId(String value) implements Comparable<ConversationId> {

  private static final int MAX_LENGTH = 100;
  private static final String MARKS = "-_.@+";
  private static final String RANDOM_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
  private static final int RANDOM_LENGTH = 4;

  /**
   * Checks the rule.
   *
   * @param value the characters
   * @throws IllegalArgumentException if the value breaks the rule
   */
  public ConversationId {
    if (!isId(value)) {
      throw new IllegalArgumentException(
          "conversation ("
              + value
              + ") must be 1 to 100 of A-Z, a-z, 0-9, '-', '_', '.', '@' and '+', the first a letter"
              + " or a digit, the last no dot");
    }
  }

  /**
   * {@return the conversation of that name}
   *
   * @param value the name, as the user or a program spells it
   * @throws IllegalArgumentException if the value breaks the rule
   */
  public static ConversationId of(String value) {
    return new ConversationId(value);
  }

  /**
   * {@return the conversation of that name, or nothing if the value breaks the rule}
   *
   * @param value any text
   */
  public static Optional<ConversationId> parse(String value) {
    return isId(value) ? Optional.of(new ConversationId(value)) : Optional.empty();
  }

  /**
   * {@return a new name: the time to the second (UTC), by which names sort, and chance}
   *
   * @param clock what tells the time; its zone does not matter
   */
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
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!isLetterOrDigit(c) && MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return !value.endsWith(".");
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
