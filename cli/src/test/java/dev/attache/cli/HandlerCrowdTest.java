package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many jars of handlers that a workspace has: they say and ask little. */
class HandlerCrowdTest {

  private static final String QUESTION = "Trust it? [y/N] ";

  @TempDir Path temporary;

  private CommandWorkspace workspace;
  private Path own;
  private Path theirs;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
    workspace.workspace().file("a.txt", "hello");
    own = workspace.home().resolve("config/attache/handlers");
    theirs = workspace.directory().resolve(".attache/handlers");
  }

  private Path moon(Path jar) {
    return ForeignJar.of(temporary, "Moon", "moon", String.valueOf(jar.getFileName())).write(jar);
  }

  private static String notTrusted(Path jar) {
    return "attache: "
        + jar
        + " is not trusted yet, so its handlers (moon:) are not used; review it, then trust it"
        + " with: attache handlers trust "
        + jar;
  }

  private static int questions(CliRun run) {
    return run.err().split("\\QTrust it? [y/N] \\E", -1).length - 1;
  }

  @Test
  void haveALineEachUpToThree() {
    Path a = moon(theirs.resolve("a.jar"));
    Path b = moon(theirs.resolve("b.jar"));
    Path c = moon(theirs.resolve("c.jar"));
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(notTrusted(a), notTrusted(b), notTrusted(c));
  }

  @Test
  void haveOneLineTogetherBesideTheUsersIfThereAreMore() throws IOException {
    Path mine = moon(own.resolve("mine.jar"));
    Path a = moon(theirs.resolve("a.jar"));
    for (String name : new String[] {"b", "c", "d", "e"}) {
      Files.copy(a, theirs.resolve(name + ".jar"));
    }
    assertThat(workspace.run("resolve", "a.txt", "--quiet").errLines())
        .containsExactly(notTrusted(mine));
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            "attache: 5 jars in "
                + theirs
                + " are not trusted, so their handlers are not used: a.jar, b.jar, c.jar and 2"
                + " more; attache handlers doctor shows all");
    assertThat(workspace.run("handlers", "doctor").outLines())
        .contains(
            "handlers of " + theirs.resolve("e.jar") + " cannot be used: it is not trusted yet")
        .endsWith("5 usable, 6 not");
  }

  @Test
  void haveThreeLinesOfWhatIsWrongWithThem() throws IOException {
    Files.createDirectories(theirs);
    for (String name : new String[] {"a", "b", "c", "d", "e"}) {
      Files.writeString(theirs.resolve(name + ".jar"), "text");
    }
    CliRun run = workspace.run("resolve", "a.txt");
    assertThat(run.errLines()).hasSize(4);
    assertThat(run.errLines().get(2))
        .startsWith("attache: handlers of " + theirs.resolve("c.jar") + " cannot be used: ");
    assertThat(run.errLines().get(3))
        .isEqualTo(
            "attache: 2 more of the workspace's handlers cannot be used; run attache handlers"
                + " doctor");
    assertThat(workspace.run("handlers", "doctor").outLines()).endsWith("5 usable, 5 not");
  }

  @Test
  void areAskedAboutOnceIfTheyAreTheSame() throws IOException {
    Path a = moon(theirs.resolve("a.jar"));
    Path b = Files.copy(a, theirs.resolve("b.jar"));
    CliRun no = workspace.answering("n\ny\n").run("resolve", "moon:full");
    assertThat(questions(no)).isOne();
    assertThat(no.err()).contains(QUESTION + notTrusted(a) + "\n" + notTrusted(b) + "\n");
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(1);
    CliRun yes = workspace.answering("y\n").run("resolve", "moon:full");
    assertThat(questions(yes)).isOne();
    assertThat(yes.err()).doesNotContain("is not trusted yet");
    assertThat(yes.out()).contains("a.jar moon:full");
    CliRun later = workspace.run("resolve", "moon:full", "--no-progress");
    assertThat(later.err()).isEmpty();
    assertThat(later.out()).contains("a.jar moon:full");
  }

  @Test
  void areAskedAboutThreeTimesAndTheUsersEachTime() {
    for (int i = 0; i < 5; i++) {
      moon(theirs.resolve(i + ".jar"));
      moon(own.resolve(i + "own.jar"));
    }
    CliRun run = workspace.answering("n\n".repeat(10)).run("resolve", "moon:full");
    assertThat(questions(run)).isEqualTo(5 + 3);
    assertThat(run.err())
        .contains(theirs.resolve("2.jar") + ", from the workspace: ")
        .doesNotContain(theirs.resolve("3.jar") + ", from the workspace: ")
        .contains("5 jars in " + theirs + " are not trusted, so their handlers are not used: ");
  }
}
