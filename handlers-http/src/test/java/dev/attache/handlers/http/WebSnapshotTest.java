package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.http.fetch.Environment;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import okhttp3.Dns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of bytes that a server sends: through the handler and the engine. */
@Tag("network")
class WebSnapshotTest {

  private static final Path PAGES = Path.of("../html/src/test/resources/pages");
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 1};

  @TempDir private Path directory;

  private WebServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = new WebServer();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private Snapshot resolve(String url) throws IOException {
    var handler =
        new HttpHandler(
            new Environment(Map.of("XDG_CACHE_HOME", directory.toString()), Dns.SYSTEM, null));
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(handler))
            .workspace(directory)
            .configuration("http", Map.of("allow", List.of(server.hostAndPort())))
            .build();
    try (Resolution resolution = resolver.resolve(List.of(url))) {
      Outcome outcome = resolution.next();
      assertThat(outcome).isInstanceOf(Outcome.Resolved.class);
      return ((Outcome.Resolved) outcome).snapshot();
    }
  }

  private static String text(Snapshot snapshot) {
    return snapshot.resource().content().match(text -> text.value(), blob -> "", stored -> "");
  }

  private static byte[] page(String name) throws IOException {
    return Files.readAllBytes(PAGES.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "blog",
        "code",
        "definitions",
        "docs",
        "figures",
        "hidden",
        "lists",
        "malformed",
        "no-title",
        "rtl",
        "tables",
        "xhtml"
      })
  void givesThePageAsItIsAndItsMarkdownForModels(String name) throws Exception {
    byte[] html = page(name + ".html");
    String url = server.serve("/docs/page.html", "text/html; charset=utf-8", html);
    Snapshot snapshot = resolve(url);
    assertThat(text(snapshot)).isEqualTo(new String(html, UTF_8));
    String origin = url.substring(0, url.indexOf("/docs"));
    assertThat(snapshot.resource().formatted())
        .isEqualTo(new String(page(name + ".md"), UTF_8).replace("https://example.org", origin));
    assertThat(snapshot.type().chosen()).isEqualTo("text/html");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html; charset=latin1            | windows-1252 | <p>Größe €</p>
          text/html; charset=ISO-8859-1        | windows-1252 | <p>Größe “quoted”</p>
          text/html; charset="windows-1251"    | windows-1251 | <p>Погода</p>
          text/plain;charset=gb2312            | GBK          | 天气
          text/plain; charset=shift_jis        | Shift_JIS    | 天気
          text/html; charset=utf-16            | UTF-16LE     | <p>Größe</p>
          text/html, text/html; charset=koi8-r | KOI8-R       | <p>Погода</p>
          text/html; charset=EUC-KR            | EUC-KR       | <p>날씨</p>
          """)
  void readsTheCharsetOfTheHeader(String contentType, String encoding, String content)
      throws Exception {
    byte[] bytes = content.getBytes(Charset.forName(encoding));
    Snapshot snapshot = resolve(server.serve("/page", contentType, bytes));
    assertThat(text(snapshot)).isEqualTo(content);
    assertThat(snapshot.notes()).contains("charset: converted from " + encoding);
    assertThat(snapshot.resource().meta())
        .containsEntry("dev.attache/bytesDigest", ContentDigest.sha256(bytes).toString());
  }

  @Test
  void readsTheCharsetThatThePageStatesItself() throws Exception {
    String html = new String(page("legacy-charset.html"), UTF_8);
    byte[] bytes = html.getBytes(Charset.forName("windows-1251"));
    String expected = new String(bytes, Charset.forName("windows-1251"));
    Snapshot snapshot = resolve(server.serve("/page", "text/html", bytes));
    assertThat(text(snapshot)).isEqualTo(expected);
    assertThat(snapshot.resource().title()).isEqualTo("Страница о погоде");
  }

  @Test
  void believesAByteOrderMarkMoreThanTheHeader() throws Exception {
    byte[] bytes = "\uFEFF<p>Größe".getBytes(UTF_16LE);
    Snapshot snapshot = resolve(server.serve("/page", "text/html; charset=utf-8", bytes));
    assertThat(text(snapshot)).isEqualTo("<p>Größe");
  }

  @Test
  void saysThatItGuessedTheCharset() throws Exception {
    byte[] bytes = "<p>Größe".getBytes(ISO_8859_1);
    Snapshot snapshot = resolve(server.serve("/page", "text/html", bytes));
    assertThat(text(snapshot)).isEqualTo("<p>Größe");
    assertThat(snapshot.notes())
        .containsExactly(
            "charset: not UTF-8 and none declared, read as windows-1252", "HTML, as Markdown");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /Main.java | text/plain               | class Main {}         | text/x-java-source | by extension
          /a.json    | application/octet-stream | {"a": 1}              | application/json   | by extension
          /api       | application/json         | {"a": 1}              | application/json   | declared
          /feed      | application/atom+xml     | <feed xmlns="http://www.w3.org/2005/Atom"/> | application/atom+xml | declared
          /logo.svg  | image/svg+xml            | <svg xmlns="http://www.w3.org/2000/svg"/>   | image/svg+xml        | by extension
          /page.php  | text/html                | <p>made by a program  | text/html          | declared
          /notes     | text/markdown            | # Notes               | text/markdown      | declared
          /odd       | nonsense                 | plain words           | text/plain         | valid text
          /x.png     | image/png                | no picture at all     | text/plain         | valid text
          """)
  void decidesOnTheTypeByHeaderNameAndContent(
      String path, String contentType, String content, String type, String why) throws Exception {
    Snapshot snapshot = resolve(server.serve(path, contentType, content.getBytes(UTF_8)));
    assertThat(snapshot.type().chosen()).isEqualTo(type);
    assertThat(snapshot.type().why()).isEqualTo(why);
    assertThat(snapshot.type().declared()).isEqualTo(contentType);
    assertThat(text(snapshot)).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"image/png", "text/plain", "text/html", "application/octet-stream"})
  void keepsAPictureABlobWhateverTheHeaderSays(String contentType) throws Exception {
    Snapshot snapshot = resolve(server.serve("/picture", contentType, PNG));
    assertThat(snapshot.resource().content().isText()).isFalse();
    assertThat(snapshot.resource().content().open().readAllBytes()).isEqualTo(PNG);
    assertThat(snapshot.type().chosen()).isEqualTo("image/png");
    assertThat(snapshot.resource().formatted()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain; charset=utf-8", " TEXT/PLAIN", "text/html, text/plain"})
  void showsTheSourceThatTheServerCallsPlainText(String contentType) throws Exception {
    byte[] html = "<!DOCTYPE html><title>t</title><p>a".getBytes(UTF_8);
    Snapshot snapshot = resolve(server.serve("/page.html", contentType, html));
    assertThat(snapshot.type().chosen()).isEqualTo("text/html");
    assertThat(snapshot.resource().formatted()).isNull();
    assertThat(snapshot.resource().title()).isNull();
    assertThat(snapshot.notes()).isEmpty();
  }

  @Test
  void believesTheLastOfSeveralTypes() throws Exception {
    byte[] html = "<p>a".getBytes(UTF_8);
    Snapshot snapshot = resolve(server.serve("/page", "text/plain, text/html", html));
    assertThat(snapshot.resource().formatted()).isEqualTo("a\n");
  }
}
