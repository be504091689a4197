package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories of git, as one types them. */
@Tag("process")
class RepositoryTest {

  @TempDir Path temporary;
  private Path repository;
  private String root;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = Files.createDirectories(temporary.toRealPath().resolve("project"));
    git("init", "--quiet", "--initial-branch=main");
    write("README.md", "# Read me\n");
    write("src/Main.java", "class Main {}\n");
    write("test/MainTest.java", "class MainTest {}\n");
    write(".github/ci.yml", "on: push\n");
    commit();
    root = "git+file://" + repository;
  }

  private void write(String name, String text) throws Exception {
    Path file = repository.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String commit() throws Exception {
    git("add", "--all");
    git("-c", "user.name=A", "-c", "user.email=a@a.example", "commit", "--quiet", "-m", "x");
    return git("rev-parse", "HEAD").strip();
  }

  private String git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(git.getInputStream().readAllBytes(), UTF_8);
    assertThat(git.waitFor()).as(printed).isZero();
    return printed;
  }

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary).file("local/test/a.txt", "a\n");
  }

  @Test
  void areReadWithGlobsAndExclusions() {
    CliRun run = workspace().run(root, "!test", "--json");
    assertThat(run.snapshots())
        .extracting(row -> row.get("uri").asText())
        .containsExactly(root + "//README.md", root + "//src/Main.java");
    assertThat(run.err()).isEqualTo("attache: skipped 2: 1 excluded, 1 hidden (-v lists them)\n");
    assertThat(workspace().run(root + "//**/*.java", "local", "!test", "--json").snapshots())
        .extracting(row -> row.get("uri").asText())
        .containsExactly(root + "//src/Main.java");
    assertThat(workspace().run(root, "--exclude", "*.java", "--hidden", "--json").snapshots())
        .extracting(row -> row.get("uri").asText())
        .containsExactly(root + "//.github/ci.yml", root + "//README.md");
  }

  @Test
  void sayOfWhichCommitTheyAre() throws Exception {
    String commit = git("rev-parse", "HEAD").strip();
    assertThat(workspace().run(root + "//README.md@main", "--json").json())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.get("text").asText()).isEqualTo("# Read me\n");
              assertThat(row.get("_meta").get("dev.attache/commit").asText()).isEqualTo(commit);
            });
  }

  @Test
  void arePlannedWithSizes() {
    assertThat(workspace().run("plan", root + "//src").out())
        .contains("attach         14", root + "//src/Main.java");
  }

  @Test
  void areSummedUpByDirectory() {
    assertThat(workspace().run("plan", "--tree", root).out().lines().map(row -> row.substring(31)))
        .contains("  " + root + "//", "    src/", "    test/");
  }

  @Test
  void takeTheirSettingsFromTheUser() throws Exception {
    TestWorkspace workspace = workspace();
    Path config =
        Files.writeString(temporary.resolve("config.toml"), "[repositories]\ntimout = 3\n");
    assertThat(workspace.run("--config", config.toString(), root + "//README.md").err())
        .isEqualTo(
            "attache: "
                + config
                + ":2: unknown setting timout in [repositories]; did you mean timeout?\n");
    workspace.file(".attache/config.toml", "[repositories]\ncache-size = 1\n");
    assertThat(workspace.run(root + "//README.md").err()).contains("[repositories] cache-size");
  }

  @Test
  void areReadFromTheirPages() {
    CliRun run =
        workspace().run("canonicalize", "https://github.com/owner/name/blob/v1/a.md#L3-L4");
    assertThat(run.out()).isEqualTo("github:owner/name/a.md@v1#L3-4\n");
    assertThat(workspace().run("canonicalize", "https://github.com/owner/name#").out())
        .isEqualTo("https://github.com/owner/name\n");
  }

  @Test
  void haveNoIncludedExtensions() {
    CliRun run = workspace().run(root, "-e", "java");
    assertThat(run.err())
        .startsWith(
            "attache: --include and -e are for directories of the workspace; write a pattern of its"
                + " own for "
                + root
                + ", such as github:owner/name/**/*.md");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void areNotInTheCacheUnlessTheyWereRead() {
    assertThat(workspace().run("--offline", "github:owner/name").err())
        .isEqualTo(
            "attache: github:owner/name: is not in the cache, and --offline allows no requests\n");
  }
}
