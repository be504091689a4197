package dev.attache.resource.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @Test
  void readsAndWritesEveryMomentAsInstantsDo() {
    var random = new Random(7);
    for (long second = -62_167_219_200L; second < 253_402_300_800L; second += day(random)) {
      for (int nano :
          List.of(0, random.nextInt(1_000) * 1_000_000, random.nextInt(1_000_000_000))) {
        Instant moment = Instant.ofEpochSecond(second, nano);
        assertThat(Timestamps.format(moment)).isEqualTo(moment.toString());
        assertThat(Timestamps.parse(moment.toString())).contains(moment);
      }
    }
  }

  /** Up to 100 days: within 10,000 years, each day of the calendar comes up. */
  private static int day(Random random) {
    return 1 + random.nextInt(100 * 86_400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-02T03:04:05.6Z",
        "2026-01-02T03:04:05.67Z",
        "2026-01-02T03:04:05.6789Z",
        "2026-01-02T03:04:05.678901234Z",
        "0000-02-29T00:00:00Z",
        "2000-02-29T23:59:59Z",
        "9999-12-31T23:59:59.999999999Z"
      })
  void readsAnyNumberOfDigitsAfterTheSeconds(String text) {
    assertThat(Timestamps.parse(text)).contains(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-01-02",
        "2026-01-02T03:04Z",
        "2026-01-02T03:04:05",
        "2026-01-02T03:04:05z",
        "2026-01-02t03:04:05Z",
        "2026-01-02T03:04:05+01:00",
        "2026-01-02T03:04:05.Z",
        "2026-01-02T03:04:05,6Z",
        "2026-01-02T03:04:05.6789012345Z",
        "2026-01-02T03:04:05.-1Z",
        "2026-1-02T03:04:05.6Z",
        "-026-01-02T03:04:05Z",
        "+2026-01-02T03:04:05Z",
        "2026-00-02T03:04:05Z",
        "2026-13-02T03:04:05Z",
        "2026-01-00T03:04:05Z",
        "2026-01-32T03:04:05Z",
        "2026-04-31T03:04:05Z",
        "2026-02-29T03:04:05Z",
        "2100-02-29T03:04:05Z",
        "2026-01-02T24:00:00Z",
        "2026-01-02T03:60:00Z",
        "2026-01-02T23:59:60Z",
        "2026-01-02T03:04:0\u0665Z"
      })
  void leavesAllElseToOthers(String text) {
    assertThat(Timestamps.parse(text)).isEmpty();
  }
}
