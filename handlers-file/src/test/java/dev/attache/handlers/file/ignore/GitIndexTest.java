package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The index that git writes, and what else may stand in its place. Needs git on the PATH. */
@Tag("process")
class GitIndexTest {

  private static final String NOT_TRACKED = "; names that begin with a dot count as not tracked";

  @TempDir Path temporary;

  private Path root;
  private Path file;
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  @BeforeEach
  void makeWorkTree() throws IOException {
    root = temporary.toRealPath().resolve("w");
    file = root.resolve(".git/index");
    Files.createDirectories(root);
    environment.put("HOME", root + ".home");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "a");
      environment.put("GIT_" + who + "_EMAIL", "a@b");
    }
  }

  private void git(String... arguments) {
    Git.run(root, environment, arguments);
  }

  private void write(String... names) throws IOException {
    for (String name : names) {
      Path each = root.resolve(name);
      Files.createDirectories(each.getParent());
      Files.writeString(each, name);
    }
  }

  private GitIndex index() {
    return GitIndex.of(
        Objects.requireNonNull(GitRepository.at(root, problems::add)), problems::add);
  }

  private static boolean tracks(GitIndex index, String path) {
    return index.tracks(path.getBytes(StandardCharsets.UTF_8), 0, false);
  }

  private static boolean tracksBelow(GitIndex index, String path) {
    return index.tracks(path.getBytes(StandardCharsets.UTF_8), 0, true);
  }

  @ParameterizedTest
  @CsvSource({"2, sha1", "4, sha1", "2, sha256", "4, sha256"})
  void knowsWhatGitTracks(String version, String format) throws IOException {
    git("init", "-q", "--object-format=" + format);
    var random = new Random(7);
    for (int i = 0; i < 300; i++) {
      String directory = List.of("", "a/", ".b/", "a/.b/", ".b/.c/d/").get(random.nextInt(5));
      String name = (random.nextBoolean() ? "." : "") + "x".repeat(random.nextInt(9)) + i;
      write(directory + name);
    }
    git("add", ".b", "a/.b");
    git("update-index", "--index-version", version);
    GitIndex index = index();
    assertThat(ByteBuffer.wrap(Files.readAllBytes(file)).getInt(4)).hasToString(version);
    for (String path : Git.tracked(root, environment)) {
      assertThat(tracks(index, path)).as(path).isTrue();
    }
    for (String path : Git.untracked(root, environment)) {
      assertThat(tracks(index, path)).as(path).isFalse();
    }
    assertThat(List.of(".b", "a", "a/.b", ".b/.c", ".b/.c/d"))
        .allMatch(directory -> tracksBelow(index, directory));
    assertThat(List.of(".", ".c", "b", ".b/x", "a/.bb", ".b/.c/")).noneMatch(d -> tracks(index, d));
    assertThat(problems).isEmpty();
  }

  @Test
  void countsWhatIsOnlyToBeAdded() throws IOException {
    git("init", "-q");
    write(".a", ".b", ".c");
    git("add", ".a");
    git("add", "-N", ".b");
    assertThat(ByteBuffer.wrap(Files.readAllBytes(file)).getInt(4)).isEqualTo(3);
    GitIndex index = index();
    assertThat(List.of(".a", ".b")).allMatch(path -> tracks(index, path));
    assertThat(tracks(index, ".c")).isFalse();
  }

  @Test
  void knowsDirectoriesThatAreNotCheckedOut() throws IOException {
    git("init", "-q");
    write("src/a", ".deep/x/y", ".other");
    git("add", ".");
    git("commit", "-q", "-m", "a");
    git("sparse-checkout", "set", "--cone", "--sparse-index", "src");
    GitIndex index = index();
    assertThat(tracksBelow(index, ".deep")).isTrue();
    assertThat(tracks(index, ".other")).isTrue();
    assertThat(problems).isEmpty();
  }

  @Test
  void knowsASubmoduleByItsDirectory() throws IOException {
    git("init", "-q");
    git("init", "-q", ".sub");
    Git.run(root.resolve(".sub"), environment, "commit", "-q", "--allow-empty", "-m", "a");
    git("add", ".sub");
    assertThat(tracksBelow(index(), ".sub")).isTrue();
  }

  @Test
  void tracksNothingWhereTheIndexIsSplit() throws IOException {
    git("init", "-q");
    write(".a");
    git("add", ".a");
    git("update-index", "--split-index");
    assertThat(tracks(index(), ".a")).isFalse();
    assertThat(problems)
        .containsExactly(
            file + ": is split (core.splitIndex), which is not supported" + NOT_TRACKED);
  }

  @Test
  void tracksNothingWithoutAnIndex() {
    git("init", "-q");
    assertThat(tracksBelow(index(), ".a")).isFalse();
    assertThat(problems).isEmpty();
  }

  /** The index may have come with an archive, from anybody. */
  @Test
  void tracksNothingOfGitsOwnFiles() throws IOException {
    Git.init(root.resolve(".git"));
    Git.track(root.resolve(".git"), "z", "a/.GIT/x", ".b", ".git/config", ".gitx");
    GitIndex index = index();
    assertThat(List.of("a/.GIT/x", ".git/config", "z")).noneMatch(path -> tracks(index, path));
    assertThat(List.of(".b", ".gitx")).allMatch(path -> tracks(index, path));
    assertThat(tracksBelow(index, ".git")).isFalse();
  }

  @Test
  void saysWhatIsWrongWithAnIndex() throws IOException {
    Git.init(root.resolve(".git"));
    Files.writeString(file, "DIRC\0\0\0\5\0\0\0\0");
    index();
    Files.writeString(file, "nothing");
    index();
    Files.writeString(file, "DIR");
    index();
    Files.delete(file);
    Files.createDirectory(file);
    index();
    assertThat(problems)
        .containsExactly(
            file + ": is of version 5, which is not known" + NOT_TRACKED,
            file + ": is not an index" + NOT_TRACKED,
            file + ": is damaged" + NOT_TRACKED,
            file + ": is not a regular file" + NOT_TRACKED);
  }

  @Test
  void survivesAnyDamage() throws IOException {
    git("init", "-q");
    write(".a/b", ".a/c", "d/.e");
    git("add", ".");
    for (String version : List.of("2", "4")) {
      git("update-index", "--index-version", version);
      byte[] whole = Files.readAllBytes(file);
      var random = new Random(3);
      for (int i = 0; i < 400; i++) {
        byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
        for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
          damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, damaged);
        assertThat(tracks(index(), "nothing/.such")).isFalse();
      }
      Files.write(file, whole);
    }
  }
}
