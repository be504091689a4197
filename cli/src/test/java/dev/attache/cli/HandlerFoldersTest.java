package dev.attache.cli;

import static dev.attache.cli.HandlerFolders.UNKNOWN;
import static dev.attache.cli.HandlerFolders.digest;
import static dev.attache.cli.HandlerFolders.notTrusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of handlers that are named, or lie in the folders where nobody has to name them. */
class HandlerFoldersTest {

  @TempDir Path temporary;

  private HandlerFolders folders;
  private CommandWorkspace workspace;
  private Path own;
  private Path theirs;

  @BeforeEach
  void createFolders() {
    folders = HandlerFolders.in(temporary);
    workspace = folders.workspace();
    own = folders.own();
    theirs = folders.theirs();
  }

  @Test
  void areUsedWhereTheUserNamesThem() {
    Path jar = folders.moon("hello").write(temporary.resolve("moon.jar"));
    folders.assertSays("hello", "resolve", "moon:full", "--handler-jar", jar.toString());
    assertThat(workspace.run("resolve", "moon:full").err())
        .isEqualTo("attache: moon:full: " + UNKNOWN + "\n");
    assertThat(folders.copies()).doesNotExist();
    assertThat(workspace.trust()).doesNotExist();
  }

  @Test
  void endTheCommandIfThereIsNoneOfThatName() {
    String missing = temporary.resolve("no.jar").toString();
    CliRun run = workspace.run("resolve", "a.txt", "--handler-jar", missing);
    assertThat(run.errLines())
        .containsExactly(
            "attache: --handler-jar (" + missing + ") must be a jar or a folder that can be read",
            "attache: see attache help resolve");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(workspace.run("plan", "a.txt", "--handler-jar=").errLines().get(0))
        .isEqualTo("attache: --handler-jar () must not be empty");
  }

  @Test
  void costNothingElseIfOneOfThemIsBroken() throws IOException {
    Path broken = Files.writeString(temporary.resolve("broken.jar"), "no jar");
    Path jar = folders.moon("hello").write(temporary.resolve("moon.jar"));
    CliRun run =
        workspace.run(
            "resolve",
            "moon:full",
            "a.txt",
            "--handler-jar",
            broken.toString(),
            "--handler-jar",
            jar.toString());
    assertThat(run.errLines()).hasSize(1);
    assertThat(run.err())
        .startsWith("attache: handlers of " + broken + " cannot be used: ")
        .endsWith("; see attache handlers doctor\n");
    assertThat(run.out()).contains("hello moon:full");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void areNotUsedFromTheUsersFolderBeforeTheyAreTrusted() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    CliRun run = workspace.run("resolve", "moon:full", "a.txt");
    assertThat(run.errLines())
        .containsExactly(
            notTrusted(jar),
            "attache: moon:full: "
                + UNKNOWN
                + "; moon.jar has one, but is not trusted yet; look at it and trust it with: attache"
                + " handlers trust "
                + jar);
    assertThat(run.out()).contains("hello", "<not-attached>\nmoon:full: " + UNKNOWN);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("resolve", "a.txt", "--quiet").errLines())
        .containsExactly(notTrusted(jar));
    assertThat(folders.copies()).doesNotExist();
    assertThat(workspace.trust()).doesNotExist();
  }

  @Test
  void areOnlyNotedInTheWorkspace() {
    Path jar = folders.moon("hello").write(theirs.resolve("moon.jar"));
    assertThat(workspace.run("resolve", "a.txt").errLines()).containsExactly(notTrusted(jar));
    assertThat(workspace.run("resolve", "a.txt", "--quiet").err()).isEmpty();
    assertThat(workspace.run("resolve", "a.txt").exitCode()).isZero();
  }

  @Test
  void sayNoSchemesWhereTheirManifestDoesNot() {
    Path jar =
        ForeignJar.empty(temporary)
            .handler("Moon", "moon", "return \"x\";", "")
            .write(own.resolve("my moon.jar"));
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            "attache: "
                + jar
                + " is not trusted yet, so its handlers are not used; look at it and trust it with:"
                + " attache handlers trust '"
                + jar
                + "'");
  }

  @Test
  void mayHaveASectionBeforeTheyAreTrusted() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.withUser("[moon]\nphase = 'new'\n[mars]\nx = 1\n", "a.txt");
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            notTrusted(jar),
            "attache: "
                + workspace.home()
                + "/config/attache/config.toml:5: there is no table [mars]");
  }

  @Test
  void costTheOthersNothingIfTheyClaimWhatIsTaken() {
    Path first = folders.moon("first").write(own.resolve("a.jar"));
    Path second = folders.moon("second").write(own.resolve("b.jar"));
    workspace.run("handlers", "trust", "a.jar", "b.jar");
    CliRun run = workspace.run("resolve", "moon:full");
    assertThat(run.out()).contains("first moon:full");
    assertThat(run.err())
        .isEqualTo(
            "attache: handler ext.Moon of "
                + second
                + " cannot be used: its scheme \"moon\" belongs to ext.Moon of "
                + first
                + "; see attache handlers doctor\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void comeAfterWhatIsNamed() {
    folders.moon("folder").write(own.resolve("a.jar"));
    workspace.run("handlers", "trust", "a.jar");
    Path named = folders.moon("named").write(temporary.resolve("named.jar"));
    CliRun run = workspace.run("resolve", "moon:full", "--handler-jar", named.toString());
    assertThat(run.out()).contains("named moon:full");
    assertThat(run.errLines()).hasSize(1);
  }

  @Test
  void cannotTakeOverWhatTheCommandHas() {
    Path jar =
        ForeignJar.of(temporary, "Files", "file", "mine").write(temporary.resolve("files.jar"));
    CliRun run = workspace.run("resolve", "a.txt", "--handler-jar", jar.toString());
    assertThat(run.out()).contains("hello").doesNotContain("mine");
    assertThat(run.errLines()).hasSize(1);
    assertThat(run.err()).contains("its scheme \"file\" belongs to ");
  }

  @Test
  void areListedWithWhatIsNotUsed() throws IOException {
    Path used = folders.moon("x").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Path unused = ForeignJar.of(temporary, "Mars", "mars", "x").write(theirs.resolve("mars.jar"));
    CliRun run = workspace.run("handlers", "ls");
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines())
        .contains(
            "moon      ext.Moon                                      2.1             user           "
                + digest(used).substring("sha256:".length()).substring(0, 12)
                + "  "
                + used)
        .endsWith("not used: " + unused + " (mars:) is not trusted yet");
    List<JsonNode> json = workspace.run("handlers", "ls", "--json").json();
    assertThat(json.get(json.size() - 1).toString())
        .isEqualTo(
            "{\"scheme\":\"mars\",\"handler\":\"ext.Mars\",\"version\":\"\",\"origin\":"
                + "\"workspace\",\"digest\":\""
                + digest(unused)
                + "\",\"jar\":\""
                + unused
                + "\",\"state\":\"is not trusted yet\"}");
    assertThat(json.get(json.size() - 2).get("state").asText()).isEqualTo("used");
  }

  @Test
  void areExaminedWithTheWayToMendThem() {
    Path jar = folders.moon("x").write(own.resolve("moon.jar"));
    CliRun run = workspace.run("handlers", "doctor");
    assertThat(run.outLines())
        .containsExactly(
            "handlers of " + jar + " cannot be used: it is not trusted yet",
            "fix: look at it and trust it, which tries it first and says what is wrong with it, if"
                + " anything is: attache handlers trust "
                + jar,
            "4 usable, 1 not");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("handlers", "doctor", "--json").out())
        .isEqualTo(
            "{\"provider\":\"\",\"origin\":\""
                + jar
                + "\",\"kind\":\"user\",\"reason\":\"it is not trusted yet\",\"fix\":\"look at it"
                + " and trust it, which tries it first and says what is wrong with it, if anything"
                + " is: attache handlers trust "
                + jar
                + "\"}\n");
  }

  @Test
  void areNotLookedForWhereTheFolderCannotBeRead() throws IOException {
    Files.createDirectories(own);
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("---------"));
    try {
      assumeFalse(Files.isReadable(own), "nothing is denied");
      assertThat(workspace.run("handlers", "doctor").outLines())
          .containsExactly(
              "handlers of " + own + " cannot be used: it cannot be listed: permission denied",
              "fix: let yourself read it, or move it away",
              "4 usable, 1 not");
    } finally {
      Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void costNothingWhereThereAreNone() {
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
    assertThat(workspace.home().resolve("state")).doesNotExist();
  }

  @Test
  void areNotLookedForOutsideOfTheWorkspace() throws IOException {
    Path elsewhere = temporary.toRealPath().resolve("elsewhere");
    folders.moon("x").write(elsewhere.resolve("moon.jar"));
    Files.createDirectories(theirs.getParent());
    Files.createSymbolicLink(theirs, elsewhere);
    CliRun run = workspace.run("resolve", "a.txt");
    assertThat(run.errLines())
        .containsExactly(
            "attache: handlers of "
                + theirs
                + " cannot be used: it is a link that leaves the workspace; see attache handlers"
                + " doctor");
    assertThat(run.exitCode()).isZero();
  }
}
