package dev.attache.handlers.http.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebHostTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0X7F.0.0.0x1",
        "0x7f.1",
        "017700000001",
        "0177.0.0.01",
        "00000177.0x0.00.1",
        "127.0x.0.1",
        "%31%32%37.0.0.%31",
        "127%2e1",
        "\uff11\uff12\uff17.\uff10.\uff10.\uff11",
        "127\u30020\uff0e0\uff611",
        "\u2460\u2461\u2466.0.0.1",
        "1\u00ad27.1"
      })
  void readsEverySpellingOfTheIpv4Loopback(String spelling) throws ResourceException {
    assertThat(WebUrl.parse("http://" + spelling + "/").value()).isEqualTo("http://127.0.0.1/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[::1]",
        "[0::1]",
        "[::0:1]",
        "[0:0::0:1]",
        "[0:0:0:0:0::1]",
        "[0:0:0:0:0:0:0:1]",
        "[0000:0000:0000:0000:0000:0000:0000:0001]",
        "[::0001]",
        "[::0.0.0.1]",
        "[0:0:0:0:0:0:0.0.0.1]",
        "[::0000:0.0.0.1]"
      })
  void readsEverySpellingOfTheIpv6Loopback(String spelling) throws ResourceException {
    assertThat(WebUrl.parse("http://" + spelling + "/").value()).isEqualTo("http://[::1]/");
  }

  @ParameterizedTest
  @CsvSource({
    "[2001:DB8:0:0:0:0:0:A], 2001:db8::a",
    "[1:0:0:2:0:0:0:3], 1:0:0:2::3",
    "[1:0:0:2:3:0:0:4], 1::2:3:0:0:4",
    "[1:2:3:4:5:6:0:8], 1:2:3:4:5:6:0:8",
    "[1::3:4:5:6:7:8], 1:0:3:4:5:6:7:8",
    "[0:0:0:0:0:0:0:0], ::",
    "[fe80::1], fe80::1",
    "[::127.0.0.1], ::7f00:1",
    "[64:ff9b::127.0.0.1], 64:ff9b::7f00:1"
  })
  void compressesIpv6Addresses(String spelling, String address) throws ResourceException {
    assertThat(WebHost.canonical(spelling)).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[::ffff:127.0.0.1]", "[::FFFF:7F00:1]", "[0:0:0:0:0:ffff:127.0.0.1]"})
  void keepsMappedIpv4AddressesThatOkHttpTakesForIpv4(String spelling) throws ResourceException {
    WebUrl url = WebUrl.parse("http://" + spelling + "/");
    assertThat(url.host()).isEqualTo("::ffff:7f00:1");
    assertThat(url.value()).isEqualTo("http://[::ffff:7f00:1]/");
    assertThat(url.httpUrl().host()).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource({
    "EXAMPLE.Com, example.com",
    "example.com., example.com.",
    "ex%41mple.com, example.com",
    "Bu\u0308cher.DE, xn--bcher-kva.de",
    "b%C3%BCcher.de, xn--bcher-kva.de",
    "fa\u00df.de, xn--fa-hia.de",
    "XN--FA-HIA.de, xn--fa-hia.de",
    "ex\u00adample\u3002com, example.com",
    "a_b.example, a_b.example",
    "1.2.3.example, 1.2.3.example",
    "0xg, 0xg",
    "~!$&'()*+;=.example, ~!$&'()*+;=.example"
  })
  void writesNamesInLowerCaseAscii(String name, String ascii) throws ResourceException {
    assertThat(WebHost.canonical(name)).isEqualTo(ascii);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "256.0.0.1",
        "1.2.3.4.5",
        "4294967296",
        "1.16777216",
        "0x100000000",
        "08",
        "a.1",
        "1..0",
        "1.2.3.0x" + "1ffffffffffffffffffff",
        "example.0x7f",
        "example.9."
      })
  void refusesNamesThatEndInANumberButAreNoAddress(String host) {
    assertRefused(host, "has a host that ends in a number but is not an IPv4 address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[",
        "[::1",
        "[1.2.3.4]",
        "[::g]",
        "[1::2::3]",
        "[1:2:3:4:5:6:7:8:9]",
        "[:1]",
        "[1:2:3]",
        "[12345::]",
        "[::1.2.3]",
        "[::1.2.3.256]",
        "[::01.2.3.4]",
        "[fe80::1%25eth0]",
        "[%3A%3A1]",
        "[::1]x",
        "[::\uff11]"
      })
  void refusesWhatIsNoIpv6Address(String host) {
    assertRefused(host, "has a host in brackets that is not an IPv6 address");
  }

  @ParameterizedTest
  @CsvSource({
    "a b, 0020",
    "a%20b, 0020",
    "a%00b, 0000",
    "a%7Fb, 007F",
    "a|b, 007C",
    "a^b, 005E",
    "a<b, 003C",
    "a>b, 003E",
    "a%b, 0025",
    "a%2525, 0025",
    "a%3Ab, 003A",
    "%3A%3A1, 003A",
    "a%40b, 0040",
    "a%2Fb, 002F",
    "a%5Cb, 005C",
    "a], 005D",
    "a%23b, 0023",
    "a%3Fb, 003F",
    "\u00e4|, 007C"
  })
  void refusesForbiddenCharacters(String host, String character) {
    assertRefused(host, "has a host with a character that is not allowed (U+" + character + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a%ffb", "a\ufffdb", "\u00e4%3A", "\u00e4%25", "\uff05", "\u2028x", "xn--\u00e4"})
  void refusesNamesThatIdnaDoes(String host) {
    assertRefused(host, "has a host that is not a valid domain name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a..b", ".", ".a", "xn--", "xn--abc-.example"})
  void refusesNamesThatDnsCannotHold(String host) {
    assertThatThrownBy(() -> WebUrl.parse("http://" + host + "/"))
        .isInstanceOf(ResourceException.class)
        .hasMessage("has a host that is not a valid domain name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00e4.xn--",
        "\u212a\u3002xn--",
        "\u00e4.xn--abc-",
        "\u00e4.\uff38n--abc-",
        "x\u00adn--abc-",
        "x\ufe0fN--abc-.\u00e4"
      })
  void refusesPunycodeThatWouldBecomeAnotherName(String host) {
    assertRefused(host, "has a host that is not a valid domain name");
  }

  @Test
  void keepsPunycodeBesideOtherLabels() throws ResourceException {
    assertThat(WebHost.canonical("\u00e4.\uff38N--zca.de")).isEqualTo("xn--4ca.xn--zca.de");
  }

  @Test
  void refusesLongNamesBeforeAnyEncodingTakesTime() {
    assertRefused("\u00e4".repeat(100_000), "has a host name that is longer than DNS allows");
  }

  @Test
  void refusesEmptyHosts() {
    assertRefused("", "has no host");
    assertThatThrownBy(() -> WebUrl.parse("http://user@:80/"))
        .isInstanceOf(ResourceException.class)
        .hasMessage("has no host");
  }

  private static void assertRefused(String host, String message) {
    assertThatThrownBy(() -> WebHost.canonical(host))
        .isInstanceOf(ResourceException.class)
        .hasMessage(message);
  }
}
