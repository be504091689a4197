package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.TextLines.Page;
import dev.attache.conversation.TextLines.Range;
import dev.attache.tokens.TokenEstimator;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextLinesTest {

  private static final String NUMBERS =
      IntStream.rangeClosed(1, 9).mapToObj(n -> n + "\n").collect(Collectors.joining());

  private static Page page(String text, String range, long tokens) {
    Range parsed = Range.parse(range);
    assertThat(parsed).as(range).isNotNull();
    return TextLines.of(text).page(parsed == null ? Range.ALL : parsed, tokens);
  }

  @ParameterizedTest
  @CsvSource({
    "3-4, '3\n4\n', 3-4",
    "3, '3\n', 3",
    "L3-L4, '3\n4\n', 3-4",
    "8-, '8\n9\n', 8-9",
    "9-2000, '9\n', 9",
    "3:1-1, 3, 3:1-1",
    "3:2-9, '\n', 3:2-2",
  })
  void cutsLinesOut(String range, String text, String shown) {
    Page page = page(NUMBERS, range, 100);

    assertThat(page.text()).isEqualTo(text);
    assertThat(page.shown()).hasToString(shown);
    assertThat(page.next()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "10-20", "3:3-9"})
  void hasNoLinesBeyondTheEnd(String range) {
    assertThat(page(NUMBERS, range, 100)).isEqualTo(new Page("", null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "4-3", "-3", "a", "1-2-3", "3:0-1", "3:4-2", "1:2", "99999999999", "1 2"})
  void knowsWhatNamesNoLines(String spelled) {
    assertThat(Range.parse(spelled)).isNull();
  }

  @Test
  void countsLinesWithAndWithoutAnEnd() {
    assertThat(TextLines.of("").count()).isZero();
    assertThat(TextLines.of("a").count()).isEqualTo(1);
    assertThat(TextLines.of("a\n").count()).isEqualTo(1);
    assertThat(TextLines.of("a\n\nb").count()).isEqualTo(3);
  }

  @Test
  void halvesNoCharacterHoweverShortAPageIs() {
    Page page = page("😀😀", "1", 1);

    assertThat(page.text()).isEqualTo("😀");
    assertThat(page.next()).hasToString("1:3-4");
  }

  /** Any text comes out whole by pages, of which none is much too large. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void givesAllOfATextByPages(long seed) {
    var random = new Random(seed);
    String text = text(random, 3000);
    var all = new StringBuilder();
    @Nullable Range range = Range.ALL;
    for (int pages = 0; range != null; pages++) {
      assertThat(pages).isLessThan(text.length());
      Page page = TextLines.of(text).page(range, 50);
      assertThat(TokenEstimator.standard().count(page.text())).isLessThanOrEqualTo(50);
      all.append(page.text());
      range = page.next() != null ? page.next() : following(text, all.length());
    }
    assertThat(all).hasToString(text);
  }

  /** What a model asks for after the end of a line that it had in parts. */
  private static @Nullable Range following(String text, int given) {
    if (given == text.length()) {
      return null;
    }
    int line = TextLines.of(text.substring(0, given)).count();
    boolean isAtEnd = text.charAt(given - 1) == '\n';
    int start = text.lastIndexOf('\n', given - 1) + 1;
    return isAtEnd
        ? Range.parse(line + 1 + "-")
        : Range.parse(line + ":" + (given - start + 1) + "-999999");
  }

  private static String text(Random random, int length) {
    var text = new StringBuilder();
    int longest = 1 << random.nextInt(12);
    while (text.length() < length) {
      String word = random.nextInt(9) == 0 ? "😀" : random.nextBoolean() ? "word " : "é";
      text.append(word).append(random.nextInt(longest) == 0 ? "\n" : "");
    }
    return text.toString();
  }
}
