package dev.attache.support.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentEncodingTest {

  private static final PercentEncoding PATH = PercentEncoding.keeping("-._~/");

  @ParameterizedTest
  @CsvSource({
    "src/Main.java, src/Main.java",
    "a b, a%20b",
    "100%, 100%25",
    "%41, %2541",
    "\u00fc, %C3%BC",
    "\ud83d\ude00, %F0%9F%98%80",
    "'', ''",
  })
  void writesWhatIsNotKeptAsUtf8(String text, String encoded) {
    assertThat(PATH.encode(text)).isEqualTo(encoded);
  }

  @Test
  void writesBytesThatAreNoText() {
    assertThat(PATH.encode(new byte[] {'a', (byte) 0xff, 0})).isEqualTo("a%FF%00");
  }

  @ParameterizedTest
  @CsvSource({
    "a%20b, a b",
    "%c3%BC, \u00fc",
    "\u00fc%41, \u00fcA",
    "100%, 100%",
    "%4, %4",
    "%%34%31, %41",
    "%4g%41, %4gA",
    "%\uff14\uff11, %\uff14\uff11",
    "'', ''",
  })
  void readsEscapesAndLeavesWhatIsNone(String encoded, String text) {
    assertThat(new String(PercentEncoding.decode(encoded), UTF_8)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"%00, 0, 0", "%fF, 0, 255", "a%41, 1, 65", "%4, 0, -1", "%, 0, -1", "41, 0, -1"})
  void readsTheByteOfOneEscape(String text, int index, int value) {
    assertThat(PercentEncoding.byteAt(text, index)).isEqualTo(value);
  }

  @Test
  void agreesWithTheJdkAndReadsWhatItWrote() {
    var form = PercentEncoding.keeping("-._*");
    var random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      var text = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        char c = (char) random.nextInt(i % 2 == 0 ? 0x80 : 0x10000);
        text.append(Character.isSurrogate(c) ? '?' : c); // of halves each JDK makes its own
      }
      String encoded = form.encode(text.toString());
      assertThat(encoded).isEqualTo(URLEncoder.encode(text.toString(), UTF_8).replace("+", "%20"));
      assertThat(PercentEncoding.decode(encoded)).isEqualTo(text.toString().getBytes(UTF_8));
    }
  }
}
