package dev.attache.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.http.HttpFixture.Raw;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("network")
class HttpGateTest {

  private HttpFixture http;

  @BeforeEach
  void listen() throws IOException {
    http = HttpFixture.open();
  }

  private void listen(HttpAccess access) throws IOException {
    http.close();
    http = HttpFixture.with(access);
  }

  @AfterEach
  void close() {
    http.close();
  }

  /** The answer to a GET without a session, which is 400 where the gate is open. */
  private String answer(String... headers) throws IOException {
    try (Raw raw = http.raw()) {
      return raw.write("GET /mcp HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n")
          .answer();
    }
  }

  private static void assertPassed(String answer) {
    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("Mcp-Session-Id is missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:1",
        "127.0.0.1",
        "127.0.0.1:8080",
        "127.1.2.3",
        "[::1]",
        "[::1]:80",
        "[0:0:0:0:0:0:0:1]:80"
      })
  void hostsOfLoopbackAreAllowed(String host) throws Exception {
    assertPassed(answer("Host: " + host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.1",
        "127.0.0.256",
        "127.0.0.-1",
        "127.1",
        "localhost:80:80",
        "localhost:x",
        "localhost@evil.example",
        "[::2]",
        "[::1",
        "[localhost]",
        "[::1]x",
        ""
      })
  void otherHostsAreNot(String host) throws Exception {
    assertThat(answer("Host: " + host))
        .startsWith("HTTP/1.1 403 ")
        .endsWith(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"host "
                + host
                + " is not allowed: use localhost, or start the server with this host allowed\"}}");
  }

  @Test
  void hostsThatAreAllowedByNameAreAllowedOnAnyPort() throws Exception {
    listen(new HttpAccess(null, Set.of("Box.Example", "other:81"), Set.of()));
    assertPassed(answer("Host: box.example"));
    assertPassed(answer("Host: box.example:99"));
    assertPassed(answer("Host: other:81"));
    assertThat(answer("Host: other:82")).startsWith("HTTP/1.1 403 ");
    assertThat(answer("Host: other")).startsWith("HTTP/1.1 403 ");
  }

  @Test
  void aRequestHasOneHost() throws Exception {
    assertThat(answer("X: y"))
        .startsWith("HTTP/1.1 400 ")
        .contains("request has 0 Host headers: it must have one");
    assertThat(answer("Host: localhost", "Host: evil.example"))
        .startsWith("HTTP/1.1 400 ")
        .contains("request has 2 Host headers: it must have one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost",
        "http://localhost:6274",
        "https://127.0.0.1:1",
        "http://[::1]:3",
        "vscode-webview://abc"
      })
  void pagesOfLoopbackAndThoseAllowedAreLetIn(String origin) throws Exception {
    listen(new HttpAccess(null, Set.of(), Set.of("vscode-webview://abc")));
    String answer = answer("Host: localhost", "Origin: " + origin);
    assertPassed(answer);
    assertThat(answer)
        .contains("Access-control-allow-origin: " + origin + "\r\n", "Vary: Origin\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "http://evil.example",
        "http://localhost.evil.example",
        "http://localhost@evil.example",
        "file://localhost",
        "localhost"
      })
  void otherPagesAreNot(String origin) throws Exception {
    String answer = answer("Host: localhost", "Origin: " + origin);
    assertThat(answer)
        .startsWith("HTTP/1.1 403 ")
        .contains(
            "\"origin "
                + origin
                + " is not allowed: only pages of localhost are, and those of origins that the"
                + " server was started with\"");
    assertThat(answer).doesNotContainIgnoringCase("access-control");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://box.example",
        "https://box.example",
        "http://box.example:8808",
        "http://BOX.example",
        "http://other.example:81",
        "http://other.example",
        "box.example",
        "null"
      })
  void aHostThatIsAllowedAdmitsNoPages(String origin) throws Exception {
    listen(new HttpAccess(null, Set.of("box.example", "other.example:81"), Set.of()));
    assertPassed(answer("Host: box.example"));
    assertPassed(answer("Host: box.example", "Origin: http://localhost:6274"));
    String answer = answer("Host: box.example", "Origin: " + origin);
    assertThat(answer)
        .startsWith("HTTP/1.1 403 ")
        .contains("\"origin " + origin + " is not allowed: ")
        .doesNotContainIgnoringCase("access-control");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app.example",
        "app.example:8443",
        "https://app.example",
        "https://app.example:8443"
      })
  void anOriginThatIsAllowedAdmitsNoHosts(String host) throws Exception {
    listen(
        new HttpAccess(null, Set.of(), Set.of("https://app.example", "https://app.example:8443")));
    assertPassed(answer("Host: localhost", "Origin: https://app.example"));
    assertThat(answer("Host: " + host, "Origin: https://app.example"))
        .startsWith("HTTP/1.1 403 ")
        .contains("\"host " + host + " is not allowed: ");
  }

  @Test
  void anOriginIsAllowedWithItsSchemeAndItsPortInAnyCase() throws Exception {
    listen(new HttpAccess(null, Set.of(), Set.of("https://App.example", "http://dev.example:81")));
    for (String allowed :
        new String[] {"https://app.example", "HTTPS://APP.example", "http://dev.example:81"}) {
      assertPassed(answer("Host: localhost", "Origin: " + allowed));
    }
    for (String other :
        new String[] {
          "http://app.example",
          "https://app.example:443",
          "https://app.example/",
          "https://app.example.evil.example",
          "http://dev.example",
          "http://dev.example:82",
          "null"
        }) {
      assertThat(answer("Host: localhost", "Origin: " + other))
          .startsWith("HTTP/1.1 403 ")
          .contains("\"origin " + other + " is not allowed: ");
    }
    assertThat(answer("Host: localhost", "Origin: https://app.example", "Origin: null"))
        .startsWith("HTTP/1.1 403 ")
        .contains("\"origin null is not allowed: ");
  }

  @Test
  void browsersAreToldWhatPagesMaySend() throws Exception {
    listen(new HttpAccess("secret", Set.of(), Set.of()));
    try (Raw raw = http.raw()) {
      String answer =
          raw.write(
                  String.join(
                      "\r\n",
                      "OPTIONS /mcp HTTP/1.1",
                      "Host: localhost",
                      "Origin: http://localhost:1",
                      "Access-Control-Request-Method: POST",
                      "Access-Control-Request-Headers: authorization,mcp-session-id",
                      "\r\n"))
              .answer();
      assertThat(answer)
          .startsWith("HTTP/1.1 204 ")
          .contains("Access-control-allow-methods: POST, GET, DELETE, OPTIONS\r\n")
          .contains("Access-control-allow-headers: authorization,mcp-session-id\r\n")
          .contains("Access-control-expose-headers: Mcp-Session-Id\r\n");
    }
  }

  @Test
  void theTokenOpensTheGate() throws Exception {
    listen(new HttpAccess("se cret", Set.of(), Set.of()));
    assertPassed(answer("Host: localhost", "Authorization: Bearer se cret"));
    assertPassed(answer("Host: localhost", "Authorization: bearer  se cret "));
  }

  @Test
  void withoutTheTokenItIsShut() throws Exception {
    listen(new HttpAccess("secret", Set.of(), Set.of()));
    String missing =
        "token is missing: send the header Authorization: Bearer TOKEN, with the token";
    String wrong = "token is not the one of this server: send the one that it was started with";
    assertThat(answer("Host: localhost"))
        .startsWith("HTTP/1.1 401 ")
        .contains("Www-authenticate: Bearer\r\n", missing);
    assertThat(answer("Host: localhost", "Authorization: Basic secret")).contains(" 401 ", missing);
    for (String other : new String[] {"", "secre", "secret2", "SECRET"}) {
      assertThat(answer("Host: localhost", "Authorization: Bearer " + other)).contains(" 401 ");
    }
    assertThat(answer("Host: localhost", "Authorization: Bearer secre")).contains(wrong);
    assertThat(answer("Host: localhost", "Authorization: Bearer secret", "Authorization: Bearer x"))
        .contains(" 401 ");
  }

  @Test
  void nothingOfTheBodyIsAwaitedBeforeTheChecks() throws Exception {
    try (Raw raw = http.raw()) {
      raw.write("POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 10\r\n\r\n");
      assertThat(raw.status()).isEqualTo(403);
    }
  }
}
