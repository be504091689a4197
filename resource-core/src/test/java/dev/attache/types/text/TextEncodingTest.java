package dev.attache.types.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.types.tables.Samples;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextEncodingTest {
  @Test
  void knowsEveryLabelOfTheEncodingStandard() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    var labels =
        new ObjectMapper().readTree(Path.of(vectors, "http/whatwg-encoding-labels.json").toFile());
    assertThat(labels.size()).isEqualTo(215);
    for (var label : labels.properties()) {
      var encoding = TextEncoding.parse(label.getKey());
      assertThat(encoding).as(label.getKey()).isNotNull();
      assertThat(encoding.name()).isEqualTo(label.getValue().asText());
      byte[] four = Samples.bytes("abcd");
      assertThat(encoding.decode(four, 0, 4).replaced()).isZero();
    }
  }

  @Test
  void readsLabelsInAnyCaseAndBetweenBlanks() {
    assertThat(TextEncoding.parse(" Latin1\t")).isEqualTo(TextEncoding.WINDOWS_1252);
    assertThat(TextEncoding.parse("UTF8")).isEqualTo(TextEncoding.UTF_8);
    assertThat(TextEncoding.parse("iso_8859-1:1987")).isEqualTo(TextEncoding.WINDOWS_1252);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ":",
        "-",
        "#",
        "utf-8 utf-8",
        "x-windows-874",
        "The",
        "labels",
        "utf-7",
        "\n"
      })
  void knowsNoOtherLabel(String label) {
    assertThat(TextEncoding.parse(label)).isNull();
  }

  /**
   * The JDK's own replacement is the oracle, save for UTF-16, where it swallows a unit after a lone
   * surrogate, and the euro sign of GBK.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTF-8",
        "windows-1251",
        "ISO-8859-6",
        "GBK",
        "Big5",
        "EUC-JP",
        "Shift_JIS",
        "EUC-KR",
        "KOI8-R"
      })
  void decodesRandomBytesAsTheJdkDoes(String label) {
    var encoding = Objects.requireNonNull(TextEncoding.parse(label));
    var random = new Random(4);
    for (int i = 0; i < 5000; i++) {
      byte[] bytes = new byte[random.nextInt(30)];
      random.nextBytes(bytes);
      replace(bytes, (byte) 0x80, (byte) 0x81);
      assertThat(encoding.decode(bytes, 0, bytes.length).text())
          .isEqualTo(new String(bytes, Charset.forName(encoding.javaName())));
    }
  }

  private static void replace(byte[] bytes, byte one, byte other) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == one ? other : bytes[i];
    }
  }

  @Test
  void readsTheEuroSignOfWindowsInChinese() {
    var encoding = Objects.requireNonNull(TextEncoding.parse("gb2312"));
    assertThat(encoding.decode(Samples.bytes("\u0080\u0081\u0080\u0080\u00ff"), 0, 5))
        .isEqualTo(new TextEncoding.Decoded("€亐€\uFFFD", 1));
  }

  @Test
  void keepsWhatFollowsALoneSurrogate() {
    var encoding = Objects.requireNonNull(TextEncoding.parse("utf-16be"));
    assertThat(encoding.decode(Samples.bytes("\u00d8\0\0a\u00d8=\u00de\0"), 0, 8))
        .isEqualTo(new TextEncoding.Decoded("\uFFFDa\uD83D\uDE00", 1));
  }
}
