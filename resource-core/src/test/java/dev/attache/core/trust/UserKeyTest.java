package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserKeyTest {

  @TempDir Path temporary;

  private Path file = Path.of("");
  private UserKey key = UserKey.at(Path.of("unused"));

  @BeforeEach
  void nameFile() throws IOException {
    file = temporary.toRealPath().resolve("state/attache/consent.key");
    key = UserKey.at(file);
  }

  @Test
  void isMadeWhenItIsFirstNeeded() throws Exception {
    assertThat(key.find()).isNull();
    assertThat(file.getParent()).doesNotExist();
    byte[] made = key.get();
    assertThat(made).hasSize(32);
    assertThat(key.get()).isEqualTo(made);
    assertThat(UserKey.at(file).find()).isEqualTo(made);
  }

  @Test
  void isForItsUserOnly() throws Exception {
    key.get();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactlyInAnyOrder(file, file.resolveSibling("consent.key.lock"));
    }
  }

  @Test
  void isAnotherOneInAnotherPlace() throws Exception {
    assertThat(UserKey.at(temporary.toRealPath().resolve("other/key")).get())
        .isNotEqualTo(key.get());
  }

  @Test
  void isOneForAllThatNeedItAtOnce() throws Exception {
    var start = new CountDownLatch(1);
    Callable<String> get =
        () -> {
          start.await();
          return HexFormat.of().formatHex(UserKey.at(file).get());
        };
    var tasks = new ArrayList<FutureTask<String>>();
    for (int i = 0; i < 16; i++) {
      var task = new FutureTask<>(get);
      tasks.add(task);
      new Thread(task).start();
    }
    start.countDown();
    for (FutureTask<String> task : tasks) {
      assertThat(task.get()).isEqualTo(tasks.get(0).get());
    }
  }

  @Test
  void countsForNothingWhenOthersCanReadIt() throws Exception {
    key.get();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertRefused(
        file
            + " can be read by others, who could forge your consent; create a new one: rm "
            + file);
  }

  @Test
  void countsForNothingWhenOthersCanWriteIt() throws Exception {
    key.get();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw----rw-"));
    assertRefused(
        file + " can be changed by others and is ignored; review it, then run: chmod go-w " + file);
  }

  @Test
  void countsForNothingInADirectoryThatOthersCanWrite() throws Exception {
    key.get();
    Path directory = file.getParent();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(
        directory
            + " can be changed by others and is ignored; review it, then run: chmod go-w "
            + directory);
  }

  @Test
  void countsForNothingAsALink() throws Exception {
    Path elsewhere = temporary.toRealPath().resolve("elsewhere");
    UserKey.at(elsewhere).get();
    Files.createDirectories(file.getParent());
    Files.createSymbolicLink(file, elsewhere);
    assertRefused(file + " is a symbolic link and is ignored; put the file itself there");
  }

  @Test
  void countsForNothingWithAnotherLength() throws Exception {
    key.get();
    Files.write(file, new byte[31]);
    assertRefused(file + " has 31 bytes and is not a key, which has 32; move it away");
    Files.write(file, new byte[33]);
    assertRefused(file + " is larger than the limit of 32 bytes; move it away");
  }

  private void assertRefused(String message) {
    for (Callable<?> use : List.<Callable<?>>of(key::find, key::get)) {
      assertThatThrownBy(use::call).isInstanceOf(TrustException.class).hasMessage(message);
    }
  }
}
