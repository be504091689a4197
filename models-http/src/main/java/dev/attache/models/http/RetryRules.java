package dev.attache.models.http;

import dev.attache.model.call.ModelException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a request goes out again: after 408, 409, 429, 5xx and what says that a
 * provider is overloaded, and where a connection broke before anything was answered. It waits as
 * long as the server says, or a second, then two, then four.
 */
final class RetryRules {

  private final ModelExchange exchange;

  RetryRules(ModelExchange exchange) {
    this.exchange = exchange;
  }

  /** Something that is tried. */
  interface Attempt<T> {
    T run() throws ModelException;
  }

  /** Tries something until it succeeds, cannot succeed, or was tried often enough. */
  <T> T within(Attempt<T> attempt) throws ModelException {
    for (int tried = 1; ; tried++) {
      try {
        return attempt.run();
      } catch (ModelException e) {
        Duration pause = tried < exchange.settings().tries() ? pause(tried, e) : null;
        if (pause == null) {
          throw e;
        }
        exchange.settings().retryListener().retrying(tried, pause, e);
        exchange.pause(pause);
      }
    }
  }

  /** How long to wait before another try; null if there is to be none. */
  private @Nullable Duration pause(int tried, ModelException e) {
    boolean isPassing =
        switch (e.kind()) {
          case RATE_LIMIT, OVERLOADED -> true;
          case NETWORK -> ConnectionTrouble.isPassing(e.getCause());
          default -> false;
        };
    boolean isRefused = "false".equals(exchange.shouldRetry());
    if (!isPassing || isRefused) {
      return null;
    }
    Duration longest = exchange.settings().longestPause();
    Duration wanted = e.retryAfter();
    if (wanted != null) {
      return wanted.compareTo(longest) > 0 ? null : wanted;
    }
    Duration pause = exchange.settings().firstPause().multipliedBy(1L << Math.min(tried - 1, 16));
    Duration bounded = pause.compareTo(longest) > 0 ? longest : pause;
    long millis = bounded.toMillis();
    long less = ThreadLocalRandom.current().nextLong(millis / 4 + 1); // not all at the same time
    return bounded.minusMillis(less);
  }

  /** Reads how long a server asks to wait (RFC 9110, 10.2.3); null if it does not. */
  static @Nullable Duration retryAfter(Headers headers) {
    String millis = headers.get("retry-after-ms");
    if (millis != null && millis.matches("[0-9]{1,9}(\\.[0-9]+)?")) {
      return Duration.ofMillis((long) Math.ceil(Double.parseDouble(millis)));
    }
    String after = headers.get("Retry-After");
    if (after == null) {
      return null;
    } else if (after.matches("[0-9]{1,9}(\\.[0-9]+)?")) {
      return Duration.ofMillis((long) Math.ceil(1000 * Double.parseDouble(after)));
    }
    try {
      Instant date = ZonedDateTime.parse(after, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(Instant.now(), date);
      return left.isNegative() ? Duration.ZERO : left;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
