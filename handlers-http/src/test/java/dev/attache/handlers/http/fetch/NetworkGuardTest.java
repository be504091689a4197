package dev.attache.handlers.http.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.http.TestDns;
import dev.attache.handlers.http.WebFetch;
import dev.attache.handlers.http.WebServer;
import dev.attache.support.net.PublicNetwork;
import dev.attache.support.net.RefusedAddressException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and literals that lead into private networks, and what opens them. */
@Tag("network")
class NetworkGuardTest {

  @RegisterExtension private final WebFetch web = new WebFetch();
  @AutoClose private final WebServer server = new WebServer();
  private final TestDns dns = new TestDns();

  private String refusal(String reason) {
    return refusal("a.example", reason);
  }

  private String refusal(String host, String reason) {
    return "DENIED %s: is not on the public internet: %s; allow-host %s:%s"
        .formatted(server.url(host, "/"), reason, host, server.port());
  }

  /** The server's address, which has no name. */
  private InetSocketAddress here() throws UnknownHostException {
    return new InetSocketAddress(
        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
  }

  /** Fetches from a name that the test's name service knows. */
  private String failure() throws Exception {
    return web.withDns(dns).failure(server.url("a.example", "/"));
  }

  @Test
  void refusesANameOnLoopback() throws Exception {
    dns.answer("a.example", "127.0.0.1");
    assertThat(failure())
        .isEqualTo(refusal("a.example is at 127.0.0.1, a loopback address (127.0.0.0/8)"));
    assertThat(server.requests()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "93.184.215.14, 10.0.0.1, '10.0.0.1, a private address (10.0.0.0/8)'",
    "10.0.0.1, 93.184.215.14, '10.0.0.1, a private address (10.0.0.0/8)'",
    "2606:4700::1, fd00::1, 'fd00::1, a private address (fc00::/7)'",
    "93.184.215.14, ::1, '::1, a loopback address (::1/128)'",
    "93.184.215.14, 0.0.0.0, '0.0.0.0, a \"this network\" address (0.0.0.0/8)'",
    "93.184.215.14, 169.254.169.254, '169.254.169.254, a link-local address (169.254.0.0/16)'",
  })
  void refusesANameWithOneAddressThatIsPrivate(String one, String other, String is)
      throws Exception {
    dns.answer("a.example", one, other);
    assertThat(failure()).isEqualTo(refusal("a.example is at " + is));
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1, 10.0.0.1", "10.0.0.1, 127.0.0.1"})
  void refusesANameWithOneAddressThatIsPrivateThoughAnotherCouldBeConnectedTo(
      String one, String other) throws Exception {
    dns.answer("a.example", one, other);
    server.serve("/", "open");
    web.withDns(dns).allow(server.hostAndPort());
    assertThat(web.failure(server.url("a.example", "/")))
        .isEqualTo(refusal("a.example is at 10.0.0.1, a private address (10.0.0.0/8)"));
    assertThat(server.requests()).isZero();
  }

  @Test
  void opensAName() throws Exception {
    dns.answer("a.example", "127.0.0.1");
    server.serve("/", "open");
    web.withDns(dns).allow("a.example");
    assertThat(web.text(server.url("a.example", "/"))).isEqualTo("open");
  }

  @Test
  void opensAnAddressForEveryName() throws Exception {
    dns.answer("a.example", "127.0.0.1");
    server.serve("/", "open");
    web.withDns(dns).allow(server.hostAndPort());
    assertThat(web.text(server.url("a.example", "/"))).isEqualTo("open");
  }

  @Test
  void opensNoOtherPort() throws Exception {
    dns.answer("a.example", "127.0.0.1");
    web.allow("a.example:1");
    assertThat(failure())
        .isEqualTo(refusal("a.example is at 127.0.0.1, a loopback address (127.0.0.0/8)"));
  }

  @Test
  void opensTheNameAndNotItsAddress() throws Exception {
    web.allow("a.example");
    assertThat(web.failure(server.url("127.0.0.1", "/")))
        .isEqualTo(refusal("127.0.0.1", "127.0.0.1 is a loopback address (127.0.0.0/8)"));
  }

  @Test
  void asksForTheAddressesOfANameOnceInARun() throws Exception {
    dns.answer("a.example", "127.0.0.1").answer("a.example", "10.0.0.1");
    server.answer(
        "/",
        request -> WebServer.response(200, "Connection: close")); // each needs a new connection
    web.withDns(dns).allow("127.0.0.1");
    for (int i = 0; i < 3; i++) {
      assertThat(web.text(server.url("a.example", "/"))).isEmpty();
    }
    assertThat(dns.lookups()).isEqualTo(1);
  }

  @Test
  void judgesAnAnswerThatHasChangedInTheNextRun() throws Exception {
    dns.answer("a.example", "127.0.0.1").answer("a.example", "10.0.0.1");
    server.serve("/", "open");
    web.withDns(dns).allow("127.0.0.1");
    assertThat(web.text(server.url("a.example", "/"))).isEqualTo("open");
    web.endRun();
    assertThat(failure())
        .isEqualTo(refusal("a.example is at 10.0.0.1, a private address (10.0.0.0/8)"));
  }

  @Test
  void keepsTheFirstAnswerWhateverComesLater() throws Exception {
    dns.answer("a.example", "93.184.215.14").answer("a.example", "127.0.0.1");
    var guard = new NetworkGuard(PublicNetwork.standard(), dns, true);
    List<InetAddress> first = guard.lookup("a.example");
    assertThat(guard.lookup("a.example")).isEqualTo(first);
  }

  @Test
  void guardsWhatARedirectLeadsTo() throws Exception {
    dns.answer("a.example", "127.0.0.1").answer("b.example", "127.0.0.1");
    server.redirect("/", server.url("b.example", "/"));
    web.allow("a.example");
    assertThat(failure())
        .isEqualTo(
            "DENIED %s: redirects to %s, which is not on the public internet: b.example is at"
                    .formatted(server.url("a.example", "/"), server.url("b.example", "/"))
                + " 127.0.0.1, a loopback address (127.0.0.0/8)");
  }

  @Test
  void saysThatThereIsNoHostIfItHasNoAddress() throws Exception {
    Dns empty = host -> List.of();
    assertThat(web.withDns(empty).failure("http://a.example/"))
        .isEqualTo(
            "FAILED http://a.example/: could not resolve a.example; is this machine online?"
                + " (passing)");
  }

  @Test
  void refusesInTheSocketWhatNobodyLookedAt() throws Exception {
    var sockets = BoundedSocket.factory(PublicNetwork.standard(), 1000);
    try (Socket socket = sockets.createSocket()) {
      assertThatThrownBy(() -> socket.connect(here()))
          .isInstanceOf(RefusedAddressException.class)
          .hasMessage("127.0.0.1 is a loopback address (127.0.0.0/8)");
    }
  }
}
