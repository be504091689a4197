package dev.attache.support.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

  private static final int PORT = 8080;

  @ParameterizedTest
  @CsvSource({
    "nas.local, nas.local, 10.0.0.1",
    "NAS.local., nas.local, 10.0.0.1",
    "nas.local, NAS.Local., fd00::1",
    "nas.local:8080, nas.local, 127.0.0.1",
    "*.local, a.b.local, 10.0.0.1",
    "*.corp.example:8080, a.corp.example, 10.0.0.1",
    "localhost, localhost, ::1",
    "10.0.0.1, 10.0.0.1, 10.0.0.1",
    "10.0.0.1, public.example, 10.0.0.1",
    "::ffff:10.0.0.1, 10.0.0.1, 10.0.0.1",
    "10.0.0.1, [::ffff:a00:1], 10.0.0.1",
    "10.0.0.1:8080, public.example, 10.0.0.1",
    "10.0.0.0/8, public.example, 10.255.255.255",
    "0.0.0.0/0, 127.0.0.1, 127.0.0.1",
    "::/0, ::1, ::1",
    "::1, [::1], ::1",
    "[::1], ::1, ::1",
    "[::1]:8080, ::1, ::1",
    "fd00::/8, public.example, fdff::1",
    "::1:8080, ::1:8080, ::1:8080",
  })
  void opensWhatAnEntryNames(String entry, String host, String address) {
    PublicNetwork network = PublicNetwork.allowing(List.of(entry));
    assertThat(network.refusalOf(host, PORT)).isEmpty();
    assertThat(network.refusalOf(host, address(address), PORT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "intranet.example, other.example, 10.0.0.1",
    "intranet.example, a.intranet.example, 10.0.0.1",
    "intranet.example, 10.0.0.1, 10.0.0.1",
    "intranet.example:8081, intranet.example, 10.0.0.1",
    "*.corp.example, corp.example, 10.0.0.1",
    "*.corp.example, acorp.example, 10.0.0.1",
    "*.corp.example:8081, a.corp.example, 10.0.0.1",
    "10.0.0.1, public.example, 10.0.0.2",
    "10.0.0.1, localhost, 10.0.0.1",
    "10.0.0.1, 10.0.0.1, 10.0.0.2",
    "10.0.0.1:8081, 10.0.0.1, 10.0.0.1",
    "10.0.0.0/16, public.example, 10.1.0.0",
    "0.0.0.0/0, ::1, ::1",
    "::/0, 127.0.0.1, 127.0.0.1",
    "[::1]:8081, ::1, ::1",
    "::1:8080, ::1, ::1",
    "fd00::/8, fc00::1, fc00::1",
  })
  void opensNothingElse(String entry, String host, String address) {
    PublicNetwork network = PublicNetwork.allowing(List.of(entry));
    assertThat(network.refusalOf(host, address(address), PORT)).isPresent();
  }

  @Test
  void neverRestrictsWhatIsPublic() {
    PublicNetwork network = PublicNetwork.allowing(List.of("public.example:80", "8.8.8.8:80"));
    assertThat(network.refusalOf("public.example", address("8.8.8.8"), PORT)).isEmpty();
    assertThat(network.refusalOf("8.8.8.8", address("8.8.4.4"), PORT)).isEmpty();
    assertThat(network.refusalOf("other.example", address("1.1.1.1"), PORT)).isEmpty();
  }

  @Test
  void opensWhatAnyOfSeveralEntriesNames() {
    PublicNetwork network = PublicNetwork.allowing(List.of("10.0.0.1:80", "10.0.0.1:8080"));
    assertThat(network.refusalOf("10.0.0.1", 80)).isEmpty();
    assertThat(network.refusalOf("10.0.0.1", 8080)).isEmpty();
    assertThat(network.refusalOf("10.0.0.1", 443)).isPresent();
  }

  @Test
  void keepsRefusingWhatIsNoHost() {
    PublicNetwork network = PublicNetwork.allowing(List.of("0.0.0.0/0", "::/0"));
    assertThat(network.refusalOf("127.1", PORT)).isPresent();
    assertThat(network.refusalOf("fe80::1%eth0", PORT)).isPresent();
  }

  @Test
  void isNotChangedByTheListItWasMadeFrom() {
    List<String> entries = new ArrayList<>(List.of("10.0.0.1"));
    PublicNetwork network = PublicNetwork.allowing(entries);
    entries.set(0, "10.0.0.2");
    assertThat(network.refusalOf("10.0.0.1", PORT)).isEmpty();
    assertThat(network.refusalOf("10.0.0.2", PORT)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "http://intranet.example, 'must be a host, not a URL'",
    "https://10.0.0.1:8080/, 'must be a host, not a URL'",
    "10.1.2.3/16, must be zero after its prefix: 10.1.0.0/16",
    "fd00::1/8, must be zero after its prefix: fd00::/8",
    "10.0.0.0/33, must end in a prefix length from 0 to 32",
    "10.0.0.0/, must end in a prefix length from 0 to 32",
    "10.0.0.0/08, must end in a prefix length from 0 to 32",
    "10.0.0.0/8:80, must end in a prefix length from 0 to 32",
    "fd00::/129, must end in a prefix length from 0 to 128",
    "::ffff:10.0.0.0/104, must be written as an IPv4 network",
    "10.0/16, must have an IPv4 or IPv6 address before the slash",
    "[fd00::]/8, must have an IPv4 or IPv6 address before the slash",
    "intranet.example/path, must have an IPv4 or IPv6 address before the slash",
    "intranet.example:0, must have a port from 1 to 65535",
    "intranet.example:65536, must have a port from 1 to 65535",
    "intranet.example:080, must have a port from 1 to 65535",
    "intranet.example:, must have a port from 1 to 65535",
    "'[::1]:', must have a port from 1 to 65535",
    "*.10.1.2.3, must have a host name after the asterisk",
    "127.1, 'must be four decimal numbers without leading zeros, if it is an address'",
    "fe80::1%eth0, must not have a scope",
    "1:2:3, must be an IPv6 address",
  })
  void refusesABadEntryAndNamesTheRule(String entry, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicNetwork.allowing(List.of("10.0.0.1", entry)))
        .withMessage("allowed host (" + entry + ") " + rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "*.",
        "*.*.example",
        "a.*.example",
        ".example",
        "a b",
        "b\u00fccher.example"
      })
  void refusesAnEntryThatIsNoName(String entry) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicNetwork.allowing(List.of(entry)))
        .withMessage(
            "allowed host ("
                + entry
                + ") must be a host name: up to 253 ASCII letters, digits, hyphens and dots");
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new AssertionError(e); // a literal
    }
  }

  @Test
  void namesNoSecretsOfAnEntry() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicNetwork.allowing(List.of("https://u:s3cr3t@h/")))
        .withMessage("allowed host (https://REDACTED@h/) must be a host, not a URL");
  }
}
