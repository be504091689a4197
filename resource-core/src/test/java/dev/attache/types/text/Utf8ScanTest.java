package dev.attache.types.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8ScanTest {
  private static boolean isUtf8ByJdk(byte[] bytes) {
    var chars = CharBuffer.allocate(bytes.length);
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes), chars, true)
        .isUnderflow();
  }

  private static void assertAgrees(byte[] bytes) {
    boolean nul = Utf8Scan.hasNul(bytes, 0, bytes.length);
    var scan = Utf8Scan.of(bytes, 0, bytes.length);
    boolean agrees =
        (scan == Utf8Scan.HAS_NUL) == nul
            && (nul || (scan != Utf8Scan.MALFORMED) == isUtf8ByJdk(bytes));
    if (!agrees) { // asked of 450,000 texts
      throw new AssertionError(scan + " for " + HexFormat.of().formatHex(bytes));
    }
  }

  @Test
  void agreesWithTheStrictDecoderOfTheJdkOnRandomBytes() {
    var random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      assertAgrees(bytes);
    }
  }

  @Test
  void agreesWithTheStrictDecoderOfTheJdkOnDamagedTexts() {
    var random = new Random(2);
    byte[] text =
        "plain ASCII first, then äöü, 漢字 and 😀😀, and ASCII\n".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = text.clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      assertAgrees(bytes);
    }
  }

  @Test
  void agreesWithTheStrictDecoderOfTheJdkOnAllBeginnings() {
    for (int first = 0; first < 256; first++) {
      for (int second = 0; second < 256; second++) {
        assertAgrees(new byte[] {(byte) first, (byte) second});
        assertAgrees(new byte[] {(byte) first, (byte) second, (byte) 0x80});
        assertAgrees(new byte[] {(byte) first, (byte) second, (byte) 0x80, (byte) 0xBF});
      }
    }
  }

  @Test
  void tellsAsciiFromOtherUtf8() {
    assertThat(Utf8Scan.of("0123456789".getBytes(StandardCharsets.UTF_8), 0, 10))
        .isEqualTo(Utf8Scan.ASCII);
    assertThat(Utf8Scan.of("012345678é".getBytes(StandardCharsets.UTF_8), 0, 11))
        .isEqualTo(Utf8Scan.UTF_8);
  }
}
