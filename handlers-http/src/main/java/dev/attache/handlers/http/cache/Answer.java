package dev.attache.handlers.http.cache;

import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a server, or one that the cache kept. Immutable until it is closed.
 *
 * @param status the status code
 * @param headers the headers
 * @param body the decoded body; empty unless the status says that it is a representation
 * @param fetchedAt when the body came from the server
 * @param confirmedAt when the server last said that it is still the same; with a fresh answer, when
 *     it was fetched
 */
public record Answer(int status, Headers headers, Body body, Instant fetchedAt, Instant confirmedAt)
    implements AutoCloseable {

  private static final int MAX_RETRY_DIGITS = 9;
  private static final long MOST_SECONDS = 999_999_999;

  /** {@return whether it leads elsewhere, with a method that stays GET (RFC 9110, section 15.4)} */
  public boolean isRedirect() {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  /** {@return whether there is a representation of the resource, which may be empty} */
  public boolean isRepresentation() {
    return status == 200 || isEmpty();
  }

  /** RFC 9110, sections 15.3.5 and 15.3.6: success, and nothing to show. */
  boolean isEmpty() {
    return status == 204 || status == 205;
  }

  /** {@return whether the server says that what is kept is still the same} */
  public boolean isNotModified() {
    return status == 304;
  }

  /** {@return whether the server would rather be asked later} */
  public boolean isBusy() {
    return status == 429 || status == 503;
  }

  /**
   * {@return how long from {@code now} on the server wants not to be asked again: seconds or a date
   * (RFC 9110, section 10.2.3), not less than zero; null if nothing is said}
   *
   * @param now the time that a date in the header is compared with
   */
  public @Nullable Duration retryAfter(Instant now) {
    String value = headers.get("Retry-After");
    if (value == null) {
      return null;
    }
    if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Duration.ofSeconds(
          value.length() > MAX_RETRY_DIGITS ? MOST_SECONDS : Long.parseLong(value));
    }
    Instant date = headers.getInstant("Retry-After");
    if (date == null) {
      return null;
    }
    Duration wait = Duration.between(now, date);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  @Override
  public void close() {
    body.close();
  }
}
