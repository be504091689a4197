package dev.attache.delivery.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.page.PagedText.Page;
import dev.attache.delivery.page.WantedLines.Place;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PagedTextTest {

  private static final PageLimit TINY = PageLimit.ofTokens(10);

  private static PagedText of(String text) throws IOException {
    return PagedText.of(ResourceContent.text(text));
  }

  private static Page page(String text, @Nullable String lines, PageLimit limit)
      throws IOException {
    WantedLines range = lines == null ? WantedLines.ALL : WantedLines.parse(lines);
    assertThat(range).isNotNull();
    Page page = of(text).page(range, limit);
    assertThat(page).isNotNull();
    return page;
  }

  @Test
  void countsWhatFollowsTheLastLineEndAsALine() throws Exception {
    assertThat(of("").lines()).isZero();
    assertThat(of("a").lines()).isEqualTo(1);
    assertThat(of("a\n").lines()).isEqualTo(1);
    assertThat(of("a\nb").lines()).isEqualTo(2);
    assertThat(of("\n\n").lines()).isEqualTo(2);
  }

  @Test
  void givesAShortTextWhole() throws Exception {
    for (String text : new String[] {"", "a", "a\nb\n", "\n"}) {
      Page page = page(text, null, TINY);
      assertThat(page.isWhole()).isTrue();
      assertThat(page.text().value()).isEqualTo(text);
      assertThat(page.rest()).isNull();
    }
  }

  @Test
  void givesTheLinesThatAreAskedFor() throws Exception {
    Page page = page("1\n2\n3\n4\n", "2-3", TINY);
    assertThat(page.text().value()).isEqualTo("2\n3\n");
    assertThat(page.range()).hasToString("2-3");
    assertThat(page.rest()).isNull();
    assertThat(page.isWhole()).isFalse();
    assertThat(page("1\n2\n3", "2-", TINY).range()).hasToString("2-3");
    assertThat(page("1\n2\n3", "2-99", TINY).range()).hasToString("2-3");
    assertThat(page("1\n2\n3", "1-99", TINY).isWhole()).isTrue();
    assertThat(page("long", "1:2-1:3", TINY).text().value()).isEqualTo("on");
    assertThat(of("1\n2\n").page(new WantedLines(new Place(3, 1), null), TINY)).isNull();
    assertThat(of("ab\n").page(new WantedLines(new Place(1, 9), null), TINY)).isNull();
  }

  @Test
  void endsAPageAfterALine() throws Exception {
    Page page = page("one two three\n".repeat(9), null, TINY);
    assertThat(page.text().value()).isEqualTo("one two three\n".repeat(2));
    assertThat(page.range()).hasToString("1-2");
    assertThat(page.rest()).hasToString("3-");
  }

  @Test
  void endsAPageWithinALineThatIsLongerThanAPage() throws Exception {
    Page page = page("word ".repeat(1000) + "\nnext\n", null, TINY);
    assertThat(page.range()).hasToString("1-1:" + page.text().value().length());
    assertThat(page.rest()).hasToString("1:" + (page.text().value().length() + 1) + "-");
    assertThat(page.text().value()).hasSizeBetween(20, 80);
  }

  @Test
  void keepsToBytesAndLines() throws Exception {
    var ofBytes = new PageLimit(1000, 5, 1000);
    assertThat(page("äöü\n", null, ofBytes).text().value()).isEqualTo("äö");
    assertThat(page("a\nb\nc\n", null, new PageLimit(1000, 6, 1000)).text().value())
        .as("in JSON a line end has two bytes")
        .isEqualTo("a\nb\n");
    assertThat(page("\"\"\"\"", null, ofBytes).text().value()).isEqualTo("\"\"");
    assertThat(page("a\nb\nc\n", null, new PageLimit(1000, 1000, 1)).text().value())
        .isEqualTo("a\n");
  }

  /** Whatever the text: its pages are all of it, once, and each can be asked for by its name. */
  @Test
  void givesTheWholeTextPageByPage() throws Exception {
    var random = new Random(40);
    String[] parts = {"a", "ä", "日", "😀", " ", "\n", "\r\n", "word word ", "x".repeat(200)};
    for (int round = 0; round < 300; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(60); i > 0; i--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      var limit =
          new PageLimit(1 + random.nextInt(20), 4 + random.nextInt(60), 1 + random.nextInt(9));
      PagedText paged = of(text.toString());
      var read = new StringBuilder();
      @Nullable WantedLines asked = WantedLines.ALL;
      while (asked != null) {
        Page page = paged.page(asked, limit);
        assertThat(page).as("%s from %s", text, asked).isNotNull();
        assertThat(page.text().toByteArray()).hasSizeLessThanOrEqualTo((int) limit.bytes());
        Page again = paged.page(page.range(), limit);
        assertThat(again).isNotNull();
        assertThat(again.text()).as("%s %s", text, page.range()).isEqualTo(page.text());
        read.append(page.text().value());
        asked = page.rest();
      }
      assertThat(read.toString().getBytes(UTF_8)).isEqualTo(text.toString().getBytes(UTF_8));
    }
  }
}
