package dev.attache.server.watch;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStampTest {

  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = write("a", "one");
  }

  private Path write(String name, String text) throws IOException {
    Path written = Files.writeString(directory.resolve(name), text);
    return Files.setLastModifiedTime(written, LONG_AGO);
  }

  private void assumeUnix() {
    assumeThat(file.getFileSystem().supportedFileAttributeViews()).contains("unix");
  }

  @Test
  void isTheSameWhileNothingHappens() throws IOException {
    Object stamp = FileStamp.of(file);
    Files.readString(file);
    assertThat(FileStamp.of(file)).isNotNull().isEqualTo(stamp);
  }

  @Test
  void tellsAnotherLengthOfTheSameTime() throws IOException {
    Object stamp = FileStamp.of(file);
    write("a", "three");
    assertThat(FileStamp.of(file)).isNotEqualTo(stamp);
  }

  @Test
  void tellsAnotherContentOfTheSameLengthAndTime() throws Exception {
    assumeUnix();
    Object stamp = FileStamp.of(file);
    await() // systems count in steps of some milliseconds
        .untilAsserted(
            () -> {
              write("a", "two");
              assertThat(FileStamp.of(file)).isNotEqualTo(stamp);
            });
  }

  @Test
  void tellsAnotherFileOfTheSameLengthAndTime() throws IOException {
    assumeUnix();
    Object stamp = FileStamp.of(file);
    Files.move(write("b", "two"), file, StandardCopyOption.ATOMIC_MOVE);
    assertThat(FileStamp.of(file)).isNotEqualTo(stamp);
  }

  @Test
  void isNothingWithoutAFile() {
    assertThat(FileStamp.of(directory.resolve("none"))).isNull();
  }
}
