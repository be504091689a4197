package dev.attache.support.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicNetworkTest {

  private static final int PORT = 443;

  private final PublicNetwork network = PublicNetwork.standard();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "example.com.",
        "EXAMPLE.com",
        "xn--bcher-kva.example",
        "_dmarc.example.com",
        "single",
        "local",
        "internal",
        "locals.example",
        "notlocalhost",
        "localhost.example",
        "metadata.example",
        "metadata.google",
        "internals.example",
        "instance-data.example",
        "ip6-localhost.example",
        "broadcasthost.example",
        "home.arpa",
        "arpa",
        "mysvc",
        "svc",
        "consul",
        "consul.example",
        "onion",
        "4chan.org",
        "1.2.3.4.example",
        "0x7f.example",
        "8.8.8.8",
        "8.8.8.8.",
        "2606:4700:4700::1111",
        "[2606:4700:4700::1111]",
        "::ffff:8.8.8.8",
      })
  void letsPublicHostsPass(String host) {
    assertThat(network.refusalOf(host, PORT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 21, 22, 23, 25, 53, 110, 143, 465, 587, 993, 2049, 6000, 6667, 10080})
  void blocksPortsOfOtherProtocols(int port) {
    assertThat(network.blocksPort("example.com", port)).isTrue();
    assertThat(network.blocksPort("8.8.8.8", port)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 81, 443, 3000, 3306, 5432, 6379, 8000, 8080, 9200, 27017, 65535})
  void blocksNoOthers(int port) {
    assertThat(network.blocksPort("example.com", port)).isFalse();
  }

  @Test
  void blocksNoPortThatIsOpenedByItsNumber() {
    PublicNetwork some =
        PublicNetwork.allowing(List.of("a.example:22", "b.example", "*.c.example:25", "[::1]:22"));
    assertThat(some.blocksPort("a.example", 22)).isFalse();
    assertThat(some.blocksPort("a.example", 25)).isTrue();
    assertThat(some.blocksPort("b.example", 22)).isTrue();
    assertThat(some.blocksPort("x.c.example", 25)).isFalse();
    assertThat(some.blocksPort("[::1]", 22)).isFalse();
    assertThat(some.blocksPort("127.1", 22)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.0.0.0 is a \"this network\" address (0.0.0.0/8)",
    "10.0.0.1, 10.0.0.1 is a private address (10.0.0.0/8)",
    "100.64.0.1, 100.64.0.1 is a carrier-grade NAT address (100.64.0.0/10)",
    "127.0.0.1, 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "127.0.0.1., 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "168.63.129.16, 168.63.129.16 is a cloud platform address (168.63.129.16/32)",
    "169.254.169.254, 169.254.169.254 is a link-local address (169.254.0.0/16)",
    "172.31.0.1, 172.31.0.1 is a private address (172.16.0.0/12)",
    "192.0.0.8, 192.0.0.8 is a protocol assignment address (192.0.0.0/24)",
    "192.0.2.1, 192.0.2.1 is a documentation address (192.0.2.0/24)",
    "192.88.99.1, 192.88.99.1 is a 6to4 relay address (192.88.99.0/24)",
    "192.168.1.1, 192.168.1.1 is a private address (192.168.0.0/16)",
    "198.19.0.1, 198.19.0.1 is a benchmarking address (198.18.0.0/15)",
    "224.0.0.1, 224.0.0.1 is a multicast address (224.0.0.0/4)",
    "255.255.255.255, 255.255.255.255 is a reserved address (240.0.0.0/4)",
    "::, :: is an unspecified address (::/128)",
    "[::1], ::1 is a loopback address (::1/128)",
    "0:0:0:0:0:0:0:1, ::1 is a loopback address (::1/128)",
    "::127.0.0.1, ::7f00:1 is an IPv4-compatible address (::/96)",
    "[::ffff:7f00:1], 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "::FFFF:127.0.0.1, 127.0.0.1 is a loopback address (127.0.0.0/8)",
    "::ffff:0:127.0.0.1, ::ffff:0:7f00:1 is an IPv4-translated address (::ffff:0:0:0/96)",
    "64:ff9b::127.0.0.1, 64:ff9b::7f00:1 is a NAT64 address (64:ff9b::/96)",
    "64:ff9b:1::1, 64:ff9b:1::1 is a NAT64 address (64:ff9b:1::/48)",
    "100::1, 100::1 is a discard-only address (100::/64)",
    "100:0:0:1::1, 100:0:0:1::1 is a dummy address (100:0:0:1::/64)",
    "5f00::1, 5f00::1 is a segment routing address (5f00::/16)",
    "fd00:ec2::254, fd00:ec2::254 is a private address (fc00::/7)",
    "fe80::1, fe80::1 is a link-local address (fe80::/10)",
    "fec0::1, fec0::1 is a site-local address (fec0::/10)",
    "ff02::1, ff02::1 is a multicast address (ff00::/8)",
    "4000::1, 4000::1 is a reserved address (outside 2000::/3)",
    "2001::1, 2001::1 is a protocol assignment address (2001::/23)",
    "2001:db8::1, 2001:db8::1 is a documentation address (2001:db8::/32)",
    "2002:7f00:1::, 2002:7f00:1:: is a 6to4 address (2002::/16)",
    "3fff::1, 3fff::1 is a documentation address (3fff::/20)",
  })
  void refusesAnAddressThatIsNotPublicAndSaysWhatItIs(String host, String refusal) {
    assertThat(network.refusalOf(host, PORT)).contains(refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, localhost is a name of this computer",
    "LocalHost., localhost is a name of this computer",
    "a.b.localhost, a.b.localhost is a name of this computer",
    "ip6-localhost, ip6-localhost is a name of this computer",
    "ip6-loopback, ip6-loopback is a name of this computer",
    "host.docker.internal, host.docker.internal is a name of this computer",
    "printer.local, printer.local is a name of a private network",
    "ip-10-0-0-1.ec2.internal, ip-10-0-0-1.ec2.internal is a name of a private network",
    "metadata, metadata is a name of a private network",
    "metadata.google.internal, metadata.google.internal is a name of a private network",
    "instance-data, instance-data is a name of a private network",
    "kubernetes.default.svc, kubernetes.default.svc is a name of a private network",
    "web.shop.svc, web.shop.svc is a name of a private network",
    "db.service.consul, db.service.consul is a name of a private network",
    "broadcasthost, broadcasthost is a name of a private network",
    "router.home.arpa, router.home.arpa is a name of a private network",
    "web.default.svc.cluster.local, web.default.svc.cluster.local is a name of a private network",
    "abc.onion, abc.onion is a name of the Tor network",
  })
  void refusesANameThatIsNeverPublic(String host, String refusal) {
    assertThat(network.refusalOf(host, PORT)).contains(refusal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2130706433",
        "0x7f000001",
        "0X7F.1",
        "0177.0.0.1",
        "127.1",
        "127.0.0.01",
        "1.2.3.4.5",
        "256.1.1.1",
        "example.1",
        "example.0x",
        "127.0.0.0x1"
      })
  void refusesOtherSpellingsOfIpv4(String host) {
    assertThat(network.refusalOf(host, PORT))
        .contains(
            "\""
                + host
                + "\" must be four decimal numbers without leading zeros, if it is an address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "localhost..",
        ".localhost",
        "a..b",
        "a b",
        " localhost",
        "localhost\n",
        "local%68ost",
        "user@host",
        "host/path",
        "*.example",
        "\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3",
        "127\u30020\u30020\u30021",
        "b\u00fccher.example",
        "\u212aube",
        "[127.0.0.1]",
        "[localhost]",
        "[",
        "]",
        "[]",
      })
  void refusesWhatIsNoHostName(String host) {
    assertThat(network.refusalOf(host, PORT))
        .contains(
            "\""
                + host
                + "\" must be a host name: up to 253 ASCII letters, digits, hyphens and dots");
  }

  @Test
  void refusesANameThatIsTooLong() {
    assertThat(network.refusalOf("a.".repeat(126) + "a", PORT)).isEmpty();
    assertThat(network.refusalOf("a.".repeat(127) + "a", PORT)).isPresent();
    assertThat(network.refusalOf("a.".repeat(1_000_000), PORT)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "fe80::1%eth0, must not have a scope",
    "[2606:4700::1%251], must not have a scope",
    "::1., must be an IPv6 address",
    "[::1, must be an IPv6 address",
    "[::1]:80, must be an IPv6 address",
    "example.com:80, must be an IPv6 address",
    "::ffff:127.1, must be an IPv6 address",
  })
  void refusesWhatIsNoIpv6Address(String host, String rule) {
    assertThat(network.refusalOf(host, PORT)).contains("\"" + host + "\" " + rule);
  }

  @Test
  void letsPublicAnswersPass() throws UnknownHostException {
    assertThat(network.refusalOf("example.com", address(8, 8, 8, 8), PORT)).isEmpty();
  }

  @Test
  void refusesAnAnswerThatIsNotPublic() throws UnknownHostException {
    assertThat(network.refusalOf("evil.example", address(127, 0, 0, 1), PORT))
        .contains("evil.example is at 127.0.0.1, a loopback address (127.0.0.0/8)");
  }

  @Test
  void refusesANameWhateverItsAnswerIs() throws UnknownHostException {
    assertThat(network.refusalOf("localhost", address(8, 8, 8, 8), PORT))
        .contains("localhost is a name of this computer");
  }

  @Test
  void refusesAPeerThatIsNotPublicThoughTheHostIs() throws UnknownHostException {
    assertThat(network.refusalOf("8.8.8.8", address(10, 0, 0, 1), PORT))
        .contains("8.8.8.8 is at 10.0.0.1, a private address (10.0.0.0/8)");
  }

  @Test
  void refusesAPeerThatTheHostSpells() throws UnknownHostException {
    assertThat(network.refusalOf("10.0.0.1", address(10, 0, 0, 1), PORT))
        .contains("10.0.0.1 is a private address (10.0.0.0/8)");
  }

  @Test
  void refusesAScopedAnswer() throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[0] = (byte) 0xfe;
    bytes[1] = (byte) 0x80;
    InetAddress scoped = Inet6Address.getByAddress(null, bytes, 3);
    assertThat(network.refusalOf("evil.example", scoped, PORT))
        .contains("evil.example is at fe80::, a link-local address (fe80::/10)");
  }

  @Test
  void trustsNoNameThatComesWithAnAddress() throws UnknownHostException {
    byte[] loopback = {127, 0, 0, 1};
    InetAddress named = InetAddress.getByAddress("public.example", loopback);
    assertThat(network.refusalOf("evil.example", named, PORT))
        .contains("evil.example is at 127.0.0.1, a loopback address (127.0.0.0/8)");
  }

  private static InetAddress address(int... bytes) throws UnknownHostException {
    byte[] address = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      address[i] = (byte) bytes[i];
    }
    return InetAddress.getByAddress(address);
  }

  @Test
  void judgesEachHostAndPortByItselfWhateverWasAskedBefore() {
    PublicNetwork network = PublicNetwork.allowing(List.of("127.0.0.1:8080"));
    for (int i = 0; i < 2; i++) {
      assertThat(network.refusalOf("127.0.0.1", 8080)).isEmpty();
      assertThat(network.refusalOf("127.0.0.1", 8081))
          .contains("127.0.0.1 is a loopback address (127.0.0.0/8)");
      assertThat(network.refusalOf("127.0.0.2", 8081))
          .contains("127.0.0.2 is a loopback address (127.0.0.0/8)");
      assertThat(network.refusalOf("example.com", 8081)).isEmpty();
    }
  }
}
