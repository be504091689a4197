package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Blob;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DerKeyTest {

  /** A beginning of PKCS #8 with a key that a password encrypts. */
  private static final int[] ENCRYPTED = {
    0x30, 0x20, 0x30, 0x0e, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d
  };

  private static List<FoundKey> find(byte[] bytes) {
    return KeyFinder.find(Blob.of(bytes, 0, bytes.length));
  }

  @Test
  void knowsPrivateKeysAndNotPublicOnes() throws GeneralSecurityException {
    for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
      KeyPair keys = KeyPairGenerator.getInstance(algorithm).generateKeyPair();
      assertThat(find(keys.getPrivate().getEncoded()))
          .as(algorithm)
          .containsExactly(new FoundKey("a private key", 0));
      assertThat(find(keys.getPublic().getEncoded())).as(algorithm).isEmpty();
    }
  }

  @Test
  void knowsEncryptedKeys() {
    var bytes = new byte[0x22];
    for (int i = 0; i < ENCRYPTED.length; i++) {
      bytes[i] = (byte) ENCRYPTED[i];
    }
    assertThat(find(bytes)).hasSize(1);
    bytes[13] = 1; // an algorithm without a password
    assertThat(find(bytes)).isEmpty();
  }

  @Test
  void leavesOtherBytesAlone() throws GeneralSecurityException {
    byte[] key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate().getEncoded();
    assertThat(find(new byte[0])).isEmpty();
    assertThat(find(new byte[] {0x30})).isEmpty();
    assertThat(find(new byte[100])).isEmpty();
    assertThat(find(Arrays.copyOf(key, key.length - 1))).isEmpty();
    assertThat(find(Arrays.copyOf(key, key.length + 1))).isEmpty();
    assertThat(find(Arrays.copyOf(key, 10))).isEmpty();
  }

  @Test
  void isNamedWithoutALine() {
    assertThat(FoundKey.say(List.of(new FoundKey("a private key", 0))))
        .isEqualTo("contains what looks like a private key");
  }
}
