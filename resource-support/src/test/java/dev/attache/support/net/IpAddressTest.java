package dev.attache.support.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "10.1.2.3, 10.1.2.3",
    "::, ::",
    "::1, ::1",
    "1::, 1::",
    "2001:DB8:0:0:8:800:200C:417A, 2001:db8::8:800:200c:417a",
    "2001:0db8:0000:0000:0008:0800:200c:417a, 2001:db8::8:800:200c:417a",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "1:0:0:2:3:0:0:4, 1::2:3:0:0:4",
    "1:0:2:0:3:0:4:0, 1:0:2:0:3:0:4:0",
    "64:ff9b::1.2.3.4, 64:ff9b::102:304",
    "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
    "::13.1.68.3, ::d01:4403",
  })
  void readsAnAddressAndWritesItInItsCanonicalForm(String text, String canonical) {
    assertThat(IpAddress.parse(text)).get().hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::ffff:127.0.0.1",
        "::FFFF:7f00:1",
        "0:0:0:0:0:ffff:127.0.0.1",
        "0000:0000:0000:0000:0000:ffff:7f00:0001"
      })
  void takesAMappedAddressForTheOneWithinIt(String text) {
    assertThat(IpAddress.parse(text)).isEqualTo(IpAddress.parse("127.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.",
        ".1.2.3",
        "1..2.3",
        "01.2.3.4",
        "1.2.3.00",
        "256.0.0.1",
        "1.2.3.1000",
        "99999999999.1.1.1",
        "+1.2.3.4",
        "-1.2.3.4",
        "1.2.3.0x4",
        " 1.2.3.4",
        "1.2.3.4 ",
        "\u0661.2.3.4",
        "\uff11.2.3.4",
        ":",
        ":::",
        "1:",
        ":1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "1:2:3:4::5:6:7:8",
        "1::2::3",
        ":1::2",
        "1::2:",
        "::12345",
        "::g",
        "::-1",
        "::\uff11",
        "1.2.3.4::",
        "::1.2.3.4:5",
        "::1.2.3",
        "::01.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4",
        "fe80::1%eth0",
        "fe80::1%",
        "[::1]",
        "::1/128",
        "1.2.3.4/32"
      })
  void readsNothingElse(String text) {
    assertThat(IpAddress.parse(text)).isEmpty();
  }

  @Test
  void unwrapsAMappedAddressThatJavaKeptAsIpv6() throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = -1;
    bytes[11] = -1;
    bytes[12] = 127;
    bytes[15] = 1;
    InetAddress mapped = Inet6Address.getByAddress(null, bytes, 0);
    assertThat(mapped).isInstanceOf(Inet6Address.class);
    assertThat(IpAddress.of(mapped)).hasToString("127.0.0.1");
  }

  @Test
  void agreesWithJavaAboutRandomAddresses() throws UnknownHostException {
    var random = new Random(4711);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(bytes);
      for (int zeros = random.nextInt(bytes.length); zeros > 0; zeros--) {
        bytes[random.nextInt(bytes.length)] = 0; // so that there are gaps
      }
      InetAddress address = InetAddress.getByAddress(bytes);
      IpAddress read = IpAddress.of(address);
      assertThat(IpAddress.parse(address.getHostAddress())).contains(read);
      assertThat(IpAddress.parse(read.toString())).contains(read);
    }
  }
}
