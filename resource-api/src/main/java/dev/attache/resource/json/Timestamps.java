package dev.attache.resource.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Instant;
import java.util.Optional;

/**
 * Moments as RFC 3339 writes them, in UTC. Java's formatter is general, and so takes longer, both
 * ways, than all the rest of a resource's JSON; at the start of a program it loads 60 classes.
 */
public final class Timestamps {

  /** The second with which the year 10000 begins. */
  private static final long YEAR_10000 = 253_402_300_800L;

  private static final int DAY = 86_400;

  /** From the first of March of the year 0 to the beginning of 1970. */
  private static final int DAYS_BEFORE_1970 = 719_468;

  /** The 400 years after which the calendar repeats. */
  private static final int CYCLE = 146_097;

  private static final int FRACTION = 19;
  private static final int DIGITS_OF_NANOS = 9;

  private Timestamps() {}

  /**
   * {@return the same as {@link Instant#toString}}
   *
   * @param instant any moment
   */
  public static String format(Instant instant) {
    long second = instant.getEpochSecond();
    return second < 0 || second >= YEAR_10000
        ? instant.toString()
        : format((int) (second / DAY), (int) (second % DAY), instant.getNano());
  }

  /** Counts days in the 400 years, from March to March. */
  private static String format(int day, int second, int nano) {
    int fromYear0 = day + DAYS_BEFORE_1970;
    int ofCycle = fromYear0 % CYCLE;
    int year = (ofCycle - ofCycle / 1_460 + ofCycle / 36_524 - ofCycle / 146_096) / 365;
    int ofYear = ofCycle - (365 * year + year / 4 - year / 100);
    int month = (5 * ofYear + 2) / 153; // 0 is March
    boolean isNextYear = month >= 10;
    byte[] text = "0000-00-00T00:00:00.000000000Z".getBytes(ISO_8859_1);
    put(400 * (fromYear0 / CYCLE) + year + (isNextYear ? 1 : 0), text, 0, 4);
    put(isNextYear ? month - 9 : month + 3, text, 5, 2);
    put(ofYear - (153 * month + 2) / 5 + 1, text, 8, 2);
    put(second / 3_600, text, 11, 2);
    put(second / 60 % 60, text, 14, 2);
    put(second % 60, text, 17, 2);
    put(nano, text, 20, 9);
    int end = nano == 0 ? FRACTION : nano % 1_000_000 == 0 ? 23 : nano % 1_000 == 0 ? 26 : 29;
    text[end] = 'Z';
    return new String(text, 0, end + 1, ISO_8859_1);
  }

  private static void put(int value, byte[] text, int start, int digits) {
    int rest = value;
    for (int i = start + digits - 1; i >= start; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /**
   * {@return the moment that a text in the form of {@link #format} names, with any number of digits
   * after its seconds; nothing if it has another form, such as another offset or a year of five
   * digits, or names no moment}
   *
   * @param text such as {@code 2026-01-02T03:04:05.678Z}
   */
  public static Optional<Instant> parse(String text) {
    int end = text.length() - 1;
    boolean isOfForm =
        end >= FRACTION
            && text.charAt(4) == '-'
            && text.charAt(7) == '-'
            && text.charAt(10) == 'T'
            && text.charAt(13) == ':'
            && text.charAt(16) == ':'
            && text.charAt(end) == 'Z';
    if (!isOfForm) {
      return Optional.empty();
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 2);
    int day = number(text, 8, 2);
    int hour = number(text, 11, 2);
    int minute = number(text, 14, 2);
    int second = number(text, 17, 2);
    int nano = nano(text, end);
    boolean isMoment =
        (year | hour | minute | second | nano) >= 0
            && month >= 1
            && month <= 12
            && day >= 1
            && day <= days(year, month)
            && hour < 24
            && minute < 60
            && second < 60; // a leap second is no second of an Instant
    return isMoment
        ? Optional.of(
            Instant.ofEpochSecond(
                epochDay(year, month, day) * DAY + hour * 3_600L + minute * 60L + second, nano))
        : Optional.empty();
  }

  /** Reads digits; -1 if something else stands there. */
  private static int number(String text, int start, int digits) {
    int number = 0;
    for (int i = start; i < start + digits; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = 10 * number + (c - '0');
    }
    return number;
  }

  private static int nano(String text, int end) {
    if (end == FRACTION) {
      return 0;
    }
    int digits = end - FRACTION - 1;
    if (text.charAt(FRACTION) != '.' || digits < 1 || digits > DIGITS_OF_NANOS) {
      return -1;
    }
    int nano = number(text, FRACTION + 1, digits);
    for (int i = digits; i < DIGITS_OF_NANOS; i++) {
      nano *= 10; // what is no number stays below 0
    }
    return nano;
  }

  private static int days(int year, int month) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  /** Counts from March, as {@link #format}. */
  private static long epochDay(int year, int month, int day) {
    boolean isNextYear = month <= 2;
    int from400 = year + 400 - (isNextYear ? 1 : 0); // so that no year is negative
    int ofCycle = from400 % 400;
    int ofYear = (153 * (isNextYear ? month + 9 : month - 3) + 2) / 5 + day - 1;
    int days = 365 * ofCycle + ofCycle / 4 - ofCycle / 100 + ofYear;
    return (long) CYCLE * (from400 / 400 - 1) + days - DAYS_BEFORE_1970;
  }
}
