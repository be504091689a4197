package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

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
    assertThat(Durations.format(duration)).isEqualTo(expected);
  }

  @Test
  void writesTheLongestDuration() {
    assertThat(Durations.format(Duration.ofSeconds(Long.MAX_VALUE)))
        .isEqualTo(Long.MAX_VALUE + " s");
  }

  @Test
  void waitsForeverAtMost() {
    var forever = Deadline.after(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(forever.isOver()).isFalse();
    assertThat(forever.remainingNanos()).isPositive();
    assertThat(forever.orEarlier(Deadline.after(Duration.ofSeconds(9))).remainingNanos())
        .isBetween(1L, Duration.ofSeconds(9).toNanos());
  }

  @Test
  void isOverAtOnceWithoutTime() {
    var now = Deadline.after(Duration.ZERO);
    assertThat(now.isOver()).isTrue();
    assertThat(now.remainingNanos()).isZero();
    assertThat(now.orEarlier(Deadline.never())).isEqualTo(now);
    assertThat(Deadline.never().orEarlier(now)).isEqualTo(now);
  }
}
