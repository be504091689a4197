package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References of those who are not trusted. */
@Tag("network")
class StrangersTest {

  private static final String MARK = "what nobody else may read";

  @TempDir Path directory;

  private HttpServer server;
  private String place;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(directory.resolve("secret.txt"), MARK);
    Files.createDirectories(directory.resolve("https:/example.org"));
    Files.writeString(directory.resolve("https:/example.org/a.txt"), MARK);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = (MARK + " of the web").getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    place = "127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret.txt",
        "./secret.txt",
        "*.txt",
        ".",
        "!nothing",
        "/etc/passwd",
        "../../../../etc/passwd",
        "~/.ssh/id_rsa",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "file:secret.txt",
        "cmd:cat /etc/passwd",
        "CMD:id",
        "mcp+a+file:///etc/passwd",
        "upload:///secret.txt",
        "jar:file:///x.jar!/y",
        "data:text/plain,hello",
        "//example.org/x",
        "example.org",
        " https://example.org/",
        "ftp://example.org/",
        "https",
        "",
      })
  void leadNowhereUnlessTheyAreUrls(String reference) throws IOException {
    RecordedTurn turn = ofStranger(Attache.open(directory), reference);
    assertThat(turn.request().request().resources()).isEmpty();
    assertThat(turn.text()).doesNotContain(MARK);
    assertThat(turn.problems())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.kind()).isEqualTo(Kind.DENIED);
              assertThat(each.line())
                  .startsWith("not attached: ")
                  .endsWith(": must be a URL that begins with http: or https:");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:%d/",
        "HTTP://127.0.0.1:%d/",
        "http://localhost:%d/",
        "http://[::ffff:127.0.0.1]:%d/",
        "http://2130706433:%d/",
        "http://0x7f.1:%d/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://user:password@127.0.0.1:%d/",
      })
  void leadToNoAddressOfThisNetwork(String url) throws IOException {
    String reference = url.replace("%d", String.valueOf(server.getAddress().getPort()));
    RecordedTurn turn = ofStranger(Attache.open(directory), reference);
    assertThat(turn.request().request().resources()).isEmpty();
    assertThat(turn.problems())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.kind()).isEqualTo(Kind.DENIED);
              assertThat(each.toString()).contains(" is not on the public internet: ");
              assertThat(each.toString()).doesNotContain("password");
            });
  }

  @Test
  void leadWhereTheProgramHasAllowedIt() throws IOException {
    Attache attache =
        Attache.builder(directory)
            .schemes("http")
            .reading(reading -> reading.configuration("http", Map.of("allow", List.of(place))))
            .build();
    RecordedTurn turn = ofStranger(attache, "http://" + place + "/a.txt");
    assertThat(turn.problems()).isEmpty();
    assertThat(turn.text()).contains(MARK + " of the web");
    assertThat(ofStranger(attache, "https://" + place + "/a.txt").problems())
        .extracting(Problem::line)
        .containsExactly(
            "not attached: https://" + place + "/a.txt: must be a URL that begins with http:");
  }

  @Test
  void areNeverFilesWhateverSchemesThereAre() throws IOException {
    Attache attache = Attache.builder(directory).schemes("file").build();
    assertThat(ofStranger(attache, "secret.txt").problems())
        .extracting(Problem::line)
        .containsExactly(
            "not attached: secret.txt: nothing may be attached for those who are not trusted");
    assertThat(attache.conversation("own").turn("Mine.").attach("secret.txt").request().text())
        .contains(MARK);
  }

  @Test
  void areNeverFilesOfARepositoryOrAServer() {
    Strangers strangers =
        Strangers.allowed(Set.of("https", "git+https", "git+file", "mcp", "mcp+docs", "cmd"));
    assertThat(strangers.refusal())
        .isEqualTo("must be a URL that begins with git+https: or https:");
    assertThat(strangers.mayHave("git+file:///etc")).isFalse();
    assertThat(strangers.mayHave("mcp+docs+file:///etc/passwd")).isFalse();
    assertThat(strangers.mayHave("git+https://example.org/x")).isTrue();
  }

  @Test
  void areNotNeededToKeepFilesFromBeingRead() throws IOException {
    Attache attache = Attache.builder(directory).schemes("https").build();
    RecordedTurn turn =
        attache
            .conversation("one")
            .turn("Read it.")
            .attachAll("secret.txt", "/etc/passwd", "http://example.org/")
            .request();
    assertThat(turn.problems()).extracting(Problem::kind).containsOnly(Kind.UNSUPPORTED_SCHEME);
    assertThat(turn.text()).doesNotContain(MARK);
    assertThatThrownBy(() -> Attache.builder(directory).schemes("https", "htp").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("scheme (htp) must be one of file, http, https");
  }

  private static RecordedTurn ofStranger(Attache attache, String reference) throws IOException {
    return attache.conversation().turn("Read it.").attachUntrusted(reference).request();
  }
}
