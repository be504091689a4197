package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import okio.BufferedSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** URLs on the command line. The cache is one of the build; each test has a server of its own. */
@Tag("network")
class WebTest {

  private static final String PAGE =
      "<!DOCTYPE html><title>Bees</title><nav>Menu</nav><main><h1>Bees</h1><p>They <b>dance</b>."
          + "</main>";
  private static final String MODIFIED = "Fri, 02 Jan 2026 03:04:05 GMT";

  @TempDir Path temporary;

  private final MockWebServer server = new MockWebServer();
  private final CountDownLatch shown = new CountDownLatch(1);

  /** A text whose second half comes when it was shown that some of it has arrived. */
  private final class HeldBody implements MockResponseBody {
    private static final int HALF = 32 << 10;

    @Override
    public long getContentLength() {
      return 2 * HALF;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.write(new byte[HALF]);
      sink.flush();
      try {
        if (!shown.await(3, TimeUnit.MINUTES)) {
          throw new IOException("nothing was shown");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      sink.write(new byte[HALF]);
    }
  }

  @BeforeEach
  void startServer() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private MockResponse answer(RecordedRequest request) {
    return switch (request.getUrl().encodedPath()) {
      case "/page" -> page(request);
      case "/text" -> response("text/plain", "Grüße\n".getBytes(UTF_8)).build();
      case "/logo" -> response("image/png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0}).build();
      case "/book.dcr" ->
          response("application/x-director", "one\u0000\ntwo\nthree\n".getBytes(UTF_8)).build();
      case "/large" -> response("text/plain", new byte[64 << 10]).build();
      case "/held" -> response("text/plain", new byte[0]).body(new HeldBody()).build();
      case "/never" ->
          new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build();
      case "/token" ->
          response(
                  "text/plain", String.valueOf(request.getHeaders().get("X-Token")).getBytes(UTF_8))
              .build();
      default -> new MockResponse.Builder().code(404).build();
    };
  }

  private static MockResponse page(RecordedRequest request) {
    return "\"1\"".equals(request.getHeaders().get("If-None-Match"))
        ? new MockResponse.Builder().code(304).addHeader("ETag", "\"1\"").build()
        : response("text/html; charset=utf-8", PAGE.getBytes(UTF_8))
            .addHeader("ETag", "\"1\"")
            .build();
  }

  private static MockResponse.Builder response(String type, byte[] body) {
    return new MockResponse.Builder()
        .addHeader("Content-Type", type)
        .addHeader("Last-Modified", MODIFIED)
        .body(new Buffer().write(body));
  }

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary);
  }

  private String host() {
    return "127.0.0.1:" + server.getPort();
  }

  private String url(String path) {
    return "http://" + host() + path;
  }

  @Test
  void attachesAPartOfADocument() {
    String book = url("/book.dcr");
    CliRun run =
        workspace().run("resolve", "--json", book + "#page=2&zoom=100", "--allow-host", host());
    assertThat(run.err()).isEmpty();
    var two = run.json().get(0);
    assertThat(two.get("uri").asText()).isEqualTo(book + "#page=2");
    assertThat(two.get("text").asText()).isEqualTo("TWO\n");
    assertThat(two.get("name").asText()).isEqualTo(book + "#page=2");
    assertThat(two.get("notes").get(0).asText())
        .isEqualTo("converted to Markdown by shouting 2: page=2");
    assertThat(two.get("notes").get(1).asText()).isEqualTo("Small letters are lost.");
    var whole = workspace().run("resolve", "--json", book, "--allow-host", host()).json().get(0);
    assertThat(whole.get("uri").asText()).isEqualTo(book);
    assertThat(whole.get("formatted").asText()).isEqualTo("ONE\nTWO\nTHREE\n");
    CliRun offline =
        workspace().run("resolve", book + "#page=3", "--offline", "--allow-host", host());
    assertThat(offline.out()).contains("#page=3", "\nTHREE\n");
  }

  @Test
  void saysThatAPartIsMissing() {
    assertThat(workspace().run("resolve", url("/book.dcr#page=9"), "--allow-host", host()).err())
        .isEqualTo("attache: " + url("/book.dcr#page=9") + ": has no page=9: it has 3 pages\n");
    assertThat(workspace().run("resolve", url("/text#sheet=A"), "--allow-host", host()).err())
        .isEqualTo("attache: " + url("/text#sheet=A") + ": has no sheet=A: it is not converted\n");
  }

  @Test
  void givesAllOfAPageWhateverItsFragmentIs() {
    CliRun run = workspace().run("resolve", "--json", url("/page#page=2"), "--allow-host", host());
    assertThat(run.json().get(0).get("uri").asText()).isEqualTo(url("/page"));
    assertThat(run.json().get(0).get("formatted").asText()).contains("They **dance**.");
  }

  @Test
  void showsAPageAsMarkdown() {
    CliRun run = workspace().run("resolve", url("/page"), "--allow-host", host());
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            "<resource uri=\"URL\" mimeType=\"text/html\" note=\"the main content of an"
                    .replace("URL", url("/page"))
                + " HTML page, as Markdown\">\n# Bees\n\nThey **dance**.\n\n</resource>\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void showsTheHtmlOfAPageIfToldTo() {
    CliRun run = workspace().run("resolve", url("/page"), "--allow-host", host(), "--html", "raw");
    assertThat(run.out())
        .isEqualTo(
            "<resource uri=\"URL\" mimeType=\"text/html\">\n".replace("URL", url("/page"))
                + PAGE
                + "\n</resource>\n");
  }

  @Test
  void showsAllOfAPageIfToldTo() {
    CliRun run = workspace().run("resolve", url("/page"), "--allow-host", host(), "--html", "full");
    assertThat(run.out()).contains("note=\"HTML, as Markdown\">\nMenu\n\n# Bees\n");
  }

  @Test
  void givesProgramsBothTheHtmlAndTheMarkdown() {
    CliRun run = workspace().run("resolve", url("/page"), "--allow-host", host(), "--json");
    assertThat(run.out())
        .contains("\"text\":\"<!DOCTYPE html>", "\"formatted\":\"# Bees\\n\\nThey **dance**.\\n\"")
        .contains("\"title\":\"Bees\"", "\"source\":\"http\"", "\"dev.attache/etag\":\"\\\"1\\\"\"")
        .contains("\"annotations\":{\"lastModified\":\"2026-01-02T03:04:05Z\"}");
  }

  @Test
  void leavesTheMarkdownOutTogetherWithTheContent() {
    CliRun run =
        workspace().run("resolve", url("/page"), "--allow-host", host(), "--json", "--no-content");
    assertThat(run.out()).doesNotContain("\"text\":", "\"formatted\"").contains("\"digest\":");
  }

  @Test
  void refusesAPrivateAddressAndSaysHowToOpenIt() {
    CliRun run = workspace().run("resolve", url("/page"));
    assertThat(run.err())
        .isEqualTo(
            "attache: "
                + url("/page")
                + ": is not on the public internet: 127.0.0.1 is a loopback address (127.0.0.0/8);"
                + " --allow-host "
                + host()
                + " allows it\n");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void plansWithoutARequest() {
    CliRun run =
        workspace()
            .run(
                "plan",
                "HTTP://Example.com:80/%7ea?token=1234",
                url("/page"),
                "ftp://x/",
                "--json");
    assertThat(run.out())
        .contains("\"uri\":\"http://example.com/~a?token=1234\"")
        .doesNotContain("127.0.0.1");
    assertThat(run.err())
        .contains("127.0.0.1 is a loopback address (127.0.0.0/8)")
        .contains(
            "no handler for the scheme \"ftp\" (known: bitbucket, cmd, codeberg, file, git+file,"
                + " git+http, git+https, git+ssh, github, gitlab, http, https, mcp)");
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void neverShowsTheSecretsOfAUrl() {
    String secret = "http://user:hunter2@" + host() + "/missing?token=hunter2";
    CliRun failed = workspace().run("resolve", secret, "--allow-host", host(), "-v");
    assertThat(failed.err())
        .contains("the server returned 404 Not Found")
        .doesNotContain("hunter2");
    CliRun planned = workspace().run("plan", secret, "--allow-host", host());
    assertThat(planned.out() + planned.err()).doesNotContain("hunter2");
    CliRun resolved =
        workspace().run("resolve", url("/text?token=hunter2"), "--allow-host", host());
    assertThat(resolved.out()).contains("Grüße").doesNotContain("hunter2");
    CliRun table =
        workspace()
            .run("resolve", url("/text?token=hunter2"), "--allow-host", host(), "-f", "table");
    assertThat(table.out()).doesNotContain("hunter2");
  }

  @Test
  void sendsConfiguredHeadersWithoutEverShowingThem() {
    TestWorkspace workspace =
        workspace()
            .file(
                "config.toml",
                "[http]\nallow = [\"HOST\"]\n[http.\"http://HOST\"]\nheaders = { X-Token = \"hunter2\" }\n"
                    .replace("HOST", host()));
    CliRun run =
        workspace.run(
            "resolve", url("/token"), "--config", workspace.path("config.toml").toString());
    assertThat(run.out()).contains(">\nhunter2\n</resource>"); // as the server told it
    CliRun failed =
        workspace.run(
            "resolve", url("/no"), "-v", "--config", workspace.path("config.toml").toString());
    assertThat(failed.err()).isNotEmpty().doesNotContain("hunter2");
  }

  @Test
  void asksWhetherAPageHasChangedAndGetsItFromTheCacheIfNot() throws Exception {
    String[] line = {"resolve", url("/page"), "--allow-host", host(), "--format", "table"};
    CliRun first = workspace().run(line);
    CliRun second = workspace().run(line);
    assertThat(second.out()).isEqualTo(first.out()).contains(url("/page"));
    assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isNull();
    assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isEqualTo("\"1\"");
  }

  @Test
  void saysTheNotesThatATableHasNoPlaceFor() {
    String[] line = {"resolve", url("/page"), url("/text"), "--allow-host", host(), "-f", "table"};
    assertThat(workspace().run(line).err())
        .isEqualTo(
            "attache: " + url("/page") + ": the main content of an HTML page, as Markdown\n");
    assertThat(
            workspace()
                .run(Stream.concat(Stream.of("-q"), Stream.of(line)).toArray(String[]::new))
                .err())
        .isEmpty();
  }

  @Test
  void saysThatLinesOfAUrlAreNotSelected() {
    CliRun run = workspace().run("plan", url("/text#L10-20"), "--allow-host", host());
    assertThat(run.err())
        .isEqualTo(
            "attache: "
                + url("/text#L10-20")
                + ": the #fragment is ignored; this is the whole resource\n");
  }

  @Test
  void saysThatAnAsteriskIsNoPatternInAUrl() {
    String pattern = "!" + url("/*");
    CliRun run = workspace().run("plan", url("/text"), pattern, "--allow-host", host());
    assertThat(run.err())
        .isEqualTo(
            "attache: " + pattern + ": excludes only this URL; * is not a pattern in URLs\n");
  }

  @Test
  void refusesAHostThatIsNoneBeforeAnythingIsResolved() {
    CliRun run =
        workspace()
            .run(
                "resolve", url("/text"), "--allow-host", host(), "--allow-host", "127.0.0.1:99999");
    assertThat(run.err())
        .startsWith("attache: --allow-host (127.0.0.1:99999) must have a port from 1 to 65535\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void marksWhatItHasFromTheCacheWhenOffline() {
    workspace().run("resolve", url("/page"), "--allow-host", host());
    CliRun run = workspace().run("resolve", url("/page"), "--allow-host", host(), "--offline");
    assertThat(run.out())
        .containsPattern(
            "note=\"offline: as fetched \\d s ago, at 20\\d\\d-[^;]+Z; the main content");
    assertThat(server.getRequestCount()).isOne();
  }

  @Test
  void saysWhatIsNotInTheCacheWhenOffline() {
    CliRun run = workspace().run("resolve", url("/text"), "--allow-host", host(), "--offline");
    assertThat(run.err())
        .isEqualTo(
            "attache: "
                + url("/text")
                + ": is not in the cache, and --offline allows no requests\n");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void keepsTheGoodOnesWhenOneFails() {
    CliRun run =
        workspace()
            .file("a.txt", "a")
            .run(
                "resolve",
                url("/no"),
                url("/text"),
                "a.txt",
                "--allow-host",
                host(),
                "-f",
                "table");
    assertThat(run.out()).contains(url("/text"), "a.txt");
    assertThat(run.err())
        .isEqualTo("attache: " + url("/no") + ": the server returned 404 Not Found\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void saysWhatToDoAboutATimeAndASizeThatDoNotSuffice() {
    CliRun late =
        workspace().run("resolve", url("/never"), "--allow-host", host(), "--timeout", "1");
    assertThat(late.err())
        .isEqualTo(
            "attache: " + url("/never") + ": took longer than 1 s; raise it with --timeout\n");
    assertThat(late.exitCode()).isEqualTo(ExitCode.FAILED);
    CliRun large =
        workspace().run("resolve", url("/large"), "--allow-host", host(), "--max-bytes", "1000");
    assertThat(large.err())
        .isEqualTo(
            "attache: "
                + url("/large")
                + ": is larger than the limit of 1000 bytes; raise it with --max-bytes\n");
  }

  @Test
  void showsHowMuchHasArrivedOfWhatIsStillOnItsWay() {
    var err =
        new StringWriter() {
          @Override
          public void write(String text, int offset, int length) {
            super.write(text, offset, length);
            if (toString().contains(" KiB received)")) {
              shown.countDown();
            }
          }
        };
    String[] line = {"resolve", url("/held"), "--allow-host", host(), "-f", "table"};
    assertThat(workspace().redirected().run(OutputStream.nullOutputStream(), err, line)).isZero();
    assertThat(err.toString()).contains("0 items, 0 B (").contains(" KiB received)");
  }

  @Test
  void putsABlobIntoOneLine() {
    CliRun run = workspace().run("resolve", url("/logo"), "--allow-host", host());
    assertThat(run.out()).contains("mimeType=\"image/png\">\n[image/png, 5 bytes, sha256:");
  }
}
