package dev.attache.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.html.EnclosedHtml.Pictures;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

/** Chapters of books and bodies of mails. */
class EnclosedHtmlTest {

  private static final int MANY = 1 << 20;

  private static String markdown(String html) throws InterruptedException {
    return EnclosedHtml.markdown(html, Pictures.NONE, MANY);
  }

  @Test
  void becomesItsBlocks() throws Exception {
    assertThat(
            markdown(
                "<h2>Costs</h2>text <b>bold</b><p>next<br>line</p><ul><li>one<ul><li>in</li></ul><li>two</ul>"
                    + "<table><tr><th>a<th>b<tr><td>c<td>d</table><pre>x\n  y</pre><blockquote>said</blockquote>"))
        .isEqualTo(
            """
            ## Costs

            text **bold**

            next \s
            line

            - one
              - in
            - two

            | a | b |
            |---|---|
            | c | d |

            ```
            x
              y
            ```

            > said
            """);
  }

  @Test
  void readsTablesThatOnlyLayOutAsTheirContent() throws Exception {
    assertThat(markdown("<table><tr><td><p>one</p><p>two</p></td></tr></table>"))
        .isEqualTo("one\n\ntwo\n");
  }

  @Test
  void keepsLinksThatLeadOutAsTheyAreWritten() throws Exception {
    assertThat(
            markdown(
                "<a href='HTTPS://example.org/a b'>a</a> <a href='two.xhtml#n'>b</a> <a href='#n'>c</a>"
                    + " <a href='mailto:x@example.org'>d</a> <a href='javascript:x()'>e</a>"))
        .isEqualTo("[a](HTTPS://example.org/a%20b) b c [d](mailto:x@example.org) e\n");
  }

  @Test
  void asksWhatStandsForPictures() throws Exception {
    String html = "<p>It.<img src=p.png alt=Plan> <svg><image xlink:href=c.png /></svg><img src=x>";
    Pictures named = (source, words) -> source.equals("x") ? "" : "[" + source + " " + words + "]";
    assertThat(EnclosedHtml.markdown(html, named, MANY)).isEqualTo("It.[p.png Plan]\n\n[c.png ]\n");
  }

  @Test
  void keepsTheWordsForAPictureInItsCell() throws Exception {
    assertThat(
            EnclosedHtml.markdown(
                "<table><tr><th>a<th>b<tr><td><img src=p><td>c</table>",
                (source, words) -> "[x|y]",
                MANY))
        .isEqualTo("| a | b |\n|---|---|\n| [x\\|y] | c |\n");
  }

  @Test
  void leavesOutWhatPeopleDoNotSeeButNotes() throws Exception {
    assertThat(
            markdown(
                "<div style='display:none'>Open me</div><p>a</p><script>x()</script>"
                    + "<aside hidden epub:type='footnote'>the note</aside>"))
        .isEqualTo("a\n\nthe note\n");
  }

  @Test
  void showsAllThatPeopleSeeAsNoPageWould() throws Exception {
    assertThat(markdown("<nav><ol><li>One</ol></nav><main>text</main><footer>end</footer>"))
        .isEqualTo("1. One\n\ntext\n\nend\n");
  }

  @Test
  void endsSoonAfterItsLastCharacter() throws Exception {
    String html = "<p>Some words.</p>".repeat(1000) + "<ul><li>a</ul><table><tr><td>b<td>c</table>";
    assertThat(EnclosedHtml.markdown(html, Pictures.NONE, 100))
        .isEqualTo("Some words.\n\n".repeat(10).stripTrailing() + "\n");
  }

  @Test
  void readsBytesInTheCharsetThatTheyName() throws Exception {
    byte[] utf8 = "<p>Ümlaut".getBytes(UTF_8);
    assertThat(EnclosedHtml.markdown(new ByteArrayInputStream(utf8), Pictures.NONE, MANY))
        .isEqualTo("Ümlaut\n");
  }

  @Test
  void stopsWhenItIsInterrupted() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> markdown("<p>a"));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
