package dev.attache.conversation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacSha256Test {

  /** RFC 4231, test cases 1, 2 and 6. */
  @Test
  void isThatOfTheStandard() {
    assertThat(hex(filled(20, 0x0b), "Hi There"))
        .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    assertThat(hex("Jefe".getBytes(US_ASCII), "what do ya want for nothing?"))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    assertThat(hex(filled(131, 0xaa), "Test Using Larger Than Block-Size Key - Hash Key First"))
        .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  }

  @Test
  void isThatOfJava() throws GeneralSecurityException {
    var random = new Random(1);
    for (int i = 0; i < 500; i++) {
      byte[] key = new byte[1 + random.nextInt(200)];
      byte[] message = new byte[random.nextInt(300)];
      random.nextBytes(key);
      random.nextBytes(message);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      assertThat(HmacSha256.of(key, message)).isEqualTo(mac.doFinal(message));
    }
  }

  private static String hex(byte[] key, String message) {
    return HexFormat.of().formatHex(HmacSha256.of(key, message.getBytes(US_ASCII)));
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
