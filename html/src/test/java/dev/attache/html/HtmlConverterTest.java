package dev.attache.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Text;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.testkit.convert.ContentConverterContract;
import dev.attache.resource.testkit.convert.SampleDocument;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pages as whoever fetches them hands them over. */
class HtmlConverterTest extends ContentConverterContract {

  private static final String PAGE =
      "<title>Bridge</title><nav>Menu</nav><main><h1>The bridge</h1><p>It is <a href=why>closed</a>.";

  @Override
  protected ContentConverter converter() {
    return new HtmlConverter(true, new Semaphore(1));
  }

  @Override
  protected boolean isListed() {
    return false;
  }

  @Override
  protected List<SampleDocument> samples() {
    return List.of(new SampleDocument(PAGE.getBytes(UTF_8), "text/html", "a.html"));
  }

  private static Conversion convert(String html, @Nullable String base, boolean mainOnly)
      throws Exception {
    var source = ConversionSource.of(Text.of(html), "text/html", base);
    return new HtmlConverter(mainOnly, new Semaphore(1)).convert(source, ConversionOptions.DEFAULT);
  }

  @Test
  void hasLinksThatAreRelativeToItsAddress() throws Exception {
    Conversion page = convert(PAGE, "https://example.org/docs/", true);
    assertThat(page.markdown())
        .isEqualTo("# The bridge\n\nIt is [closed](https://example.org/docs/why).\n");
    assertThat(page.title()).isEqualTo("Bridge");
    assertThat(page.notes()).containsExactly("the main content of an HTML page, as Markdown");
  }

  @Test
  void hasNoRelativeLinksWithoutAnAddress() throws Exception {
    assertThat(convert(PAGE, null, false).markdown())
        .isEqualTo("Menu\n\n# The bridge\n\nIt is closed.\n");
  }

  @Test
  void hasATitleAndNoMarkdownIfScriptsWouldShowIt() throws Exception {
    Conversion page = convert("<title>App</title><script>x()</script>", null, true);
    assertThat(page)
        .isEqualTo(
            new Conversion(
                "",
                List.of("is empty without JavaScript; this is its HTML"),
                List.of(),
                List.of(),
                "App"));
  }
}
