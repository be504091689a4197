package dev.attache.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.test.BuiltJar;
import dev.attache.test.DurabilityJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What of the copies of jars is forced to the disk, and when. */
@DisabledOnOs(OS.WINDOWS) // where directories cannot be forced
class KeptCopiesDurabilityTest {

  @TempDir Path directory;
  private HandlerJar jar;
  private DurabilityJournal journal;
  private KeptCopies copies;

  @BeforeEach
  void readAJar() throws Exception {
    directory = directory.toRealPath();
    Path file = new BuiltJar(directory).handler("Good", "good").write("good.jar");
    jar = HandlerJar.read(file, Kind.USER);
    Path state = Files.createDirectory(directory.resolve("state"));
    journal = new DurabilityJournal(state, this::name).begin();
    copies = new KeptCopies(state.resolve("handlers"), journal);
  }

  private String name(String path) {
    return path.endsWith(".lock")
        ? ""
        : path.replace(jar.digest().hex(), "DIGEST").replaceAll("\\.unfinished-\\d+", "unfinished");
  }

  @Test
  void aCopyIsSafeBeforeItHasItsName() throws Exception {
    copies.keep(jar);
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ handlers",
            "force .",
            "+ handlers/unfinished",
            "+ handlers/unfinished/handler.jar",
            "force handlers/unfinished/handler.jar",
            "force handlers/unfinished",
            "- handlers/unfinished",
            "- handlers/unfinished/handler.jar",
            "+ handlers/DIGEST",
            "+ handlers/DIGEST/handler.jar",
            "force handlers",
            "acknowledged");
  }

  @Test
  void aCopyThatDoesNotFitIsReplacedByOneThatIsSafe() throws Exception {
    Path copy = copies.keep(jar).get(0).file();
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(copy, "short");
    journal.begin();
    copies.keep(jar);
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ handlers/unfinished",
            "+ handlers/unfinished/handler.jar",
            "force handlers/unfinished/handler.jar",
            "force handlers/unfinished",
            "- handlers/unfinished",
            "- handlers/unfinished/handler.jar",
            "~ handlers/DIGEST/handler.jar",
            "force handlers",
            "acknowledged");
  }
}
