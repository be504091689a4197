package dev.attache.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A conversion ends soon after it is told to, whatever it is doing. */
class ConversionLimitTest {

  private static final String PAGE =
      "<title>t</title><main><h1>a</h1>"
          + "<p>b<ul><li>c<table><td>d<td>e</table></ul><blockquote>f</blockquote>".repeat(1_000);

  private static HtmlMarkdown convert(String html, BooleanSupplier isOver) {
    return HtmlMarkdown.convert(html, "https://example.org/", true, isOver);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.jsoup.parser.",
        "dev.attache.html.MainContent",
        "dev.attache.html.PageText",
        "dev.attache.html.MarkdownLists",
        "dev.attache.html.MarkdownTables$Rows",
        "com.vladsch.flexmark."
      })
  void stopsInEachPart(String place) {
    assertThatThrownBy(() -> convert(PAGE, () -> isIn(place)))
        .isInstanceOf(ConversionLimit.StoppedException.class);
  }

  private static boolean isIn(String place) {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(place)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 100, 500})
  void asksNoMoreWhenItIsOver(int asks) {
    var asked = new AtomicInteger();

    assertThatThrownBy(() -> convert(PAGE, () -> asked.incrementAndGet() >= asks))
        .isInstanceOf(ConversionLimit.StoppedException.class);
    assertThat(asked).hasValue(asks);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>a",
        "<ul><li>a</ul>x",
        "<li>a",
        "<table><td>a<td>b</table>",
        "<h1>a</h1>",
        "<main></main>",
        "<noscript>a</noscript>",
        "<dl><dt>a<dd>b",
        "<b>a</b> ",
        "<code>a</code> "
      })
  void asksAllTheTime(String part) {
    var asked = new AtomicInteger();
    convert(part.repeat(10_000), () -> asked.incrementAndGet() < 0);

    assertThat(asked).hasValueGreaterThan(100);
  }

  @Test
  void stopsWhenALinkAroundThePageBecomesTooMuch() {
    String html = "<a href='/" + "x".repeat(1_000) + "'>" + "<p>a</p>".repeat(10_000);

    assertThatThrownBy(() -> convert(html, () -> false))
        .isInstanceOfSatisfying(
            ConversionLimit.StoppedException.class, e -> assertThat(e.isTooLarge()).isTrue());
  }
}
