package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class FileVersionTest {

  @TempDir Path directory;

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("a"), "one");
  }

  private static BasicFileAttributes seen(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private FileVersion of() throws IOException {
    return Objects.requireNonNull(FileVersion.of(file, seen(file)));
  }

  private String version() throws IOException {
    return of().version().value();
  }

  @Test
  void staysTheSameUntilTheFileChanges() throws IOException {
    String first = version();
    assertThat(version()).isEqualTo(first);
    assertThat(of().is(seen(file))).isTrue();
  }

  @Test
  void isAnotherOneWhenTheTimeIsPutBack() throws Exception {
    FileTime before = Files.getLastModifiedTime(file);
    String first = version();
    Thread.sleep(20); // more than a tick
    Files.writeString(file, "two");
    Files.setLastModifiedTime(file, before);
    assertThat(version()).isNotEqualTo(first);
  }

  @Test
  void countsOnlyForTheFileThatWasSeen() throws IOException {
    BasicFileAttributes seen = seen(file);
    Path other = Files.writeString(directory.resolve("b"), "two");
    Files.move(file, directory.resolve("c"));
    assertThat(FileVersion.of(file, seen)).isNull();
    Files.move(other, file);
    assertThat(FileVersion.of(file, seen)).isNull();
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("c"));
    assertThat(FileVersion.of(file, seen)).isNull();
    Files.delete(file);
    Files.createLink(file, directory.resolve("c"));
    assertThat(FileVersion.of(file, seen)).isNotNull();
  }

  @Test
  void isSettledTwoSecondsAfterTheLastChange() throws IOException {
    FileVersion version = of();
    Instant changed = version.version().changed();
    assertThat(version.isSettledAt(changed.plusSeconds(2))).isFalse();
    assertThat(version.isSettledAt(changed.plusSeconds(2).plusNanos(1))).isTrue();
  }
}
