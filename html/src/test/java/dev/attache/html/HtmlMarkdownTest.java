package dev.attache.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds for every page, however odd. */
class HtmlMarkdownTest {

  private static final String URL = "https://example.org/docs/page.html";

  @Test
  void takesTheTitleInOneLine() {
    assertThat(convert("<title> A\n  title </title><p>x").title()).isEqualTo("A title");
    assertThat(convert("<meta property='og:title' content=' B '><p>x").title()).isEqualTo("B");
    assertThat(convert("<svg><title>icon</title></svg><p>x").title()).isNull();
    assertThat(convert("<p>x").title()).isNull();
  }

  @Test
  void saysWhetherSomethingWasLeftOut() {
    assertThat(convert("<nav>Menu</nav><p>text").isMainOnly()).isTrue();
    assertThat(convert("<p>text<script>x</script><b hidden>y</b>").isMainOnly()).isFalse();
    assertThat(HtmlMarkdown.convert("<nav>Menu</nav><p>text", URL, false, () -> false).isMainOnly())
        .isFalse();
  }

  @Test
  void saysWhetherThePageShowsNothingWithoutScripts() {
    var page = convert("<div id=app></div><noscript>Turn scripts on</noscript><script>x</script>");

    assertThat(page.isEmpty()).isTrue();
    assertThat(page.markdown()).isEqualTo("Turn scripts on\n");
    assertThat(convert("").isEmpty()).isTrue();
    assertThat(convert("").markdown()).isEmpty();
    assertThat(convert("<img src=a.png>").isEmpty()).isFalse();
  }

  @Test
  void showsNavigationOfAPageThatHasNothingElse() {
    assertThat(convert("<nav><a href=/a>A</a></nav>").markdown())
        .isEqualTo("[A](https://example.org/a)\n");
  }

  @Test
  void showsTheWholePageWhenItsMainPartIsSuspiciouslySmall() {
    String text = "A paragraph beside the main part. ".repeat(20);

    assertThat(convert("<main>Loading</main><div>" + text + "</div>").markdown())
        .isEqualTo("Loading\n\n" + text.strip() + "\n");
  }

  @Test
  void keepsTheTextOfRelativeLinksWithoutABase() {
    assertThat(
            HtmlMarkdown.convert("<a href=a>x</a> <a href=http://h/>y</a>", "", true, () -> false)
                .markdown())
        .isEqualTo("x [y](http://h/)\n");
  }

  @Test
  void doesNotLetSpansOfCellsGrow() {
    String html = "<table>" + "<tr><td colspan=9999 rowspan=9999>a<td>b".repeat(300) + "</table>";

    assertThat(convert(html).markdown().length()).isLessThan(200_000);
  }

  @Test
  void givesTheSameTwice() throws IOException {
    for (String name : HtmlPagesTest.pages()) {
      String html = Files.readString(Path.of("src/test/resources/pages", name + ".html"));

      assertThat(convert(html).markdown()).isEqualTo(convert(html).markdown());
    }
  }

  @Tag("process")
  @Test
  void doesNotDependOnTheOrderOfHashTables() throws Exception {
    List<String> outputs = new ArrayList<>();
    for (String seed : List.of("1", "7")) {
      outputs.add(convertInAnotherJvm(seed));
    }

    assertThat(outputs.get(0)).isNotEmpty().isEqualTo(outputs.get(1));
  }

  private static String convertInAnotherJvm(String seed) throws Exception {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=" + (seed.equals("1") ? "1" : "5"),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            AllPages.class.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  /** Prints digests of the Markdown of all test pages. */
  static final class AllPages {

    public static void main(String[] args) throws IOException {
      for (String name : HtmlPagesTest.pages()) {
        String html = Files.readString(Path.of("src/test/resources/pages", name + ".html"));
        String markdown = HtmlMarkdown.convert(html, URL, true, () -> false).markdown();
        System.out.println(name + " " + markdown.length() + " " + markdown.hashCode());
      }
    }
  }

  @Test
  void convertsInASmallStack() throws InterruptedException {
    String html = "<div><blockquote><ul><li><b><table><tr><td>".repeat(10_000) + "deep";
    List<String> results = new ArrayList<>();
    var thread = new Thread(null, () -> results.add(convert(html).markdown()), "small", 512 * 1024);
    thread.start();
    thread.join();

    assertThat(results).singleElement().asString().contains("deep");
  }

  @Test
  void convertsMutatedAndTruncatedPages() throws IOException {
    var random = new Random(42);
    for (String name : HtmlPagesTest.pages()) {
      String html = Files.readString(Path.of("src/test/resources/pages", name + ".html"));
      for (int round = 0; round < 60; round++) {
        String mutated = mutate(html, random);
        String markdown =
            HtmlMarkdown.convert(mutated, URL, random.nextBoolean(), () -> false).markdown();
        assertThat(markdown.isEmpty() || markdown.endsWith("\n")).isTrue();
        assertThat(markdown).doesNotContain("\uFDD0");
      }
    }
  }

  private static String mutate(String html, Random random) {
    var mutated = new StringBuilder(html);
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes && mutated.length() > 2; i++) {
      int from = random.nextInt(mutated.length());
      int to = Math.min(mutated.length(), from + random.nextInt(30));
      switch (random.nextInt(5)) {
        case 0 -> mutated.delete(from, to);
        case 1 -> mutated.setLength(from);
        case 2 ->
            mutated.insert(from, "<>\"'&/=-![\uFDD0\u0000\uD83D\n".charAt(random.nextInt(14)));
        case 3 -> mutated.insert(random.nextInt(mutated.length()), mutated.substring(from, to));
        default -> mutated.insert(from, TAGS.get(random.nextInt(TAGS.size())));
      }
    }
    return mutated.toString();
  }

  private static final List<String> TAGS =
      List.of(
          "<table>",
          "<td>",
          "<tr>",
          "</table>",
          "<li>",
          "<ul>",
          "</ul>",
          "<pre>",
          "<p>",
          "</p>",
          "<b>",
          "</i>",
          "<a href='x'>",
          "<h1>",
          "<blockquote>",
          "<dl>",
          "<dd>",
          "<br>",
          "<body>",
          "<!--",
          "<svg>",
          "<select>",
          "<frameset>",
          "<template>",
          "<form>",
          "<math>",
          "<plaintext>",
          "<noscript>");

  private static HtmlMarkdown convert(String html) {
    return HtmlMarkdown.convert(html, URL, true, () -> false);
  }
}
