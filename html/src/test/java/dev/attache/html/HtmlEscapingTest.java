package dev.attache.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text of a page stays text, and what people cannot see stays away. */
class HtmlEscapingTest {

  @Test
  void keepsTextFromBecomingBlocks() {
    assertThat(markdown("<p># a<br>1. b<br>- c<br>&gt; d<br>```<br>a<br>---"))
        .isEqualTo("\\# a  \n1\\. b  \n\\- c  \n\\> d  \n\\`\\`\\`  \na  \n\\---\n");
  }

  @Test
  void keepsTextFromBecomingLinksAndTags() {
    assertThat(markdown("<p>[a](http://evil) &lt;script> &amp;lt;"))
        .isEqualTo("\\[a\\](http://evil) \\<script> \\&lt;\n");
  }

  @Test
  void keepsALinkFromBecomingAnImage() {
    assertThat(markdown("<p>Hi!<a href=http://h/>x</a>")).isEqualTo("Hi\\![x](http://h/)\n");
  }

  @Test
  void keepsCellsApart() {
    assertThat(markdown("<table><tr><th>a|b<th>c<tr><td><code>d|e</code><td>f\n\ng</table>"))
        .isEqualTo("| a\\|b | c |\n|---|---|\n| `d\\|e` | f g |\n");
  }

  @Test
  void leavesAloneWhatIsNoMarkup() {
    assertThat(markdown("<p>snake_case, 2 < 3, AT&amp;T, 1.5, #1, a - b, ~5, (x)"))
        .isEqualTo("snake_case, 2 < 3, AT&T, 1.5, #1, a - b, ~5, (x)\n");
  }

  @Test
  void fencesCodeLongerThanAnyFenceInside() {
    assertThat(markdown("<pre>````\nx</pre>")).isEqualTo("`````\n````\nx\n`````\n");
    assertThat(markdown("<p><code>a``b`</code>")).isEqualTo("``` a``b` ```\n");
  }

  @Test
  void dropsTagCharactersAndControlsButKeepsJoinersAndDirections() {
    assertThat(markdown("<p>a\uDB40\uDC41b\u0007c\u200Dd\u200Fe\u202Ef\u00ADg\u200Bh"))
        .isEqualTo("abc\u200Dd\u200Fe\u202Efgh\n");
  }

  @Test
  void dropsTagCharactersInCodeAndAlternativeTextsAndTitles() {
    var page =
        HtmlMarkdown.convert(
            "<title>t\uDB40\uDC41</title><pre>a\uDB40\uDC41</pre><img src=i alt='b\uDB40\uDC41'>",
            "https://example.org/",
            true,
            () -> false);

    assertThat(page.markdown()).isEqualTo("```\na\n```\n\n![b](https://example.org/i)\n");
    assertThat(page.title()).isEqualTo("t");
  }

  @Test
  void keepsTheTextOfLinksThatRunScripts() {
    assertThat(markdown("<a href='javascript:x'>a</a> <a href=' \u0001JaVa\tScript:x'>b</a>"))
        .isEqualTo("a b\n");
  }

  @Test
  void doesNotLetUrlsEndTheirLinks() {
    assertThat(markdown("<a href='/a)](http://evil/'>x</a> <a href='mailto:a@b)'>y</a>"))
        .isEqualTo("[x](<https://example.org/a)](http://evil/>) y\n");
  }

  private static String markdown(String html) {
    return HtmlMarkdown.convert(html, "https://example.org/", true, () -> false).markdown();
  }
}
