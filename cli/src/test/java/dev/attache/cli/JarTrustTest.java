package dev.attache.cli;

import static dev.attache.cli.HandlerFolders.UNKNOWN;
import static dev.attache.cli.HandlerFolders.digest;
import static dev.attache.cli.HandlerFolders.notTrusted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trust in jars of handlers: given by name, broken by a change, and taken back. */
class JarTrustTest {

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

  private static String today() {
    return LocalDate.now(ZoneOffset.UTC).toString();
  }

  @Test
  void areShownAndTrustedByTheirName() throws IOException {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    CliRun run = workspace.run("handlers", "trust", "moon.jar");
    assertThat(run.errLines())
        .containsExactly(
            "attache: " + jar + ": a handler jar, whose code runs with all your permissions",
            "digest: " + digest(jar),
            "schemes: moon (its manifest says)",
            "title: Moon Phases",
            "version: 2.1",
            "vendor: Example Ltd",
            "SPI version: 1",
            "classes: ext.Moon");
    assertThat(run.out()).isEqualTo("trusted: " + jar + "  (moon:)\n");
    assertThat(run.exitCode()).isZero();
    folders.assertSays("hello", "resolve", "moon:full");
    assertThat(workspace.run("handlers", "trust", jar.toString()).out())
        .isEqualTo("already trusted: " + jar + "  (moon:)\n");
  }

  @Test
  void areShownInFewWordsHoweverManyTheirHandlersAre() {
    String schemes = "";
    ForeignJar jar = folders.moon("hello").names("ext." + "x".repeat(300));
    for (int i = 10; i < 21; i++) {
      jar.names("ext.C" + i);
      schemes += " s" + i;
    }
    Path file = jar.says("Attache-Schemes", schemes).write(own.resolve("moon.jar"));
    String first =
        "s10, s11, s12, s13, s14, s15, s16, s17, s18, s19 and 1 more (its manifest says)";
    CliRun run = workspace.answering("n\n").run("handlers", "trust", "moon.jar");
    assertThat(run.errLines())
        .contains(
            "schemes: " + first,
            "classes: ext.Moon, ext."
                + "x".repeat(195)
                + "…, ext.C10, ext.C11, ext.C12, ext.C13, ext.C14, ext.C15, ext.C16, ext.C17"
                + " and 3 more");
    String begun = "s10:, s11:, s12:, s13:, s14:, s15:, s16:, s17:, s18:, s19: and 1 more";
    assertThat(run.out()).isEqualTo("not trusted: " + file + "  (" + begun + ")\n");
    assertThat(workspace.run("resolve", "a.txt").err())
        .startsWith(
            "attache: " + file + " is not trusted yet, so its handlers (" + begun + ") are");
    JsonNode json =
        workspace.answering("n\n").run("trust", "add", "--json", "moon.jar").json().get(0);
    assertThat(json.get("schemes")).hasSize(11);
    assertThat(json.get("classes")).hasSize(13);
  }

  @Test
  void areTrustedForPrograms() throws IOException {
    Path jar = folders.moon("hello").write(theirs.resolve("moon.jar"));
    CliRun run = workspace.run("trust", "add", "--json", jar.toString());
    assertThat(run.out())
        .isEqualTo(
            "{\"state\":\"trusted\",\"jar\":\""
                + jar
                + "\",\"schemes\":[\"moon\"],\"title\":\"Moon Phases\",\"version\":\"2.1\","
                + "\"vendor\":\"Example Ltd\",\"spi\":\"1\",\"classes\":[\"ext.Moon\"],"
                + "\"digest\":\""
                + digest(jar)
                + "\"}\n");
    JsonNode listed = workspace.run("trust", "ls", "--json").json().get(0);
    assertThat(listed.fieldNames())
        .toIterable()
        .containsExactly("kind", "digest", "directory", "jar", "when");
    assertThat(listed.get("kind").asText()).isEqualTo("jar");
    assertThat(listed.get("directory").asText()).isEqualTo(theirs.toString());
    assertThat(workspace.run("trust", "ls").outLines().get(1))
        .startsWith(digest(jar).substring("sha256:".length()).substring(0, 12) + "  " + today())
        .endsWith("  jar      " + "-" + " ".repeat(41) + jar);
  }

  @Test
  void runAsTheyWereTrusted() throws IOException {
    Path jar = folders.moon("old").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    folders.moon("new").write(jar);
    CliRun changed = workspace.run("resolve", "moon:full");
    assertThat(changed.errLines())
        .containsExactly(
            "attache: "
                + jar
                + " has changed since you trusted it on "
                + today()
                + ", so its handlers (moon:) are not used; review it, then trust it with: attache"
                + " handlers trust "
                + jar,
            "attache: moon:full: "
                + UNKNOWN
                + "; moon.jar has one, but has changed since you trusted it on "
                + today()
                + "; review it, then trust it with: attache handlers trust "
                + jar);
    assertThat(changed.out()).startsWith("<not-attached>\nmoon:full: " + UNKNOWN);
    assertThat(workspace.run("handlers", "trust", "moon.jar").err())
        .contains("\nit has changed since you trusted it on " + today() + "\n");
    folders.assertSays("new", "resolve", "moon:full");
  }

  @Test
  void areLoadedFromACopyThatNobodyElseCanWrite() throws IOException {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Path copy = folders.copy(jar).resolve("handler.jar");
    assertThat(copy).hasSameBinaryContentAs(jar);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folders.copies())))
        .isEqualTo("rwx------");
  }

  @Test
  void areLoadedFromACopyInEveryRun() throws IOException {
    String place =
        "return getClass().getProtectionDomain().getCodeSource().getLocation() + \" \" + uri;";
    Path jar =
        ForeignJar.empty(temporary)
            .handler("Moon", "moon", place, "")
            .write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    folders.assertSays(folders.copy(jar) + "/handler.jar", "resolve", "moon:full");
  }

  @Test
  void areNotTrustedIfTheyDoNotWork() throws IOException {
    Path jar =
        ForeignJar.of(temporary, "Moon", "moon", "x")
            .without("Moon")
            .write(own.resolve("moon.jar"));
    CliRun run = workspace.run("handlers", "trust", "moon.jar");
    assertThat(run.errLines().get(run.errLines().size() - 1))
        .isEqualTo(
            "attache: handler ext.Moon of "
                + jar
                + " cannot be used: the class is missing; add the class to the jar, or remove its"
                + " name from META-INF/services/dev.attache.resource.spi.ResourceHandler");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(1);
    assertThat(folders.copy(jar)).doesNotExist();
  }

  @Test
  void keepTheirCopyIfTheyHaveWorkedBefore() throws IOException {
    Path gone = temporary.resolve("gone");
    Path jar =
        ForeignJar.empty(temporary)
            .source(
                "Picky",
                "package ext; public class Picky { public Picky() {"
                    + " if (java.nio.file.Files.exists(java.nio.file.Path.of(\""
                    + gone
                    + "\"))) throw new IllegalStateException(\"no key\"); } }")
            .handler("Moon", "moon", "return \"hello \" + uri.value();", "extends Picky")
            .write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Files.createFile(gone);
    CliRun run = workspace.run("handlers", "trust", "moon.jar");
    assertThat(run.err())
        .isEqualTo(
            "attache: handler ext.Moon of "
                + jar
                + " cannot be used: its constructor failed: java.lang.IllegalStateException: no"
                + " key; fix it where it is built, or ask its author to\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(folders.copy(jar).resolve("handler.jar")).exists();
    Files.delete(gone);
    folders.assertSays("hello", "resolve", "moon:full");
  }

  @Test
  void areRefusedIfTheyAreNone() throws IOException {
    Path text = Files.writeString(temporary.resolve("text.jar"), "text");
    CliRun run = workspace.run("handlers", "trust", text.toString(), "no-such.jar");
    assertThat(run.errLines()).hasSize(2);
    assertThat(run.errLines().get(0))
        .startsWith("attache: handlers of " + text + " cannot be used: ")
        .contains("; ");
    assertThat(run.errLines().get(1))
        .isEqualTo("attache: no-such.jar: no such file, and none of that name in " + own);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void sayWhereTheyAreUsedIfTheyLieElsewhere() {
    Path jar = folders.moon("hello").write(temporary.resolve("elsewhere/moon.jar"));
    CliRun run = workspace.run("handlers", "trust", jar.toString());
    assertThat(run.err())
        .endsWith(
            "attache: "
                + jar
                + " is used with --handler-jar only, or when it lies in "
                + own
                + "\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void areForgottenByPathByNameByIdAndAfterTheyAreGone() throws IOException {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    String hex = digest(jar).substring("sha256:".length());
    for (String name : List.of(jar.toString(), "moon.jar", hex.substring(0, 12), hex)) {
      workspace.run("trust", "add", "moon.jar");
      assertThat(folders.copies().resolve(hex)).exists();
      CliRun run = workspace.run("trust", "rm", name);
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isEqualTo("forgotten: " + jar + "\n");
      assertThat(run.exitCode()).isZero();
      assertThat(folders.copies().resolve(hex)).doesNotExist();
    }
    workspace.run("trust", "add", "moon.jar");
    Files.delete(jar);
    assertThat(workspace.run("trust", "rm", "moon.jar").out())
        .isEqualTo("forgotten: " + jar + "\n");
    CliRun again = workspace.run("trust", "rm", "moon.jar");
    assertThat(again.err()).isEqualTo("attache: moon.jar: is not trusted\n");
    assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(folders.copies().resolve(hex)).doesNotExist();
  }

  @Test
  void areForgottenInAllTheirVersions() {
    Path jar = folders.moon("old").write(own.resolve("moon.jar"));
    workspace.run("trust", "add", "moon.jar");
    folders.moon("new").write(jar);
    workspace.run("trust", "add", "moon.jar");
    assertThat(workspace.run("trust", "rm", "--json", "moon.jar").json()).hasSize(2);
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(1);
  }

  @Test
  void areNotTrustedByAStoreThatOthersCanWrite() throws IOException {
    Path jar = folders.moon("x").write(own.resolve("moon.jar"));
    workspace.run("handlers", "trust", "moon.jar");
    Files.setPosixFilePermissions(workspace.trust(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            "attache: "
                + workspace.trust()
                + " can be changed by others and is ignored; review it, then run: chmod go-w "
                + workspace.trust(),
            notTrusted(jar));
  }

  @Test
  void needAPlaceToBeTrusted() {
    Path jar = folders.moon("x").write(temporary.resolve("moon.jar"));
    workspace.workspace().environment(Map.of());
    CliRun run = workspace.run("handlers", "trust", jar.toString());
    assertThat(run.err())
        .endsWith(
            "attache: no place to record what you trust; set HOME or XDG_STATE_HOME to a"
                + " directory\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void areNotTrustedByTrustInACommandOfTheirName() throws IOException {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rwx------"));
    assertThat(workspace.run("trust", "add", "cmd:" + jar).outLines()).hasSize(1);
    assertThat(workspace.trusted()).containsExactly(jar.toString());
    assertThat(workspace.run("handlers", "ls").outLines())
        .endsWith("not used: " + jar + " (moon:) is not trusted yet");
  }

  @Test
  void areTrustedBesideCommands() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    CliRun run = workspace.run("trust", "add", "cmd:echo a", "moon.jar");
    assertThat(run.outLines().get(0)).isEqualTo("trusted: " + jar + "  (moon:)");
    assertThat(run.outLines().get(1)).startsWith("trusted: echo a  (runs ");
    assertThat(workspace.run("trust", "rm", "cmd:echo a", "moon.jar").outLines()).hasSize(2);
  }
}
