package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyedConsentsTest {

  private static final Path WORKSPACE = Path.of("/work/ws");

  @TempDir Path temporary;

  private Path key = Path.of("");
  private KeyedConsents consents = KeyedConsents.nowhere("");

  @BeforeEach
  void nameKey() throws IOException {
    key = temporary.toRealPath().resolve("attache/consent.key");
    consents = KeyedConsents.of(key, WORKSPACE);
  }

  private String proof(String subject) {
    String proof = consents.give(subject);
    assertThat(proof).matches("[0-9a-f]{64}");
    return String.valueOf(proof);
  }

  @Test
  void provesThatTheUserAsked() {
    String proof = proof("cmd:make");
    assertThat(consents.isGiven("cmd:make", proof)).isTrue();
    assertThat(consents.requester("cmd:make", proof)).isEqualTo(Requester.USER);
    assertThat(KeyedConsents.of(key, WORKSPACE).isGiven("cmd:make", proof)).isTrue();
    assertThat(consents.give("cmd:make")).isEqualTo(proof);
    assertThat(consents.problem()).isNull();
  }

  @Test
  void isTheHmacOfPurposeWorkspaceAndSubject() throws IOException {
    proof("any"); // so that there is a directory
    Files.write(key, new byte[32]);
    // printf 'attache consent 1\0/work/ws\0a' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00…
    assertThat(KeyedConsents.of(key, WORKSPACE).give("a"))
        .isEqualTo("29f70826f478e32ec4e42e645acb85b013f93a68cfeca247916d8f27c17cafb1");
  }

  @Test
  void tellsWhatAModelAskedForFromWhatTheUserDid() {
    for (Consents each :
        List.of(consents, KeyedConsents.nowhere("no place"), Consents.OWN_HISTORY)) {
      assertThat(each.requester("mem:a", Consents.MODEL)).isEqualTo(Requester.MODEL);
      assertThat(each.isGiven("mem:a", Consents.MODEL)).isFalse();
      assertThat(each.give("mem:a")).isNotEqualTo(Consents.MODEL);
      assertThat(each.requester("mem:a", null)).isEqualTo(Requester.WORKSPACE);
      assertThat(each.requester("mem:a", "Model")).isEqualTo(Requester.WORKSPACE);
    }
    assertThat(Consents.OWN_HISTORY.requester("mem:a", "user")).isEqualTo(Requester.USER);
  }

  @Test
  void tellsWhatTheUserConfiguredFromWhatWasTyped() {
    String configured = consents.giveConfigured("docs");
    assertThat(consents.requester("docs", configured)).isEqualTo(Requester.CONFIGURATION);
    assertThat(consents.requester("src", configured)).isEqualTo(Requester.WORKSPACE);
    assertThat(consents.requester("docs", "configured:" + proof("docs")))
        .isEqualTo(Requester.WORKSPACE);
    assertThat(consents.requester("docs", String.valueOf(configured).substring(11)))
        .isEqualTo(Requester.WORKSPACE);
    assertThat(KeyedConsents.nowhere("no place").giveConfigured("docs")).isNull();
    Consents own = Consents.OWN_HISTORY;
    assertThat(own.requester("docs", own.giveConfigured("docs")))
        .isEqualTo(Requester.CONFIGURATION);
  }

  @Test
  void takesAModelForOneWhateverTheirProofsAre() {
    var careless =
        new Consents() {
          @Override
          public String give(String subject) {
            return MODEL;
          }

          @Override
          public boolean isGiven(String subject, String proof) {
            return true;
          }
        };
    assertThat(careless.requester("mem:a", careless.give("mem:a"))).isEqualTo(Requester.MODEL);
  }

  @Test
  void provesNothingWhenForged() {
    String proof = proof("cmd:make");
    String forged = (proof.startsWith("0") ? "1" : "0") + proof.substring(1);
    assertThat(consents.isGiven("cmd:make", forged)).isFalse();
    assertThat(consents.isGiven("cmd:make", "")).isFalse();
    assertThat(consents.isGiven("cmd:make", proof + "0")).isFalse();
    assertThat(consents.isGiven("cmd:make", "user")).isFalse();
    assertThat(consents.requester("cmd:make", forged)).isEqualTo(Requester.WORKSPACE);
    assertThat(consents.requester("cmd:make", null)).isEqualTo(Requester.WORKSPACE);
  }

  @Test
  void provesNothingAboutSomethingElse() {
    assertThat(consents.isGiven("cmd:make clean", proof("cmd:make"))).isFalse();
  }

  @Test
  void provesNothingInAnotherWorkspace() {
    assertThat(KeyedConsents.of(key, Path.of("/work/moved")).isGiven("a", proof("a"))).isFalse();
  }

  @Test
  void tellsTheWorkspaceFromTheSubject() {
    String proof = proof("b\0c");
    assertThat(KeyedConsents.of(key, Path.of("/work/ws/b")).isGiven("c", proof)).isFalse();
  }

  @Test
  void provesNothingToAnotherUser() throws IOException {
    KeyedConsents other =
        KeyedConsents.of(temporary.toRealPath().resolve("other/consent.key"), WORKSPACE);
    other.give("so that there is a key");
    assertThat(other.isGiven("a", proof("a"))).isFalse();
  }

  @Test
  void provesNothingWithoutAKeyAndMakesNone() {
    assertThat(consents.isGiven("a", HexFormat.of().formatHex(new byte[32]))).isFalse();
    assertThat(key.getParent()).doesNotExist();
    assertThat(consents.problem()).isNull();
  }

  @Test
  void makesAndTakesNoProofWithAKeyThatOthersCanRead() throws IOException {
    String proof = proof("a");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    KeyedConsents later = KeyedConsents.of(key, WORKSPACE);
    assertThat(later.isGiven("a", proof)).isFalse();
    assertThat(later.give("a")).isNull();
    assertThat(later.problem())
        .isEqualTo(
            key
                + " can be read by others, who could forge your consent; create a new one: rm "
                + key);
  }

  @Test
  void provesNothingWithoutAPlaceForAKey() {
    KeyedConsents nowhere = KeyedConsents.nowhere("neither HOME nor XDG_STATE_HOME is set");
    assertThat(nowhere.give("a")).isNull();
    assertThat(nowhere.isGiven("a", proof("a"))).isFalse();
    assertThat(nowhere.problem()).isEqualTo("neither HOME nor XDG_STATE_HOME is set");
  }
}
