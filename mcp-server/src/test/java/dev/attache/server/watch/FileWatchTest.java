package dev.attache.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWatchTest {

  private final FileWatch files = watch(512);

  @TempDir private Path directory;

  /** A watch that looks at files each ten milliseconds. */
  static FileWatch watch(int mostDirectories) {
    return new FileWatch(
        FileSystems.getDefault(), mostDirectories, Duration.ofMillis(50), Duration.ofMillis(1));
  }

  @Test
  void saysWhatIsLackingForAFileAsLongAsItIs() throws Exception {
    FileWatch one = watch(1);
    Path here = Files.createDirectory(directory.resolve("here")).resolve("file");
    Path there = Files.createDirectory(directory.resolve("there")).resolve("file");
    Runnable first = one.watch(here, () -> {});
    Runnable second = one.watch(there, () -> {});
    assertThat(one.lack(here)).isNull();
    assertThat(one.lack(there)).isEqualTo("files are in more than 1 directories");
    first.run();
    second.run();
    assertThat(one.lack(there)).isNull();
    Runnable third = one.watch(there, () -> {});
    assertThat(one.lack(there)).isNull();
    third.run();
  }

  @Test
  void goesOnAfterSomebodyWhoIsToldHasFailed() throws Exception {
    var hasFailed = new CountDownLatch(1);
    var isTold = new CountDownLatch(1);
    Runnable first =
        files.watch(
            directory.resolve("first"),
            () -> {
              hasFailed.countDown();
              throw new IllegalStateException("broken");
            });
    Runnable second = files.watch(directory.resolve("second"), isTold::countDown);
    Files.writeString(directory.resolve("first"), "one");
    hasFailed.await();
    Files.writeString(directory.resolve("second"), "one");
    isTold.await();
    first.run();
    second.run();
  }

  @Test
  void tellsTheOthersOfWhatSomebodyHasFailedAt() throws Exception {
    var isTold = new CountDownLatch(1);
    Path file = directory.resolve("file");
    Runnable first =
        files.watch(
            file,
            () -> {
              throw new IllegalStateException("broken");
            });
    Runnable second = files.watch(file, isTold::countDown);
    Files.writeString(file, "one");
    isTold.await();
    first.run();
    second.run();
  }
}
