package dev.attache.support.places;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.SyncFailedException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** That the system is asked shows where it refuses: what has no disk cannot be forced to one. */
@EnabledOnOs(OS.LINUX)
class DiskDurabilityTest {

  private static final Path NO_DISK = Path.of("/dev/null");

  @TempDir Path directory;

  @Test
  void forcesFilesAndDirectories() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "x");
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
        var open = new RandomAccessFile(file.toFile(), "rw")) {
      assertThatCode(() -> Durability.DISK.forceFile(file, channel)).doesNotThrowAnyException();
      assertThatCode(() -> Durability.DISK.forceFile(file, open)).doesNotThrowAnyException();
    }
    assertThatCode(() -> Durability.DISK.forceDirectory(directory)).doesNotThrowAnyException();
  }

  @Test
  void forcesAChannel() throws Exception {
    try (var channel = FileChannel.open(NO_DISK, StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> Durability.DISK.forceFile(NO_DISK, channel))
          .isInstanceOf(IOException.class)
          .hasMessage("Invalid argument");
    }
  }

  @Test
  void forcesARandomAccessFile() throws Exception {
    try (var open = new RandomAccessFile(NO_DISK.toFile(), "rw")) {
      assertThatThrownBy(() -> Durability.DISK.forceFile(NO_DISK, open))
          .isInstanceOf(SyncFailedException.class)
          .hasMessage("sync failed");
    }
  }

  @Test
  void forcesADirectory() {
    assertThatThrownBy(() -> Durability.DISK.forceDirectory(Path.of("/proc")))
        .isInstanceOf(IOException.class)
        .hasMessage("Invalid argument");
    assertThatThrownBy(() -> Durability.DISK.forceDirectory(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
