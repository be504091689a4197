package dev.attache.delivery.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WantedLinesTest {

  @ParameterizedTest
  @CsvSource({
    "3000-3100, 3000-3100",
    "7, 7-7",
    "7-, 7-",
    "7:30001-, 7:30001-",
    "7:1-7:30000, 7-7:30000",
    "7:1-7:1, 7-7:1",
    "' 1-2 ', 1-2",
    "L3-L4, 3-4"
  })
  void isWrittenAsItIsRead(String written, String range) {
    assertThat(WantedLines.parse(written)).hasToString(range);
    assertThat(WantedLines.parse(range)).isEqualTo(WantedLines.parse(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-5", "2-1", "1:5-1:4", "a-b", "1--2", "1-2-3", "1 2", "12 lines"})
  void refusesWhatIsNoRange(String written) {
    assertThat(WantedLines.parse(written)).isNull();
  }

  @Test
  void readsTheLinesOfAFragment() {
    assertThat(WantedLines.fragment("src/Big.java#L10-L20"))
        .hasToString("Fragment[uri=src/Big.java, lines=10-20]");
    assertThat(WantedLines.fragment("a#L7")).hasToString("Fragment[uri=a, lines=7-7]");
    assertThat(WantedLines.fragment("a#b#L7-9")).hasToString("Fragment[uri=a#b, lines=7-9]");
    assertThat(WantedLines.fragment("a#L9-L7")).isNull();
    assertThat(WantedLines.fragment("a#L")).isNull();
    assertThat(WantedLines.fragment("a.txt")).isNull();
  }
}
