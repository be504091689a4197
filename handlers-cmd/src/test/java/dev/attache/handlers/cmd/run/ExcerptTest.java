package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {

  private static String quote(String text, int max) {
    return Excerpt.ofEnd(Captured.whole(text.getBytes(UTF_8)), max);
  }

  @Test
  void quotesAllOfAShortStream() {
    assertThat(quote("Größe 😀", 10)).isEqualTo("\"Größe 😀\"");
  }

  @Test
  void quotesTheEndOfALongOne() {
    assertThat(quote("one two three", 5)).isEqualTo("\"…three\"");
  }

  @Test
  void escapesWhatNobodyCouldSee() {
    assertThat(quote("\t\"a\\b\"\r\n\u001b[31m\u009b\u202e\u200b\u2028\udb40\udc41", 100))
        .isEqualTo(
            "\"\\t\\\"a\\\\b\\\"\\r\\n\\u001b[31m\\u009b\\u202e\\u200b\\u2028\\udb40\\udc41\"");
  }

  @Test
  void countsWhatIsShown() {
    assertThat(quote("a\n\n\n", 5)).isEqualTo("\"…\\n\\n\"");
    assertThat(quote("😀😀😀", 5)).isEqualTo("\"…😀😀\"");
  }

  @Test
  void quotesTheTailOfWhatWasCut() {
    var cut = new Captured("head".getBytes(UTF_8), "tail".getBytes(UTF_8), 100);
    assertThat(Excerpt.ofEnd(cut, 50)).isEqualTo("\"…tail\"");
  }

  @Test
  void quotesNothingBinary() {
    assertThat(quote("a\0b", 50)).isEqualTo("(binary)");
  }

  @Test
  void readsNoMoreOfALongStreamThanItQuotes() {
    assertThat(quote("€".repeat(1 << 20), 400)).isEqualTo("\"…" + "€".repeat(400) + "\"");
    assertThat(quote("😀".repeat(1 << 20) + "x", 400)).isEqualTo("\"…" + "😀".repeat(199) + "x\"");
  }
}
