package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineRangeTest {

  @ParameterizedTest
  @CsvSource({"L1, L1", "L10-200, L10-200", "L10-L200, L10-200", "L7-7, L7", "L007-08, L7-8"})
  void readsLines(String fragment, String canonical) {
    assertThat(LineRange.parse(fragment)).hasToString(canonical);
    assertThat(LineRange.parse(canonical)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "L",
        "L0",
        "L0-3",
        "L9-3",
        "1",
        "l1",
        "L-1",
        "L1-",
        "L1--2",
        "L1-2-3",
        "L+1",
        "L1 ",
        "L1,3",
        "L1-x",
        "Lx",
        "LL1",
        "L1-LL2",
        "L\u0661",
        "L1234567890",
        "L1-9999999999",
        "foo"
      })
  void readsNothingElse(String fragment) {
    assertThat(LineRange.parse(fragment)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "L1|a\\nb\\nc|a\\n|1",
        "L2-3|a\\nb\\nc|b\\nc|3",
        "L3|a\\nb\\nc|c|3",
        "L3-9|a\\nb\\nc|c|3",
        "L4|a\\nb\\nc|''|3",
        "L4-9|a\\nb\\nc|''|3",
        "L2|a\\nb\\n|b\\n|2",
        "L3|a\\nb\\n|''|2",
        "L1|''|''|0",
        "L1|\\n|\\n|1",
        "L2|\\n|''|1",
        "L1-2|a\\rb\\r\\nc|a\\rb\\r\\nc|2",
      })
  void selectsLines(String range, String text, String selected, int lastLine) {
    LineRange.Selection selection =
        Objects.requireNonNull(LineRange.parse(range)).select(text.translateEscapes());
    assertThat(selection.text()).isEqualTo(selected.translateEscapes());
    assertThat(selection.lastLine()).isEqualTo(lastLine);
  }

  @Test
  void knowsWhatIsMeantToSelectLines() {
    assertThat(LineRange.isSpelledBy("L0")).isTrue();
    assertThat(LineRange.isSpelledBy("L9-L3")).isTrue();
    assertThat(LineRange.isSpelledBy("L12345678901234567890")).isTrue();
    assertThat(LineRange.isSpelledBy("L")).isFalse();
    assertThat(LineRange.isSpelledBy("L1-")).isFalse();
    assertThat(LineRange.isSpelledBy("foo")).isFalse();
  }
}
