package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.html.HtmlConverter;
import dev.attache.html.HtmlMarkdown;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pages of shapes that tempt a conversion to look at the same things again and again: a quarter of
 * the largest that are converted, or with {@code attache.slow} the largest. The largest take up to
 * two seconds; anything quadratic takes minutes, and at a quarter of the size a sixteenth of that.
 */
@Tag("slow")
class HtmlTimeTest {

  private static final int SHARE = Boolean.getBoolean("attache.slow") ? 1 : 4;
  private static final int LENGTH = HtmlConverter.MAX_CHARS / SHARE;
  private static final Duration ENOUGH = Duration.ofSeconds(12 / SHARE);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static Duration time(String html) {
    long started = THREADS.getCurrentThreadCpuTime();
    HtmlMarkdown.convert(html, "https://example.org/docs/page.html", true, () -> false);
    return Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - started);
  }

  private static String repeat(String part) {
    return part.repeat(LENGTH / part.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<ul><li>a</ul>x",
        "<p>Some words here.",
        "<header>a</header>",
        "<noscript>a</noscript>",
        "<a><b><i><p>",
        "<ul><li>",
        "<dl><dt>a<dd>b",
        "<table><tr><td>",
        "<blockquote>a",
        "<blockquote>a</blockquote>",
        "<pre>a</pre>",
        "a<br>",
        "<b>a</b><a href=x>b</a>",
        "<h1><a href=#>",
        "<label>x",
        "<main>x</main>",
        "<!-- x --><script></script>",
        "!",
        "~ ",
        "&nbsp;",
        "_*`",
        "<code>`"
      })
  void growsInProportionToTheSize(String part) {
    assertThat(time("<body>" + repeat(part) + "x")).isLessThan(ENOUGH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<td>a", "<tr><td>a<td>b", "<tr><td>", "<thead><tr><th>a<th>b</thead>"})
  void growsInProportionToTheSizeOfATable(String part) {
    assertThat(time("<table>" + repeat(part))).isLessThan(ENOUGH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<li>a", "<li>a<p>b<ul><li>c</ul>", "<ul><li>a</ul>", "<li><pre>a</pre>"})
  void growsInProportionToTheSizeOfAList(String part) {
    assertThat(time("<ol>" + repeat(part))).isLessThan(ENOUGH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<header>a</header>", "<main></main>", "<p>a", "<h1>a</h1>"})
  void growsInProportionToTheSizeOfWhatIsDeepInside(String part) {
    assertThat(time("<ul><li>" + "<div>".repeat(180) + repeat(part))).isLessThan(ENOUGH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"style='/*", "class='cookie", "title='a ", "href='http://h/a"})
  void growsInProportionToTheSizeOfAnAttribute(String attribute) {
    String html =
        "<p><a " + attribute + attribute.substring(attribute.length() - 2).repeat(LENGTH / 4);

    assertThat(time(html + "'>x</a>")).isLessThan(ENOUGH);
  }
}
