package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneLineTest {

  @ParameterizedTest
  @CsvSource({
    "plain text, plain text",
    "'a\r\n\tb', a b",
    "'  a  b  ', a  b",
    "'\u001b[31mred\u001b[0m', red",
    "'a\u202eb', a b",
    "'a\ud800b', a b",
    "'\n\n', ''",
  })
  void hasNothingThatDoesNotBelongOnALine(String text, String line) {
    assertThat(OneLine.clean(text, 100)).isEqualTo(line);
  }

  @Test
  void isCutWithAnEllipsis() {
    assertThat(OneLine.cut("abc", 3)).isEqualTo("abc");
    assertThat(OneLine.cut("abcd", 3)).isEqualTo("abc…");
    assertThat(OneLine.cut("abcd", 0)).isEqualTo("…");
  }

  @Test
  void neverHalvesACharacter() {
    var random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      var text = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        text.appendCodePoint(random.nextBoolean() ? 0x1f600 + random.nextInt(50) : 'a');
      }
      String cut = OneLine.cut(OneLine.clean(text.toString(), 40), random.nextInt(30));
      assertThat(WellFormed.text(cut)).isEqualTo(cut);
    }
  }
}
