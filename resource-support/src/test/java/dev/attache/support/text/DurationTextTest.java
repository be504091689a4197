package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT0.001S, 1 ms",
    "PT0.9999S, 999 ms",
    "PT1S, 1 s",
    "PT1.5S, 1500 ms",
    "PT30S, 30 s",
    "PT2M, 120 s",
    "PT-1S, -1 s",
  })
  void writesSecondsWhereTheyAreWholeAndElseMilliseconds(Duration duration, String expected) {
    assertThat(DurationText.exact(duration)).isEqualTo(expected);
  }

  @Test
  void writesTheLongestDuration() {
    assertThat(DurationText.exact(Duration.ofSeconds(Long.MAX_VALUE)))
        .isEqualTo(Long.MAX_VALUE + " s");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT59S, 59 s",
    "PT1M, 1 min",
    "PT61S, 1 min 1 s",
    "PT3H20M9S, 3 h 20 min",
    "PT24H, 1 day",
    "PT49H59M, 2 days 1 h",
  })
  void writesTheTwoLargestUnits(Duration duration, String expected) {
    assertThat(DurationText.rough(duration)).isEqualTo(expected);
  }
}
