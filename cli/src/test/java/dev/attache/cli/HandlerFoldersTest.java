package dev.attache.cli;

import static dev.attache.cli.HandlerFolders.UNKNOWN;
import static dev.attache.cli.HandlerFolders.awaitSettled;
import static dev.attache.cli.HandlerFolders.digest;
import static dev.attache.cli.HandlerFolders.notTrusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
            "attache: --handler-jar (" + missing + ") must be a readable jar or folder",
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
        .endsWith("; run attache handlers doctor\n");
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
                + "; moon.jar has one, but is not trusted yet; review it, then trust it with:"
                + " attache handlers trust "
                + jar);
    assertThat(run.out()).contains("hello", "<not-attached>\nmoon:full: " + UNKNOWN);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(folders.copies()).doesNotExist();
    assertThat(workspace.trust()).doesNotExist();
  }

  @Test
  void areOnlyNotedInTheWorkspace() {
    Path jar = folders.moon("hello").write(theirs.resolve("moon.jar"));
    assertThat(workspace.run("resolve", "a.txt", "--quiet").err()).isEmpty();
    CliRun run = workspace.run("resolve", "a.txt");
    assertThat(run.errLines()).containsExactly(notTrusted(jar));
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void areNamedOnceADayAndWheneverTheyAreAskedFor() throws IOException {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    Path other = folders.moon("other").write(theirs.resolve("other.jar"));
    assertThat(workspace.run("resolve", "a.txt", "--quiet").errLines())
        .containsExactly(notTrusted(jar));
    assertThat(workspace.run("plan", "a.txt").errLines()).containsExactly(notTrusted(other));
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
    assertThat(workspace.run("resolve", "moon:full").err())
        .isEqualTo(
            "attache: moon:full: "
                + UNKNOWN
                + "; moon.jar has one, but is not trusted yet; review it, then trust it with:"
                + " attache handlers trust "
                + jar
                + "\n");
    assertThat(workspace.run("handlers", "ls").outLines())
        .contains("not used: " + jar + " (moon:) is not trusted yet");
    assertThat(workspace.run("handlers", "doctor").outLines()).endsWith("5 usable, 2 not");
    Path named = workspace.home().resolve("state/attache/named-jars");
    String today = Files.readString(named);
    Files.writeString(named, today.replaceAll("(?m)^\\S+", "2026-01-01T00:00:00Z"));
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(notTrusted(jar), notTrusted(other));
    folders.moon("changed").write(jar);
    assertThat(workspace.run("resolve", "a.txt").errLines()).containsExactly(notTrusted(jar));
    Files.writeString(named, "2999-01-01T00:00:00Z x\nno time\n");
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(notTrusted(jar), notTrusted(other));
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
                + " is not trusted yet, so its handlers are not used; review it, then trust it"
                + " with: attache handlers trust '"
                + jar
                + "'");
  }

  @Test
  void mayHaveASectionBeforeTheyAreTrusted() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.withUser(
        "[handlers.moon]\nphase = 'new'\n[moon]\ny = 1\n[handlers.mars]\nx = 1\n", "a.txt");
    String file = "attache: " + workspace.home() + "/config/attache/config.toml:";
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            notTrusted(jar),
            file + "5: [moon] is not used; write [handlers.moon]",
            file
                + "7: unknown handler of the scheme mars, nor a command in [handlers.mars] to"
                + " be one");
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
                + "; run attache handlers doctor\n");
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
            "moon       ext.Moon                                      2.1             user         "
                + "  "
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
            "fix: review it, then trust it; that loads it and reports any problem: attache handlers"
                + " trust "
                + jar,
            "5 usable, 1 not");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("handlers", "doctor", "--json").out())
        .isEqualTo(
            "{\"provider\":\"\",\"origin\":\""
                + jar
                + "\",\"kind\":\"user\",\"reason\":\"it is not trusted yet\",\"fix\":\"review it,"
                + " then trust it; that loads it and reports any problem: attache handlers trust "
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
              "fix: make it readable, or move it away",
              "5 usable, 1 not");
    } finally {
      Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  @Tag("slow")
  void areReadAgainOnlyWhereTheyMayHaveChanged() throws Exception {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Path known = workspace.home().resolve("state/attache/known-jars");
    assertThat(known).as("it may change within the tick of a clock").doesNotExist();
    awaitSettled(jar);
    folders.assertSays("hello", "resolve", "moon:full");
    assertThat(Files.readAllLines(known)).hasSize(2).first().isEqualTo("attache jars 4");
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
    folders.assertSays("hello", "resolve", "moon:full");
    Files.delete(jar);
    workspace.run("resolve", "a.txt");
    assertThat(workspace.run("resolve", "moon:full").err()).contains(UNKNOWN);
  }

  @Test
  @Tag("slow")
  void runNothingThatHasTakenThePlaceOfWhatIsTrusted() throws Exception {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    awaitSettled(jar);
    folders.assertSays("hello", "resolve", "moon:full");
    FileTime modified = Files.getLastModifiedTime(jar);
    long size = Files.size(jar);
    folders.moon("jello").write(jar);
    assertThat(Files.size(jar)).as("as large as the first").isEqualTo(size);
    Files.setLastModifiedTime(jar, modified);
    CliRun run = workspace.run("resolve", "moon:full");
    assertThat(run.out()).doesNotContain("jello").contains("<not-attached>");
    assertThat(run.err()).contains("moon.jar has one, but has changed since you trusted it on ");
  }

  @Test
  void runTheCopyOnlyWhereItHasTheTrustedBytes() throws Exception {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Path copy = folders.copy(jar).resolve("handler.jar");
    Path other = folders.moon("jello").write(temporary.resolve("other.jar"));
    assertThat(Files.size(other)).as("as large as the first").isEqualTo(Files.size(jar));
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
    Files.write(copy, Files.readAllBytes(other));
    folders.assertSays("hello", "resolve", "moon:full");
    assertThat(copy).hasSameBinaryContentAs(jar);
  }

  @Test
  void failTheirReferencesAloneWhereTheyCannotBeUsedAnyMore() throws Exception {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Files.setPosixFilePermissions(folders.copies(), PosixFilePermissions.fromString("rwxrwxrwx"));
    CliRun run = workspace.run("resolve", "moon:full", "a.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: moon:full: handlers of "
                + jar
                + " cannot be used: it cannot be copied to "
                + folders.copies()
                + ": "
                + folders.copies()
                + " can be changed by others; review it, then run: chmod go-w "
                + folders.copies()
                + "\n");
    assertThat(run.out()).contains("hello");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
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
                + " cannot be used: it is a link that points outside the workspace; run attache"
                + " handlers doctor");
    assertThat(run.exitCode()).isZero();
  }
}
