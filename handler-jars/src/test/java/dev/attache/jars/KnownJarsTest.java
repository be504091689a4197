package dev.attache.jars;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.support.places.DisposableLines;
import dev.attache.test.BuiltJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class KnownJarsTest {

  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  @TempDir Path directory;
  private DisposableLines memory;
  private Path file;

  @BeforeEach
  void writeAJar() throws Exception {
    directory = directory.toRealPath();
    memory = new DisposableLines(directory.resolve("state/known-jars"));
    file = new BuiltJar(directory).handler("Good", "good").write("good %41+ä b.jar");
    Files.setLastModifiedTime(file, LONG_AGO);
  }

  @Test
  void rememberAJarWithAllThatIsKnownOfIt() throws Exception {
    awaitSettled(file);
    HandlerJar first = read(file, Kind.USER);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(memory.file())))
        .isEqualTo("rw-------");
    requireRemembered(file, Kind.USER);
    HandlerJar again = read(file, Kind.USER);
    assertThat(again.path()).isEqualTo(first.path());
    assertThat(again.origin()).isEqualTo(first.origin());
    assertThat(again.digest()).isEqualTo(first.digest());
    assertThat(again.manifest()).isEqualTo(first.manifest());
    assertThat(again.providers()).isEqualTo(first.providers());
    assertThat(again.files()).isEqualTo(first.files());
    requireRemembered(file, Kind.WORKSPACE);
    assertThat(read(file, Kind.WORKSPACE).origin().kind()).isEqualTo(Kind.WORKSPACE);
  }

  @Test
  void rememberAFolderUntilOneOfItsJarsChanges() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path handler = Files.copy(file, folder.resolve("h.jar"));
    Path other =
        Files.move(
            new BuiltJar(directory).source("D", "package d; public class D {}").write("d.jar"),
            folder.resolve("d.jar"));
    awaitSettled(handler);
    awaitSettled(other);
    HandlerJar first = read(folder, Kind.USER);
    requireRemembered(folder, Kind.USER);
    assertThat(read(folder, Kind.USER).files()).isEqualTo(first.files());
    Files.copy(other, folder.resolve("e.jar"));
    assertThat(read(folder, Kind.USER).files()).hasSize(3);
  }

  @Test
  void takeNothingForKnownThatMayChangeWithinATickOfTheClock() throws Exception {
    read(file, Kind.USER);
    assertThat(memory.read()).isEmpty();
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(3600)));
    awaitSettled(file);
    read(file, Kind.USER);
    assertThat(memory.read()).isEmpty();
  }

  @Test
  void seeThatOtherBytesOfTheSameSizeAndTimeHaveTakenThePlace() throws Exception {
    awaitSettled(file);
    HandlerJar first = read(file, Kind.USER);
    byte[] bytes = Files.readAllBytes(file);
    bytes[10]++; // the time of the first entry
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, LONG_AGO);
    assertThat(read(file, Kind.USER).digest()).isNotEqualTo(first.digest());
    assertThat(memory.read()).as("which is not settled yet").containsExactly("attache jars 4");
  }

  @Test
  void followNoLinkOfAWorkspace() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link.jar"), file);
    awaitSettled(file);
    read(link, Kind.USER);
    requireRemembered(link, Kind.USER);
    assertThatThrownBy(() -> read(link, Kind.WORKSPACE))
        .hasMessageContaining("it is a symbolic link, which a workspace could redirect");
  }

  @Test
  void passOverLinesThatTheyHaveNotWritten() throws Exception {
    awaitSettled(file);
    HandlerJar first = read(file, Kind.USER);
    List<String> lines = memory.read();
    for (String broken : List.of("", "x", lines.get(1) + " 1", lines.get(1).replace("20", "zz"))) {
      memory.replace(List.of(lines.get(0), broken));
      assertThat(read(file, Kind.USER).digest()).as(broken).isEqualTo(first.digest());
    }
    memory.replace(List.of("attache jars 99", lines.get(1)));
    assertThat(read(file, Kind.USER).files()).isEqualTo(first.files());
    Files.setPosixFilePermissions(memory.file(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(memory.read()).as("others could have written it").isEmpty();
  }

  @Test
  void forgetWhatIsGone() throws Exception {
    Path other = Files.copy(file, directory.resolve("other.jar"));
    awaitSettled(other);
    read(file, Kind.USER);
    Files.delete(file);
    read(other, Kind.USER);
    assertThat(memory.read()).hasSize(2).last().asString().contains("other.jar");
  }

  @Test
  void needNoPlace() throws Exception {
    var nowhere = new KnownJars(new DisposableLines(null));
    awaitSettled(file);
    assertThat(nowhere.read(file, Kind.USER).digest())
        .isEqualTo(HandlerJar.read(file, Kind.USER).digest());
    nowhere.save();
  }

  private HandlerJar read(Path path, Kind kind) throws Exception {
    var jars = new KnownJars(memory);
    HandlerJar jar = jars.read(path, kind);
    jars.save();
    return jar;
  }

  /** A memory that says something else of a jar is believed, as the jar is not read. */
  private void requireRemembered(Path path, Kind kind) throws Exception {
    List<String> lines = memory.read();
    memory.replace(lines.stream().map(line -> line.replace("ext.Good", "ext.Kept")).toList());
    assertThat(read(path, kind).providers()).containsExactly("ext.Kept");
    memory.replace(lines);
  }

  private static void awaitSettled(Path file) throws IOException {
    FileTime changed = (FileTime) Files.getAttribute(file, "unix:ctime");
    await().until(() -> Instant.now().isAfter(changed.toInstant().plusSeconds(2)));
  }
}
