package dev.attache.handlers.http.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.RawServer;
import dev.attache.handlers.http.WebFetch;
import dev.attache.handlers.http.WebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that come encoded, well or badly. */
@Tag("network")
class ContentCodingTest {

  private static final byte[] TEXT = "a text, a text, a text".getBytes(UTF_8);

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();

  @BeforeEach
  void allowTheServer() {
    web.allow(server.hostAndPort());
  }

  private String serve(String coding, byte[] body) {
    return server.answer("/", request -> encoded(coding, body).build());
  }

  private static MockResponse.Builder encoded(String coding, byte[] body) {
    return new MockResponse.Builder()
        .addHeader("Content-Type", "text/plain")
        .addHeader("Content-Encoding", coding)
        .body(new Buffer().write(body));
  }

  @Test
  void asksForGzipOnly() throws Exception {
    web.text(server.serve("/", "x"));
    assertThat(server.takeRequest().getHeaders().values("Accept-Encoding")).containsExactly("gzip");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "GZip", "identity, gzip", " gzip ,", "gzip, identity"})
  void decodesGzip(String coding) throws Exception {
    assertThat(web.text(serve(coding, WebServer.gzip(TEXT)))).isEqualTo(new String(TEXT, UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "Identity", "", ","})
  void takesWhatIsNotEncodedAsItIs(String coding) throws Exception {
    assertThat(web.text(serve(coding, TEXT))).isEqualTo(new String(TEXT, UTF_8));
  }

  @Test
  void decodesNothingThatDoesNotSaySo() throws Exception {
    String url = server.serve("/a.gz", "application/gzip", WebServer.gzip(TEXT));
    assertThat(web.get(url).content().open().readAllBytes()).isEqualTo(WebServer.gzip(TEXT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "br",
        "deflate",
        "zstd",
        "compress",
        "gzip, gzip",
        "gzip, br",
        "aws-chunked",
        "utf-8",
        "*"
      })
  void refusesWhatWasNotAskedFor(String coding) throws Exception {
    String url = serve(coding, TEXT);
    assertThat(web.failure(url))
        .isEqualTo(
            "FAILED " + url + ": is encoded as \"" + coding + "\", but only gzip was asked for");
  }

  @Test
  void repeatsOnlyTheBeginningOfALongName() throws Exception {
    String url = serve("x".repeat(3000), TEXT);
    assertThat(web.failure(url))
        .isEqualTo(
            "FAILED %s: is encoded as \"%s…\", but only gzip was asked for"
                .formatted(url, "x".repeat(200)));
  }

  @Test
  void refusesGzipInGzip() throws Exception {
    String url =
        server.answer(
            "/",
            request ->
                encoded("gzip", WebServer.gzip(WebServer.gzip(TEXT)))
                    .addHeader("Content-Encoding", "gzip")
                    .build());
    assertThat(web.failure(url))
        .isEqualTo("FAILED " + url + ": is encoded as \"gzip, gzip\", but only gzip was asked for");
  }

  @Test
  void refusesDeflate() throws Exception {
    var out = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(out)) {
      deflater.write(TEXT);
    }
    String url = serve("deflate", out.toByteArray());
    assertThat(web.failure(url))
        .isEqualTo("FAILED " + url + ": is encoded as \"deflate\", but only gzip was asked for");
  }

  @Test
  void isEmptyIfNothingIsEncoded() throws Exception {
    assertThat(web.text(serve("gzip", new byte[0]))).isEmpty();
    assertThat(web.text(serve("br", new byte[0]))).isEmpty();
  }

  @Test
  void decodesTheGzipOfNothing() throws Exception {
    assertThat(web.text(serve("gzip", WebServer.gzip(new byte[0])))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 15, 20})
  void refusesGzipThatIsCut(int length) throws Exception {
    String url = serve("gzip", Arrays.copyOf(WebServer.gzip(TEXT), length));
    assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": is broken gzip");
  }

  @Test
  void refusesGzipWithoutItsEnd() throws Exception {
    byte[] gzip = WebServer.gzip(TEXT);
    String url = serve("gzip", Arrays.copyOf(gzip, gzip.length - 1));
    assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": is broken gzip");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, -8, -1})
  void refusesGzipWithAWrongByte(int index) throws Exception {
    byte[] gzip = WebServer.gzip(TEXT);
    gzip[index < 0 ? gzip.length + index : index] ^= 0x5a;
    String url = serve("gzip", gzip);
    assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": is broken gzip");
  }

  @Test
  void refusesWhatComesAfterGzip() throws Exception {
    String url = serve("gzip", concat(WebServer.gzip(TEXT), TEXT));
    assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": is broken gzip");
  }

  @Test
  void refusesWhatIsNoGzip() throws Exception {
    String url = serve("gzip", TEXT);
    assertThat(web.failure(url)).isEqualTo("FAILED " + url + ": is broken gzip");
  }

  @Test
  void tellsABrokenConnectionFromBrokenGzip() throws Exception {
    byte[] gzip = WebServer.gzip(TEXT);
    try (var raw =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n");
              connection.send("Content-Length: " + gzip.length + "\r\n\r\n");
              connection.send(Arrays.copyOf(gzip, 20));
              connection.close();
            })) {
      assertThat(web.allow(raw.hostAndPort()).failure(raw.url("/")))
          .isEqualTo(
              "FAILED "
                  + raw.url("/")
                  + ": the connection closed before the response was complete (passing)");
    }
  }

  @Test
  void endsGzipThatDrips() throws Exception {
    String url =
        server.answer(
            "/",
            request ->
                encoded("gzip", WebServer.gzip(TEXT))
                    .throttleBody(1, 50, TimeUnit.MILLISECONDS)
                    .build());
    assertThat(web.withTimeout(400).failure(url))
        .isEqualTo("TIMEOUT " + url + ": took longer than 1 s (passing)");
  }

  @Test
  void countsWhatIsDecoded() throws Exception {
    byte[] gzip = WebServer.gzip(new byte[1_000_001]);
    String url = serve("gzip", gzip);
    assertThat(gzip.length).isLessThan(2000);
    assertThat(web.withMaxBytes(1_000_000).failure(url))
        .isEqualTo("TOO_LARGE " + url + ": is larger than the limit of 1000000 bytes");
  }

  private static byte[] concat(byte[] first, byte[] second) throws IOException {
    var all = new ByteArrayOutputStream();
    all.write(first);
    all.write(second);
    return all.toByteArray();
  }
}
