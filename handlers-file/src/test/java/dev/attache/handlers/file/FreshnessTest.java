package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshnessTest {

  /** What was written now was read long after it, for all that anybody can tell. */
  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

  private final FileHandler handler = new FileHandler(Map.of());
  @TempDir private Path temporary;
  private Path workspace;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("w"));
    file = Files.writeString(workspace.resolve("a.txt"), "one\ntwo\n");
  }

  @Test
  void isUnchangedWhileSizeAndTimesAreThose() throws IOException {
    assertThat(freshness("a.txt", read("a.txt"), LATER)).isEqualTo(Freshness.UNCHANGED);
  }

  @Test
  void isUnchangedInItsLinesToo() throws IOException {
    assertThat(freshness("a.txt#L2", read("a.txt#L2"), LATER)).isEqualTo(Freshness.UNCHANGED);
  }

  @Test
  void isUncertainOfWhatWasReadJustAfterItWasWritten() throws IOException {
    Instant modified = Files.getLastModifiedTime(file).toInstant();
    assertThat(freshness("a.txt", read("a.txt"), modified.plusMillis(1900)))
        .isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void isUncertainOfAnotherTime() throws IOException {
    Resource known = read("a.txt");
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    assertThat(freshness("a.txt", known, LATER)).isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void isUncertainOfAnotherSize() throws IOException {
    FileTime modified = Files.getLastModifiedTime(file);
    Resource known = read("a.txt");
    Files.writeString(file, "one\ntwo\nthree\n");
    Files.setLastModifiedTime(file, modified);
    assertThat(freshness("a.txt", known, LATER)).isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void isUncertainWhereTheTimeWasSetBack() throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    Resource known = read("a.txt");
    assertThat(freshness("a.txt", known, Instant.EPOCH.plusSeconds(3600)))
        .as("the file was changed after it was read, and its time set to what it was")
        .isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void isUncertainOfWhatIsGone() throws IOException {
    Resource known = read("a.txt");
    Files.delete(file);
    assertThat(freshness("a.txt", known, LATER)).isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void followsNoLinkThatHasTakenThePlaceOfTheFile() throws IOException {
    Resource known = read("a.txt");
    Path outside = temporary.toRealPath().resolve("a.txt");
    Files.move(file, outside);
    Files.createSymbolicLink(file, outside);
    assertThat(freshness("a.txt", known, LATER)).isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void followsNoLinkOnTheWay() throws IOException {
    Path directory = Files.createDirectory(workspace.resolve("d"));
    Files.move(file, directory.resolve("a.txt"));
    Resource known = read("d/a.txt");
    Files.move(directory, temporary.toRealPath().resolve("d"));
    Files.createSymbolicLink(directory, temporary.toRealPath().resolve("d"));
    assertThat(freshness("d/a.txt", known, LATER)).isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void isUncertainOfADirectoryInItsPlace() throws IOException {
    Resource known = read("a.txt");
    FileTime modified = Files.getLastModifiedTime(file);
    Files.delete(file);
    Files.createDirectory(file);
    Files.setLastModifiedTime(file, modified);
    assertThat(freshness("a.txt", known, LATER)).isEqualTo(Freshness.UNCERTAIN);
  }

  private ResourceUri uri(String path) {
    return ResourceUri.of("file://" + workspace + "/" + path);
  }

  private Resource read(String path) throws IOException {
    try (TestContext context = TestContext.builder(workspace).build()) {
      return handler.resolve(uri(path), context).get(0);
    }
  }

  private Freshness freshness(String path, Resource known, Instant readAt) throws IOException {
    try (TestContext context = TestContext.builder(workspace).build()) {
      return handler.freshness(uri(path), known, readAt, context);
    }
  }
}
