package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.test.Leftover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of the user's own beside which somebody who died has left one with the ending .new. */
@DisabledOnOs(OS.WINDOWS) // where no links and permissions are made
class OwnedFileLeftoversTest {

  @TempDir Path temporary;

  private Path left(String name, Leftover leftover) throws IOException {
    Path directory =
        Files.createDirectories(
            temporary.resolve("state"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path left = directory.resolve(name);
    leftover.put(left);
    return left;
  }

  @ParameterizedTest
  @EnumSource
  void haveOnlyWhatIsTrusted(Leftover leftover) throws Exception {
    Path file = temporary.resolve("state/trust.jsonl");
    Path left = left("trust.jsonl.new", leftover);
    TrustStore store = TrustStore.at(file);
    assertThat(store.trust(TrustStoreTest.command("make"))).isTrue();
    assertThat(store.read().records()).containsExactly(TrustStoreTest.command("make"));
    assertThat(store.read().problems()).isEmpty();
    assertIsOwn(file);
    leftover.assertIsGone(left);
  }

  @ParameterizedTest
  @EnumSource
  void haveTheKeyOfNobodyElse(Leftover leftover) throws Exception {
    Path file = temporary.resolve("state/key");
    Path left = left("key.new", leftover);
    byte[] key = UserKey.at(file).get();
    assertThat(key).hasSize(UserKey.SIZE);
    assertThat(Files.readAllBytes(file)).isEqualTo(key);
    assertIsOwn(file);
    leftover.assertIsGone(left);
  }

  private static void assertIsOwn(Path file) throws IOException {
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void stayAsTheyAreWhereSomebodyHasPutADirectory() throws Exception {
    Path file = temporary.resolve("state/trust.jsonl");
    TrustStore store = TrustStore.at(file);
    store.trust(TrustStoreTest.command("make"));
    Path precious = temporary.resolve("state/trust.jsonl.new/precious");
    Files.createDirectory(precious.getParent());
    Files.writeString(precious, "x");
    assertThatThrownBy(() -> store.trust(TrustStoreTest.command("git log")))
        .isInstanceOf(TrustException.class)
        .hasMessageStartingWith(file + " cannot be written: ");
    assertThat(store.read().records()).containsExactly(TrustStoreTest.command("make"));
    assertThat(precious).hasContent("x");
  }
}
