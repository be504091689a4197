package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxy that is configured, and those that are not. */
@Tag("network")
class ProxyTest {

  @RegisterExtension private final WebFetch web = new WebFetch();
  private final TestDns dns = new TestDns();

  @AutoClose
  private final RawServer proxy =
      RawServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nby proxy!");

  private WebFetch through(RawServer server) {
    return web.withDns(dns).with("proxy", "http://" + server.hostAndPort());
  }

  @Test
  void isAskedInsteadOfTheHost() throws Exception {
    assertThat(through(proxy).text("http://a.example/x?y")).isEqualTo("by proxy!");
    assertThat(proxy.requests())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("GET http://a.example/x?y HTTP/1.1\r\n");
    assertThat(dns.lookups()).isZero();
  }

  @Test
  void mayHaveAName() throws Exception {
    dns.answer("proxy.example", "127.0.0.1");
    web.withDns(dns).with("proxy", "http://proxy.example:" + proxy.port());
    assertThat(web.text("http://a.example/")).isEqualTo("by proxy!");
    assertThat(dns.lookups()).isEqualTo(1);
  }

  @Test
  void passesOnWhatIsSecure() throws Exception {
    var certificates = new TestCertificates();
    try (var server = WebServer.https(certificates.forHost("a.example"));
        var tunnel =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.send("HTTP/1.1 200 Connected\r\n\r\n");
                  connection.join(new Socket(InetAddress.getLoopbackAddress(), server.port()));
                })) {
      server.serve("/", "secret content");
      web.withTrust(certificates.trust()).withHeader("https://a.example", "X-Token", "s3cr3t");
      assertThat(through(tunnel).text("https://a.example/")).isEqualTo("secret content");
      assertThat(tunnel.requests()).hasSize(1);
      assertThat(tunnel.requests().get(0)).startsWith("CONNECT a.example:443 HTTP/1.1\r\n");
      assertThat(tunnel.requests().get(0)).doesNotContain("s3cr3t");
      assertThat(server.takeRequest().getHeaders().get("X-Token")).isEqualTo("s3cr3t");
      assertThat(dns.lookups()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1 is a private address (10.0.0.0/8)",
    "127.0.0.1, 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "[::1], ::1 is a loopback address (::1/128)",
    "localhost, localhost is a name of this computer"
  })
  void isAskedForNothingPrivate(String host, String reason) throws Exception {
    assertThat(through(proxy).failure("http://" + host + "/"))
        .isEqualTo(
            "DENIED http://%1$s/: is not on the public internet: %2$s; allow-host %1$s:80"
                .formatted(host, reason));
    assertThat(proxy.accepted()).isZero();
  }

  @Test
  void opensNothingElseAtItsAddress() throws Exception {
    try (var server = new WebServer()) {
      String url = server.url("/");
      assertThat(through(proxy).failure(url))
          .startsWith("DENIED " + url + ": is not on the public internet: 127.0.0.1 is a loopback");
    }
  }

  @Test
  void isNotItselfOpen() throws Exception {
    assertThat(through(proxy).failure(proxy.url("/")))
        .startsWith(
            "DENIED "
                + proxy.url("/")
                + ": is not on the public internet: 127.0.0.1 is a loopback");
  }

  @Test
  void isToldNothingWhenItAsksWhoWeAre() throws Exception {
    try (var asking =
        RawServer.sending(
            "HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")) {
      for (String url : List.of("http://a.example/", "https://a.example/")) {
        assertThat(through(asking).failure(url))
            .isEqualTo(
                "DENIED "
                    + url
                    + ": the proxy "
                    + asking.hostAndPort()
                    + " answered 407 Proxy Authentication Required; proxies that require a password"
                    + " are not supported");
      }
      assertThat(asking.requests()).hasSize(2).noneMatch(r -> r.contains("Proxy-Authorization"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, FAILED, 400 Bad Request, ''",
    "403, DENIED, 403 Forbidden, ''",
    "404, FAILED, 404 Not Found, ''",
    "502, FAILED, 502 Bad Gateway, ' (passing)'"
  })
  void mayRefuseATunnel(int status, String kind, String words, String end) throws Exception {
    try (var refusing =
        RawServer.sending("HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(through(refusing).failure("https://a.example/"))
          .isEqualTo(
              "%s https://a.example/: the proxy %s answered %s%s"
                  .formatted(kind, refusing.hostAndPort(), words, end));
    }
  }

  @Test
  void isNamedWhenItCannotBeReached() throws Exception {
    proxy.close();
    assertThat(through(proxy).failure("http://a.example/"))
        .isEqualTo(
            "FAILED http://a.example/: cannot connect to the proxy "
                + proxy.hostAndPort()
                + ": connection refused (passing)");
  }

  @Test
  void isNamedWhenNobodyKnowsIt() throws Exception {
    web.withDns(dns).with("proxy", "http://proxy.example:3128");
    assertThat(web.failure("http://a.example/"))
        .isEqualTo(
            "FAILED http://a.example/: cannot connect to the proxy proxy.example:3128: could not"
                + " resolve proxy.example; is this machine online? (passing)");
  }

  @Test
  void isNamedWhenItBreaksOff() throws Exception {
    try (var breaking = RawServer.sending("")) {
      assertThat(through(breaking).failure("http://a.example/"))
          .isEqualTo(
              "FAILED http://a.example/: the connection to the proxy "
                  + breaking.hostAndPort()
                  + " closed before the response was complete (passing)");
    }
  }

  @Test
  void mayBeAnIpv6Address() throws Exception {
    byte[] loopback = new byte[16];
    loopback[15] = 1;
    try (var server =
        RawServer.sending(
            InetAddress.getByAddress(loopback), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n6!")) {
      web.withDns(dns).with("proxy", "http://[::1]:" + server.port());
      assertThat(web.text("http://a.example/")).isEqualTo("6!");
      assertThat(dns.lookups()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http.proxyHost, http.proxyPort",
    "https.proxyHost, https.proxyPort",
    "socksProxyHost, socksProxyPort"
  })
  void isNotTakenFromSystemProperties(String host, String port) throws Exception {
    var certificates = new TestCertificates();
    dns.answer("a.example", "127.0.0.1");
    try (var plain = new WebServer();
        var secure = WebServer.https(certificates.forHost("a.example"))) {
      plain.serve("/", "direct");
      secure.serve("/", "direct");
      System.setProperty(host, "127.0.0.1");
      System.setProperty(port, Integer.toString(proxy.port()));
      web.withDns(dns).withTrust(certificates.trust()).allow("a.example");
      assertThat(web.text(plain.url("a.example", "/"))).isEqualTo("direct");
      assertThat(web.text(secure.url("a.example", "/"))).isEqualTo("direct");
    } finally {
      System.clearProperty(host);
      System.clearProperty(port);
    }
    assertThat(proxy.accepted()).isZero();
  }

  @Test
  void isNotTakenFromTheEnvironment() throws Exception {
    try (var plain = new WebServer()) {
      plain.serve("/", "direct");
      web.withVariable("http_proxy", proxy.url("/")).withVariable("ALL_PROXY", proxy.url("/"));
      assertThat(web.allow(plain.hostAndPort()).text(plain.url("/"))).isEqualTo("direct");
    }
    assertThat(proxy.accepted()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://proxy.example",
        "proxy.example:3128",
        "socks5://proxy.example",
        "http://proxy.example/path",
        "http://proxy.example/#part"
      })
  void hasToBeAnHttpProxy(String value) throws Exception {
    assertThat(web.with("proxy", value).failure("http://a.example/"))
        .isEqualTo(
            "FAILED http://a.example/: invalid configuration [http]: proxy must be the address"
                + " of an HTTP proxy, such as http://proxy.example:3128");
  }

  @Test
  void isGivenNoPassword() throws Exception {
    assertThat(web.with("proxy", "http://me:s3cr3t@proxy.example").failure("http://a.example/"))
        .isEqualTo(
            "FAILED http://a.example/: invalid configuration [http]: proxy must not contain a"
                + " user name or a password: proxies that require them are not supported");
  }
}
