package dev.attache.resource;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDigestTest {

  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  /** The examples of NIST's Secure Hash Standard validation, and the empty message. */
  @ParameterizedTest
  @CsvSource({
    "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc, " + ABC,
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + " 248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  })
  void isTheSha256OfTheBytes(String message, String hex) {
    assertThat(ContentDigest.sha256(message.getBytes(US_ASCII)).hex()).isEqualTo(hex);
  }

  @Test
  void isTheSha256OfAMillionBytes() {
    byte[] message = new byte[1_000_000];
    Arrays.fill(message, (byte) 'a');

    assertThat(ContentDigest.sha256(message).hex())
        .isEqualTo("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }

  @Test
  void isMadeOfTheHashThatAComputationEndedWith() {
    var sha256 = ContentDigest.newSha256();
    sha256.update("ab".getBytes(US_ASCII));
    sha256.update("c".getBytes(US_ASCII));

    assertThat(ContentDigest.ofHash(sha256.digest())).isEqualTo(new ContentDigest(ABC));
  }

  @Test
  void writesEveryByteAsTwoDigits() {
    byte[] hash = new byte[32];
    for (int i = 0; i < hash.length; i++) {
      hash[i] = (byte) (i * 8 + i / 4);
    }

    assertThat(ContentDigest.ofHash(hash).hex())
        .isEqualTo("0008101821293139424a525a636b737b848c949ca5adb5bdc6ced6dee7eff7ff");
  }

  @Test
  void refusesAHashOfAnotherLength() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ContentDigest.ofHash(new byte[2]))
        .withMessage("hash (2 bytes) must be 32 bytes long");
  }

  @Test
  void isWrittenWithItsAlgorithm() {
    assertThat(new ContentDigest(ABC)).hasToString("sha256:" + ABC);
  }

  @Test
  void parsesWhatItWrites() {
    assertThat(ContentDigest.parse("sha256:" + ABC)).contains(new ContentDigest(ABC));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha256:",
        ABC,
        "SHA256:" + ABC,
        "sha1:" + ABC,
        " sha256:" + ABC,
        "sha256:" + ABC + "0",
        "sha256:ba7816bf8f01",
        "sha256:BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
        "sha256:ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      })
  void parsesNothingElse(String text) {
    assertThat(ContentDigest.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ba7816bf8f01",
        ABC + "0",
        "sha256:" + ABC,
        "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
        "/a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        ":a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "`a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      })
  void refusesWhatIsNot64LowerCaseDigits(String hex) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ContentDigest(hex))
        .withMessage("digest (" + hex + ") must be 64 lower-case hexadecimal digits");
  }

  @Test
  void shortensToTwelveDigits() {
    assertThat(new ContentDigest(ABC).shortForm()).isEqualTo("ba7816bf8f01");
  }
}
