package dev.attache.cli;

import static dev.attache.cli.HandlerFolders.UNKNOWN;
import static dev.attache.cli.HandlerFolders.notTrusted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of handlers that the user is asked about: when, and what follows from the answer. */
class JarQuestionTest {

  @TempDir Path temporary;

  private HandlerFolders folders;
  private CommandWorkspace workspace;
  private Path own;

  @BeforeEach
  void createFolders() {
    folders = HandlerFolders.in(temporary);
    workspace = folders.workspace();
    own = folders.own();
  }

  @Test
  void areAskedAboutOnATerminal() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    CliRun no = workspace.answering("n\n").run("handlers", "trust", "moon.jar");
    assertThat(no.err()).endsWith("classes: ext.Moon\nTrust it? [y/N] ");
    assertThat(no.out()).isEqualTo("not trusted: " + jar + "  (moon:)\n");
    assertThat(folders.copies()).doesNotExist();
    CliRun yes = workspace.answering("y\n").run("handlers", "trust", "moon.jar");
    assertThat(yes.out()).isEqualTo("trusted: " + jar + "  (moon:)\n");
    assertThat(workspace.answering("").run("resolve", "moon:full").out()).contains("hello moon");
    CliRun again = workspace.answering("").run("handlers", "trust", "moon.jar");
    assertThat(again.out()).isEqualTo("already trusted: " + jar + "  (moon:)\n");
    assertThat(again.err()).isEmpty();
  }

  @Test
  void areNotAskedAboutWhereTheAnswerIsGiven() {
    folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.answering("").workspace().standardInput(new Untouchable());
    assertThat(workspace.run("handlers", "trust", "moon.jar", "--yes").exitCode()).isZero();
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(2);
  }

  @Test
  void areUsedAtOnceAfterAYesToWhatWasTyped() {
    folders.moon("hello").write(own.resolve("moon.jar"));
    for (List<String> line :
        List.of(
            List.of("resolve", "moon:full"),
            List.of("plan", "MOON:full"),
            List.of("query", "--print", "what is it?", "--attach", "moon:full"))) {
      CliRun run = workspace.answering("y\n").run(line.toArray(String[]::new));
      assertThat(run.err()).contains("Trust it? [y/N] ").doesNotContain("is not trusted yet");
      assertThat(run.out()).containsIgnoringCase("moon:full");
      assertThat(run.exitCode()).isZero();
      workspace.run("trust", "rm", "moon.jar");
    }
  }

  @Test
  void areSaidNotToBeUsedAfterANo() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    CliRun run = workspace.answering("n\n").run("resolve", "moon:full", "a.txt");
    assertThat(run.err()).contains("Trust it? [y/N] " + notTrusted(jar) + "\nattache: moon:full: ");
    assertThat(run.out()).contains("hello");
  }

  @Test
  void areNotAskedAboutWithoutNeed() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.declaring("moon:full").workspace().answering("").standardInput(new Untouchable());
    assertThat(workspace.run("resolve", "a.txt", "--no-progress").errLines())
        .containsExactly(notTrusted(jar));
    assertThat(workspace.run("plan", "--declared").err())
        .contains("moon.jar has one, but is not trusted yet")
        .doesNotContain("Trust it?");
  }

  @Test
  void areNotAskedAboutForASchemeThatHasAHandler() {
    folders.moon("hello").says("Attache-Schemes", "file").write(own.resolve("moon.jar"));
    workspace.workspace().answering("").standardInput(new Untouchable());
    CliRun run = workspace.run("resolve", "file:a.txt");
    assertThat(run.err()).contains("is not trusted yet").doesNotContain("Trust it?");
    assertThat(run.out()).contains("hello");
  }

  @Test
  void areAskedAboutToBeReadAgain() {
    folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.run("trust", "add", "moon.jar");
    assertThat(workspace.run("query", "--print", "what?", "--attach", "moon:full").exitCode())
        .isZero();
    workspace.run("trust", "rm", "moon.jar");
    CliRun run = workspace.answering("y\n").run("refresh", "moon:full", "--force");
    assertThat(run.err()).contains("Trust it? [y/N] ").doesNotContain("is not trusted yet");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void areNotUsedAfterAYesIfTheyDoNotWork() {
    Path jar =
        ForeignJar.of(temporary, "Moon", "moon", "x")
            .without("Moon")
            .write(own.resolve("moon.jar"));
    CliRun run = workspace.answering("y\n").run("resolve", "moon:full", "a.txt");
    assertThat(run.errLines())
        .contains(
            "attache: moon:full: " + UNKNOWN,
            "Trust it? [y/N] attache: handler ext.Moon of "
                + jar
                + " cannot be used: the class is missing; add the class to the jar, or remove its"
                + " name from META-INF/services/dev.attache.resource.spi.ResourceHandler");
    assertThat(run.out()).contains("hello");
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(1);
  }

  @Test
  void areNotUsedAfterAYesIfOnlyAPartOfThemWorks() {
    folders.moon("hello").names("ext.Missing").write(own.resolve("moon.jar"));
    CliRun run = workspace.answering("y\n").run("resolve", "moon:full");
    assertThat(run.err()).contains("handler ext.Missing of ", "attache: moon:full: " + UNKNOWN);
    assertThat(run.out()).startsWith("<not-attached>\nmoon:full: " + UNKNOWN);
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(1);
  }

  @Test
  void areNotAskedAboutForWhatOnlyBeginsAsTheirScheme() {
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    workspace.workspace().file("moonlight", "dim").answering("").standardInput(new Untouchable());
    CliRun run = workspace.run("resolve", "moonlight", "moon", "--no-progress");
    assertThat(run.errLines())
        .containsExactly(notTrusted(jar), "attache: moon: no such file or directory");
    assertThat(run.out()).contains("dim");
  }

  @Test
  void areTrustedWhateverIsWrongWithOthers() throws IOException {
    Path broken = Files.writeString(temporary.resolve("broken.jar"), "no jar");
    Path jar = folders.moon("hello").write(own.resolve("moon.jar"));
    CliRun run =
        workspace.answering("y\n").run("resolve", "moon:full", "--handler-jar", broken.toString());
    assertThat(run.err())
        .containsOnlyOnce("attache: handlers of " + broken + " cannot be used: ")
        .endsWith("classes: ext.Moon\nTrust it? [y/N] ");
    assertThat(run.out()).contains("hello moon:full");
    assertThat(run.exitCode()).isZero();
    assertThat(workspace.run("handlers", "trust", "moon.jar").out())
        .isEqualTo("already trusted: " + jar + "  (moon:)\n");
  }
}
