package dev.attache.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages written for these tests beside the Markdown that they become. {@code NAME.full.md} is the
 * whole page, where that differs from the main content.
 *
 * <p>{@code -Dattache.golden=write} writes the Markdown instead; look at what changes.
 */
class HtmlPagesTest {

  private static final Path PAGES = Path.of("src/test/resources/pages");
  private static final String URL = "https://example.org/docs/page.html";

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".html"))
          .map(name -> name.substring(0, name.length() - 5))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void becomeMarkdown(String name) throws IOException {
    String html = Files.readString(PAGES.resolve(name + ".html"));
    String main = HtmlMarkdown.convert(html, URL, true, () -> false).markdown();
    String full = HtmlMarkdown.convert(html, URL, false, () -> false).markdown();
    Path mainFile = PAGES.resolve(name + ".md");
    Path fullFile = PAGES.resolve(name + ".full.md");
    if ("write".equals(System.getProperty("attache.golden"))) {
      Files.writeString(mainFile, main, UTF_8);
      Files.deleteIfExists(fullFile);
      if (!full.equals(main)) {
        Files.writeString(fullFile, full, UTF_8);
      }
    }
    assertThat(main).isEqualTo(Files.readString(mainFile));
    assertThat(full).isEqualTo(Files.readString(Files.exists(fullFile) ? fullFile : mainFile));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void endInOneLineFeedAndHaveNoOtherTrailingSpacesThanHardBreaks(String name) throws IOException {
    String html = Files.readString(PAGES.resolve(name + ".html"));
    String markdown = HtmlMarkdown.convert(html, URL, false, () -> false).markdown();

    assertThat(markdown).endsWith("\n").doesNotEndWith("\n\n").doesNotContain("\n\n\n\n");
    assertThat(markdown.lines()).noneMatch(line -> line.matches("(?:.*[^ ])?(?: |\t| {3,})"));
  }
}
