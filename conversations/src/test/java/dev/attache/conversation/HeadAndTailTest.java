package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.page.PageLimit;
import dev.attache.delivery.page.PagedText;
import dev.attache.delivery.page.PagedText.Page;
import dev.attache.delivery.page.WantedLines;
import dev.attache.resource.ResourceContent;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadAndTailTest {

  @Test
  void keepsAShortTextWhole() {
    HeadAndTail cut = HeadAndTail.of("a\nb\n", 10);

    assertThat(cut.head()).isEqualTo("a\nb\n");
    assertThat(cut.tail()).isEmpty();
  }

  @Test
  void namesTheLinesThatAreMissing() {
    String numbers =
        IntStream.rangeClosed(1, 40).mapToObj(n -> n + "\n").collect(Collectors.joining());
    HeadAndTail cut = HeadAndTail.of(numbers, 20);

    assertThat(cut.missing()).isEqualTo("lines 6 to 36 of 40 are");
    assertThat(cut.missingLines()).hasToString("6-36");
  }

  @Test
  void namesTheCharactersThatAreMissingOfALongLine() {
    HeadAndTail cut = HeadAndTail.of("a\n" + "😀".repeat(100), 40);

    assertThat(cut.missing())
        .matches("\\d+ of 102 characters, from character \\d+ of line 2 on, are");
    assertThat(cut.missingLines().toString()).matches("2:\\d+-2:\\d+");
  }

  /** Whatever the text: head, what is said to be missing, and tail are all of it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void leavesOutJustWhatItSays(long seed) throws IOException {
    var random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      String text = text(random, 1500);
      HeadAndTail cut = HeadAndTail.of(text, 60);
      String kept = cut.head() + cut.tail();

      assertThat(TokenEstimator.standard().count(kept)).isLessThanOrEqualTo(62);
      assertThat(cut.head() + lines(text, cut.missingLines()) + cut.tail()).isEqualTo(text);
    }
  }

  private static String lines(String text, WantedLines wanted) throws IOException {
    Page page = PagedText.of(ResourceContent.text(text)).page(wanted, PageLimit.DEFAULT);
    assertThat(page).as("%s of %s", wanted, text).isNotNull();
    assertThat(page.rest()).isNull();
    return page.text().value();
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
