package dev.attache.history;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A word by which an append is known again: a second append with it to the same conversation adds
 * nothing. So whoever does not know what became of one, because a process ended or a connection
 * broke before the answer came, tries it again. Immutable.
 *
 * @param value 1 to 200 visible ASCII characters without quotes and backslashes, such as a UUID
 */
public record AppendToken(String value) {

  /** How many events may come after an append, so that a store surely still knows its token. */
  public static final int REMEMBERED = 1_000;

  private static final Pattern FORM = Pattern.compile("[!#-\\[\\]-~]{1,200}");

  /**
   * Checks the form.
   *
   * @param value any text of that form
   * @throws IllegalArgumentException if it is of another form
   */
  public AppendToken {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "token ("
              + value
              + ") must be 1 to 200 visible ASCII characters without quotes and backslashes");
    }
  }

  /**
   * {@return the token of that value}
   *
   * @param value 1 to 200 visible ASCII characters without quotes and backslashes, the same for
   *     each try
   * @throws IllegalArgumentException if it is none
   */
  public static AppendToken of(String value) {
    return new AppendToken(value);
  }

  /** {@return a token that nobody else has} */
  public static AppendToken random() {
    return new AppendToken(UUID.randomUUID().toString());
  }

  @Override
  public String toString() {
    return value;
  }
}
