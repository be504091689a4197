package dev.attache.html;

import dev.attache.test.Growth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of shapes that tempt a conversion to look at the same things again and again. */
@Tag("slow")
class HtmlTimeTest {

  private static void assertProportional(String start, String part, String end) throws Exception {
    Growth.assertProportional(
        10_000 / part.length(),
        HtmlConverter.MAX_CHARS / part.length(),
        count -> {
          String html = start + part.repeat(count) + end;
          return () ->
              HtmlMarkdown.convert(html, "https://example.org/docs/page.html", true, () -> false);
        });
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
  void growsInProportionToTheSize(String part) throws Exception {
    assertProportional("<body>", part, "x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<td>a", "<tr><td>a<td>b", "<tr><td>", "<thead><tr><th>a<th>b</thead>"})
  void growsInProportionToTheSizeOfATable(String part) throws Exception {
    assertProportional("<table>", part, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<li>a", "<li>a<p>b<ul><li>c</ul>", "<ul><li>a</ul>", "<li><pre>a</pre>"})
  void growsInProportionToTheSizeOfAList(String part) throws Exception {
    assertProportional("<ol>", part, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<header>a</header>", "<main></main>", "<p>a", "<h1>a</h1>"})
  void growsInProportionToTheSizeOfWhatIsDeepInside(String part) throws Exception {
    assertProportional("<ul><li>" + "<div>".repeat(180), part, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"style='/*", "class='cookie", "title='a ", "href='http://h/a"})
  void growsInProportionToTheSizeOfAnAttribute(String attribute) throws Exception {
    String part = attribute.substring(attribute.length() - 2);

    assertProportional("<p><a " + attribute, part, "'>x</a>");
  }
}
