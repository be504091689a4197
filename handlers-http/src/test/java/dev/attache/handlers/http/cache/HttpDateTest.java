package dev.attache.handlers.http.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994"
      })
  void readsAllFormsThatWereEverSent(String text) {
    assertThat(date(text)).isEqualTo(Instant.parse("1994-11-06T08:49:37Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thu, 29 Feb 2024 23:59:59 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Wed, 31 Dec 2025 00:00:01 GMT"
      })
  void agreesWithOkHttp(String text) {
    assertThat(date(text)).isNotNull().isEqualTo(Headers.of("Date", text).getInstant("Date"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "0",
        "Sun, 0x Nov 1994 08:49:37 GMT",
        "Sun, 06 ovD 1994 08:49:37 GMT",
        "Sun, 06-Nov 1994 08-49-37 GMT"
      })
  void leavesWhatIsInAnotherFormToOkHttp(String text) {
    assertThat(date(text)).isEqualTo(Headers.of("Date", text).getInstant("Date"));
  }

  @Test
  void findsNoDateWithoutAHeader() {
    assertThat(HttpDate.of(Headers.of(), "Date")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, 59, 60, 3_600, -1, 1_764_249_071, 1_764_249_060, 253_402_300_799L, 1L << 40})
  void spellsSecondsAsInstantsDo(long second) {
    Instant instant = Instant.ofEpochSecond(second, 999_999_999);
    assertThat(HttpDate.seconds(instant)).isEqualTo(Instant.ofEpochSecond(second).toString());
  }

  private static @Nullable Instant date(String text) {
    return HttpDate.of(Headers.of("Date", text), "Date");
  }
}
