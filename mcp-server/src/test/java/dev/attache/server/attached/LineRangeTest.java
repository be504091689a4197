package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineRangeTest {

  @ParameterizedTest
  @CsvSource({
    "3000-3100, 3000-3100",
    "7, 7-7",
    "7-, 7-",
    "7:30001-, 7:30001-",
    "7:1-7:30000, 7-7:30000",
    "' 1-2 ', 1-2"
  })
  void isWrittenAsItIsRead(String written, String range) {
    assertThat(LineRange.parse(written)).hasToString(range);
    assertThat(LineRange.parse(range)).isEqualTo(LineRange.parse(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-5", "2-1", "1:5-1:4", "a-b", "1--2", "1-2-3", "1 2", "12 lines"})
  void refusesWhatIsNoRange(String written) {
    assertThat(LineRange.parse(written)).isNull();
  }

  @Test
  void readsTheLinesOfAFragment() {
    assertThat(LineRange.fragment("src/Big.java#L10-L20"))
        .hasToString("Fragment[uri=src/Big.java, lines=10-20]");
    assertThat(LineRange.fragment("a#L7")).hasToString("Fragment[uri=a, lines=7-7]");
    assertThat(LineRange.fragment("a#b#L7-9")).hasToString("Fragment[uri=a#b, lines=7-9]");
    assertThat(LineRange.fragment("a#L9-L7")).isNull();
    assertThat(LineRange.fragment("a#L")).isNull();
    assertThat(LineRange.fragment("a.txt")).isNull();
  }
}
