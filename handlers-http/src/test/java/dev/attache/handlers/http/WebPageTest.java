package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.fetch.Environment;
import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.HttpSettings;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page that was fetched is there, whatever becomes of its Markdown. */
class WebPageTest {

  private static final String TOO_LARGE = "too large to convert to Markdown; this is its HTML";
  private static final String TOO_LONG = "took too long to convert to Markdown; this is its HTML";
  private static final ResourceUri URI = ResourceUri.of("http://a.example/");
  private static final Duration TIME = Duration.ofSeconds(60);

  private HttpRun run;
  private Resource.Builder resource;

  @BeforeEach
  void startRun() throws Exception {
    run =
        new HttpRun(
            HttpSettings.of(Map.of("cache", false)),
            new Environment(Map.of(), new TestDns(), null),
            1 << 20);
    resource = Resource.builder(URI, Text.of("x"));
  }

  @AfterEach
  void endRun() {
    run.close();
  }

  private static FetchLimits limits(Duration timeout, Duration past) {
    return new FetchLimits(1 << 20, timeout, System.nanoTime() - past.toNanos());
  }

  private String note(String html, FetchLimits limits) throws Exception {
    try (TestContext context = TestContext.builder(Path.of("/")).build()) {
      resource = Resource.builder(URI, Text.of("x"));
      Text text = Text.of(html);
      new WebPage(Resource.builder(URI, text).build(), text, WebUrl.parse(URI.value()))
          .addTo(resource, run, limits, context);
      assertThat(context.notes()).hasSize(1);
      return context.notes().get(0).replace(URI + ": ", "");
    }
  }

  private String note(String html) throws Exception {
    return note(html, limits(TIME, Duration.ZERO));
  }

  private Resource built() {
    return resource.build();
  }

  /** A page of so many characters. */
  private static String page(int length) {
    String html = "<title>t</title>" + "<p>Some words here.".repeat(length / 19 + 1);
    return html.substring(0, length);
  }

  @Test
  void convertsAPageOfTwoMebicharacters() throws Exception {
    assertThat(note(page(2 << 20))).isEqualTo("HTML, as Markdown");
    assertThat(built().formatted()).startsWith("Some words here.\n\nSome words");
    assertThat(built().title()).isEqualTo("t");
  }

  @Test
  void convertsNoLargerPage() throws Exception {
    assertThat(note(page((2 << 20) + 1))).isEqualTo(TOO_LARGE);
    assertThat(built().formatted()).isNull();
    assertThat(built().title()).isNull();
  }

  @Test
  void convertsNoPageWhoseLinksBecomeTooMuch() throws Exception {
    assertThat(note("<a href='/" + "x".repeat(1_000) + "'>" + "<p>a</p>".repeat(10_000)))
        .isEqualTo(TOO_LARGE);
  }

  @Test
  void leavesATenthOfTheTime() throws Exception {
    assertThat(note("<p>a", limits(TIME, Duration.ofSeconds(55)))).isEqualTo(TOO_LONG);
    assertThat(built().formatted()).isNull();
    assertThat(note("<p>a", limits(TIME, Duration.ofSeconds(40)))).isEqualTo("HTML, as Markdown");
  }

  @Test
  void stopsWhenInterruptedAndKeepsTheFlag() throws Exception {
    for (int length : new int[] {100, 1 << 20}) {
      Thread.currentThread().interrupt();
      String note = note(page(length));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(note).isEqualTo(TOO_LONG);
    }
  }

  @Test
  void convertsOneLargePageAtATime() throws Exception {
    run.largePages().acquire();
    FetchLimits limits = limits(Duration.ofMillis(500), Duration.ZERO);
    assertThat(note(page((512 << 10) + 1), limits)).isEqualTo(TOO_LONG);
    assertThat(limits.nanosLeft()).isBetween(0L, 50_000_000L);

    run.largePages().release();
    assertThat(note(page((512 << 10) + 1))).isEqualTo("HTML, as Markdown");
    assertThat(run.largePages().availablePermits()).isEqualTo(1);
  }

  @Test
  void convertsASmallPageBesideALargeOne() throws Exception {
    run.largePages().acquire();

    assertThat(note(page(512 << 10))).isEqualTo("HTML, as Markdown");
  }

  @Test
  void survivesAStackThatIsTooSmall() throws Exception {
    String html = "<div><ul><li><b><table><tr><td>".repeat(40) + "deep";
    assertThat(note(html)).isEqualTo("HTML, as Markdown");
    List<String> notes = new ArrayList<>();
    var thread =
        new Thread(null, () -> notes.add(noteAtTheEndOfTheStack(html, 1_000_000)), "small", 1);
    thread.start();
    thread.join();

    assertThat(notes).containsExactly(TOO_LARGE);
  }

  /**
   * The note by the deepest call that can begin with it. How much a conversion takes beyond that
   * depends on which of it is compiled by now, but it is always more.
   */
  private String noteAtTheEndOfTheStack(String html, int calls) {
    if (calls > 0) {
      try {
        return noteAtTheEndOfTheStack(html, calls - 1);
      } catch (StackOverflowError e) {
        // This call has more room.
      }
    }
    return noteUnchecked(html);
  }

  private String noteUnchecked(String html) {
    try {
      return note(html);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Tag("process")
  @Test
  void survivesTooLittleMemory() throws IOException {
    assertThat(OtherJvm.output("-Xmx32m", LargePage.class)).isEqualTo(TOO_LARGE + ", 1 permit");
  }

  /** Prints the note of a page that takes more memory than there is, and what is left after it. */
  static final class LargePage {

    public static void main(String[] arguments) throws Exception {
      var test = new WebPageTest();
      test.startRun();
      String note = test.note("<b>a</b>".repeat(200_000));
      System.out.println(note + ", " + test.run.largePages().availablePermits() + " permit");
      test.endRun();
    }
  }
}
