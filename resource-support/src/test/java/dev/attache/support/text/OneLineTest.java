package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
  void fitsWithItsEllipsis() {
    assertThat(OneLine.fit("abc", 3)).isEqualTo("abc");
    assertThat(OneLine.fit("abcd", 3)).isEqualTo("ab…");
    assertThat(OneLine.fit("a\ud83d\ude00cd", 3)).isEqualTo("a…");
  }

  @Test
  void beginsWithoutAnEllipsis() {
    assertThat(OneLine.beginning("abc", 3)).isEqualTo("abc");
    assertThat(OneLine.beginning("abcd", 3)).isEqualTo("abc");
    assertThat(OneLine.beginning("ab\ud83d\ude00", 3)).isEqualTo("ab");
  }

  @ParameterizedTest
  @CsvSource({
    "a plain, a plain",
    "'\ta\r\n\u00a0 b ', a b",
    "'\u001b[31mred', [31mred",
    "'a\u202eb\u200dc', a b c",
    "'a\ud800b', a b",
    "'\n\n', ''",
    "12345678, 12345678",
    "123456789, 12345678…",
    "123456 8901, 123456 8…",
    "'1234567\ud83d\ude0001', 1234567…",
  })
  void hasWordsWithOneSpaceBetweenThem(String text, String line) {
    assertThat(OneLine.words(text, 10)).isEqualTo(line);
  }

  @Test
  void hasASpaceForEachControlCharacter() {
    assertThat(OneLine.blanked("\na\r\n\u0085b\u2028c  d\u001b[0m")).isEqualTo("a   b c  d [0m");
  }

  @Test
  void neverHalvesACharacter() {
    var random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      var text = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        text.appendCodePoint(random.nextBoolean() ? 0x1f600 + random.nextInt(50) : 'a');
      }
      int limit = 1 + random.nextInt(30);
      String clean = OneLine.clean(text.toString(), 40);
      assertThat(
              List.of(
                  OneLine.cut(clean, limit),
                  OneLine.fit(clean, limit),
                  OneLine.beginning(clean, limit),
                  OneLine.words(clean, limit)))
          .allSatisfy(line -> assertThat(WellFormed.text(line)).isEqualTo(line));
    }
  }
}
