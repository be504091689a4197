package dev.attache.resource.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.convert.ConversionException.Reason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionTest {

  @Test
  void refusesNotesThatAreNoLine() {
    assertThatThrownBy(() -> new Conversion("", List.of("two\nlines"), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("note (two\nlines) must be one line of text");
    assertThatThrownBy(() -> new Conversion("", List.of(" "), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("note ( ) must be one line of text");
  }

  @Test
  void hasPositiveLimits() {
    assertThatThrownBy(() -> new ConversionLimits(1, 0, 1, 1, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("every limit must be positive");
    assertThatThrownBy(() -> ConversionLimits.DEFAULT.withTime(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("time (PT0S) must be positive");
  }

  @Test
  void namesReasonsAsJsonHasThem() {
    assertThat(Reason.OUT_OF_MEMORY).hasToString("out-of-memory");
    assertThat(Reason.NO_SUCH_PART).hasToString("no-such-part");
  }
}
