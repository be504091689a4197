package dev.attache.handlers.http.cache;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A reader of dates in headers (RFC 9110, section 5.6.7): the form that is sent today without
 * OkHttp, whose formatter costs much where all else is small; the older ones with it.
 */
public final class HttpDate {

  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  /** The second that was spelled last: many answers come in one. */
  private static volatile @Nullable Second last;

  private HttpDate() {}

  /**
   * {@return the date that a header holds; null if there is none}
   *
   * @param headers those of a request or an answer
   * @param name the header, in any case
   */
  public static @Nullable Instant of(Headers headers, String name) {
    String text = headers.get(name);
    Instant preferred = text == null ? null : preferred(text);
    return preferred == null && text != null ? headers.getInstant(name) : preferred;
  }

  /**
   * {@return an instant to the second, {@code 1994-11-06T08:49:37Z}, as {@link Instant#toString}
   * spells it, but without a formatter}
   *
   * @param instant any of the years that a date may have
   */
  public static String seconds(Instant instant) {
    Second known = last;
    if (known == null || known.epoch != instant.getEpochSecond()) {
      known = Second.of(instant.getEpochSecond());
      last = known;
    }
    return known.text;
  }

  /** A second and how it is spelled. */
  private record Second(long epoch, String text) {

    static Second of(long epoch) {
      String text = LocalDateTime.ofEpochSecond(epoch, 0, ZoneOffset.UTC).toString();
      boolean isWhole = text.indexOf(':') == text.lastIndexOf(':'); // a minute
      return new Second(epoch, (isWhole ? text + ":00" : text) + "Z");
    }
  }

  /** Reads {@code Sun, 06 Nov 1994 08:49:37 GMT}; null if it looks otherwise. */
  private static @Nullable Instant preferred(String text) {
    if (text.length() != 29 || !text.startsWith(", ", 3) || !text.endsWith(" GMT")) {
      return null;
    }
    int month = MONTHS.indexOf(text.substring(8, 11));
    boolean separated =
        text.charAt(7) == ' '
            && text.charAt(11) == ' '
            && text.charAt(16) == ' '
            && text.charAt(19) == ':'
            && text.charAt(22) == ':';
    if (month < 0 || month % 3 != 0 || !separated) {
      return null;
    }
    try {
      return LocalDateTime.of(
              number(text, 12, 16),
              month / 3 + 1,
              number(text, 5, 7),
              number(text, 17, 19),
              number(text, 20, 22),
              number(text, 23, 25))
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The number that these digits are; one that no date has if they are none. */
  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MIN_VALUE;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
