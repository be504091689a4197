package dev.attache.jars;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ContentDigest;
import dev.attache.test.BuiltJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptCopiesTest {

  @TempDir Path directory;
  private Path kept;
  private Path file;
  private HandlerJar jar;

  @BeforeEach
  void readAJar() throws Exception {
    directory = directory.toRealPath();
    kept = directory.resolve("state/attache/handlers");
    file = new BuiltJar(directory).handler("Good", "good").write("good %41+ä.jar");
    jar = HandlerJar.read(file, Kind.USER);
  }

  @Test
  void copiesAJarForNobodyButTheUser() throws Exception {
    HandlerJar copy = jar.keptIn(kept);
    Path folder = kept.resolve(jar.digest().hex());
    assertThat(paths(copy)).containsExactly(folder.resolve("handler.jar"));
    assertThat(folder.resolve("handler.jar")).hasSameBinaryContentAs(file);
    assertThat(permissions(kept.resolve(".."))).isEqualTo("rwx------");
    assertThat(permissions(kept)).isEqualTo("rwx------");
    assertThat(permissions(folder)).isEqualTo("rwx------");
    assertThat(permissions(folder.resolve("handler.jar"))).isEqualTo("r--------");
    assertThat(entries(kept)).containsExactly(".lock", jar.digest().hex());
    assertThat(copy.path()).isEqualTo(file);
    assertThat(copy.origin()).isEqualTo(jar.origin());
    assertThat(copy.manifest()).isEqualTo(jar.manifest());
    assertThat(copy.providers()).isEqualTo(jar.providers());
  }

  @Test
  void copiesAFolderUnderTheNamesThatItsDigestCovers() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.copy(file, folder.resolve("h ä.jar"));
    Files.copy(dependency(), folder.resolve("d.jar"));
    HandlerJar copy = HandlerJar.read(folder, Kind.USER).keptIn(kept);
    Path place = kept.resolve(copy.digest().hex());
    assertThat(paths(copy)).containsExactly(place.resolve("d.jar"), place.resolve("h ä.jar"));
    assertThat(place.resolve("h ä.jar")).hasSameBinaryContentAs(file);
    assertThat(load(copy).schemes()).containsExactly("good");
  }

  @Test
  void usesTheCopyThatIsThere() throws Exception {
    Path copy = paths(jar.keptIn(kept)).get(0);
    Files.setLastModifiedTime(copy, FileTime.fromMillis(1000));
    Path other = Files.copy(file, directory.resolve("other.jar"));
    jar.keptIn(kept);
    assertThat(paths(HandlerJar.read(other, Kind.WORKSPACE).keptIn(kept))).containsExactly(copy);
    assertThat(Files.getLastModifiedTime(copy).toMillis()).isEqualTo(1000);
  }

  @Test
  void makesACopyAnewThatDoesNotFit() throws Exception {
    Path copy = paths(jar.keptIn(kept)).get(0);
    for (Damage damage : DAMAGES) {
      damage.to(copy);
      assertThat(paths(jar.keptIn(kept))).containsExactly(copy);
      assertThat(copy).hasSameBinaryContentAs(file);
      assertThat(permissions(copy)).isEqualTo("r--------");
      assertThat(permissions(kept.resolve(jar.digest().hex()))).isEqualTo("rwx------");
      assertThat(entries(kept)).containsExactly(".lock", jar.digest().hex());
    }
  }

  private interface Damage {
    void to(Path copy) throws IOException;
  }

  private static final List<Damage> DAMAGES =
      List.of(
          Files::delete,
          copy -> {
            Files.delete(copy);
            Files.delete(copy.getParent());
            Files.writeString(copy.getParent(), "a file");
          },
          copy -> {
            Files.delete(copy);
            Files.writeString(copy, "torn");
          },
          copy -> {
            Path moved = Files.move(copy, copy.resolveSibling("moved"));
            Files.createSymbolicLink(copy, moved);
          },
          copy -> Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-rw-r--")),
          copy ->
              Files.setPosixFilePermissions(
                  copy.getParent(), PosixFilePermissions.fromString("rwxrwxrwx")));

  @Test
  void makesOneCopyWhenManyWantItAtOnce() throws Exception {
    var pool = Executors.newFixedThreadPool(8);
    try {
      List<Callable<HandlerJar>> many = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        many.add(() -> jar.keptIn(kept));
      }
      for (Future<HandlerJar> one : pool.invokeAll(many)) {
        assertThat(load(one.get()).schemes()).containsExactly("good");
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(entries(kept)).containsExactly(".lock", jar.digest().hex());
  }

  @Test
  void removesWhatAProcessThatDiedHasLeft() throws Exception {
    Path left = Files.createDirectories(kept.resolve(".unfinished-1"));
    Files.writeString(left.resolve("handler.jar"), "half");
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwx------"));
    jar.keptIn(kept);
    assertThat(entries(kept)).containsExactly(".lock", jar.digest().hex());
  }

  @Test
  void refusesAJarThatIsNotWhatWasReadAnyMore() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2]++;
    Files.write(file, bytes);
    assertRefused("it has changed while it was read", "try again");
    Files.write(file, new byte[1 << 20]);
    assertRefused("it has changed while it was read", "try again");
    assertThat(entries(kept)).containsExactly(".lock");
  }

  @Test
  void saysThatAJarIsGone() throws Exception {
    Files.delete(file);
    assertRefused(
        "it cannot be copied to " + kept + ": no such file: " + file,
        "check that you can write there: ls -ld " + kept);
  }

  @Test
  void refusesADirectoryThatOthersCanChange() throws Exception {
    Files.createDirectories(kept);
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertRefused(
        "it cannot be copied to " + kept + ": " + kept + " can be changed by others",
        "review it, then run: chmod go-w " + kept);
  }

  @Test
  void refusesADirectoryThatIsAFile() throws Exception {
    Files.createDirectories(kept.getParent());
    Files.writeString(kept, "");
    assertThat(refusal().reason()).startsWith("it cannot be copied to " + kept + ": ");
  }

  @Test
  void goesOnWithTheCopyWhateverBecomesOfTheFile() throws Exception {
    HandlerJar copy = jar.keptIn(kept);
    Files.delete(file);
    assertThat(load(jar.keptIn(kept)).schemes()).containsExactly("good");
    HandlerRegistry registry = load(copy);
    Files.writeString(file, "something else");
    assertThat(registry.find("good").orElseThrow().handler().schemes()).containsExactly("good");
    assertThat(load(copy).schemes()).containsExactly("good");
  }

  @Test
  void forgetsACopy() throws Exception {
    HandlerRegistry registry = load(jar.keptIn(kept));
    HandlerJar.forget(kept, ContentDigest.sha256("other".getBytes(UTF_8)));
    assertThat(entries(kept)).containsExactly(".lock", jar.digest().hex());
    HandlerJar.forget(kept, jar.digest());
    assertThat(entries(kept)).containsExactly(".lock");
    assertThat(registry.find("good").orElseThrow().handler().schemes()).containsExactly("good");
    HandlerJar.forget(kept, jar.digest());
    HandlerJar.forget(directory.resolve("nowhere"), jar.digest());
    assertThat(directory.resolve("nowhere")).doesNotExist();
  }

  private Path dependency() throws Exception {
    return new BuiltJar(directory)
        .source("Dependency", "package dep; public class Dependency {}")
        .write("dependency.jar");
  }

  private void assertRefused(String reason, String fix) {
    assertThat(refusal()).isEqualTo(new HandlerProblem("", jar.origin(), reason, fix));
  }

  private HandlerProblem refusal() {
    return catchThrowableOfType(HandlerJarException.class, () -> jar.keptIn(kept)).problem();
  }

  private static HandlerRegistry load(HandlerJar jar) {
    return HandlerJar.load(List.of(jar), HandlerRegistry.of());
  }

  private static List<Path> paths(HandlerJar jar) {
    return jar.files().stream().map(HashedFile::file).toList();
  }

  private static List<String> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
