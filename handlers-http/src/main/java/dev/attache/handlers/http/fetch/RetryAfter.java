package dev.attache.handlers.http.fetch;

import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** When a server wants to be asked again: seconds or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {

  private static final int MAX_DIGITS = 9;
  private static final long MOST = 999_999_999;

  private RetryAfter() {}

  /** How long to wait from {@code now} on, not less than zero; null if nothing is said. */
  static @Nullable Duration of(Headers headers, Instant now) {
    String value = headers.get("Retry-After");
    if (value == null) {
      return null;
    }
    if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Duration.ofSeconds(value.length() > MAX_DIGITS ? MOST : Long.parseLong(value));
    }
    Instant date = headers.getInstant("Retry-After");
    if (date == null) {
      return null;
    }
    Duration wait = Duration.between(now, date);
    return wait.isNegative() ? Duration.ZERO : wait;
  }
}
