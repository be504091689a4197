package dev.attache.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void waitsForeverAtMost() {
    var clock = new ManualClock();
    var forever = Deadline.after(Duration.ofSeconds(Long.MAX_VALUE), clock);
    assertThat(forever.isOver()).isFalse();
    assertThat(forever.remainingNanos()).isPositive();
    var soon = Deadline.after(Duration.ofSeconds(9), clock);
    assertThat(forever.orEarlier(soon)).isEqualTo(soon);
    assertThat(soon.remainingNanos()).isEqualTo(Duration.ofSeconds(9).toNanos());
    clock.advance(Duration.ofDays(10_000));
    assertThat(forever.isOver()).isFalse();
    assertThat(soon.isOver()).isTrue();
    assertThat(soon.remainingNanos()).isZero();
  }

  @Test
  void isOverAtOnceWithoutTime() {
    var now = Deadline.after(Duration.ZERO);
    assertThat(now.isOver()).isTrue();
    assertThat(now.remainingNanos()).isZero();
    assertThat(now.orEarlier(Deadline.never(Deadline.CLOCK))).isEqualTo(now);
    assertThat(Deadline.never(Deadline.CLOCK).orEarlier(now)).isEqualTo(now);
  }
}
