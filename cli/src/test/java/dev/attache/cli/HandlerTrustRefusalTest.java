package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of handlers that are not trusted, or end the command when they are tried. */
class HandlerTrustRefusalTest {

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

  @Test
  void areRefusedWhereTheyWouldNotBeUsed() throws IOException {
    Path elsewhere = temporary.toRealPath().resolve("elsewhere");
    ForeignJar.of(temporary, "Moon", "moon", "x").write(elsewhere.resolve("good.jar"));
    Files.createDirectories(theirs.getParent());
    Files.createSymbolicLink(theirs, elsewhere);
    for (String command : new String[] {"handlers trust", "trust add"}) {
      String[] words = command.split(" ", -1);
      CliRun run = workspace.run(words[0], words[1], "--yes", "good.jar");
      assertThat(run.err())
          .isEqualTo(
              "attache: handlers of "
                  + theirs
                  + " cannot be used: it is a link that points outside the workspace; put the"
                  + " folder itself there, or remove the link\n");
      assertThat(run.out()).isEmpty();
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    }
    assertThat(workspace.run("trust", "ls").outLines()).hasSize(1);
    assertThat(workspace.home().resolve("state/attache/handlers")).doesNotExist();
  }

  @Test
  void areTrustedInAFolderThatIsALinkWithinTheWorkspace() throws IOException {
    Path elsewhere = Files.createDirectories(workspace.directory().resolve("jars"));
    ForeignJar.of(temporary, "Moon", "moon", "hello").write(elsewhere.resolve("good.jar"));
    Files.createDirectories(theirs.getParent());
    Files.createSymbolicLink(theirs, elsewhere);
    assertThat(workspace.run("handlers", "trust", "--yes", "good.jar").exitCode()).isZero();
    assertThat(workspace.run("resolve", "moon:full").out()).contains("hello moon:full");
  }

  @Test
  void areToldApartFromBrokenOnesByTrust() {
    Path jar =
        ForeignJar.of(temporary, "Moon", "moon", "x")
            .without("Moon")
            .write(own.resolve("moon.jar"));
    assertThat(workspace.run("handlers", "trust", "--yes", "moon.jar").err())
        .contains("handler ext.Moon of " + jar + " cannot be used: the class is missing; ");
    assertThat(workspace.run("handlers", "doctor").outLines())
        .containsExactly(
            "handlers of " + jar + " cannot be used: it is not trusted yet",
            "fix: review it, then trust it; that loads it and reports any problem: attache handlers"
                + " trust "
                + jar,
            "5 usable, 1 not");
  }

  @Test
  void doNotHideWhatWasTrustedBeforeThem() throws IOException {
    Path said = temporary.toRealPath().resolve("said.txt");
    Path first =
        ForeignJar.of(temporary, "Moon", "moon", "x").write(temporary.resolve("first.jar"));
    Path second =
        ForeignJar.empty(temporary)
            .source("Loud", loud(said))
            .handler("Mars", "mars", "return \"x\";", "extends Loud")
            .write(temporary.resolve("second.jar"));
    for (String format : new String[] {"--verbose", "--json"}) {
      try (OutputStream out =
          Files.newOutputStream(said, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        workspace
            .workspace()
            .run(out, new StringWriter(), "trust", "add", format, name(first), name(second));
      }
      assertThat(Files.readAllLines(said)).hasSize(3);
      assertThat(Files.readAllLines(said).get(0)).contains("trusted", first.toString());
      assertThat(Files.readAllLines(said).get(1)).isEqualTo("loaded");
      assertThat(Files.readAllLines(said).get(2)).contains("trusted", second.toString());
      Files.delete(said);
    }
  }

  private static String name(Path jar) throws IOException {
    return jar.toRealPath().toString();
  }

  /** A class that says when it is made, in the file to which the command writes its result. */
  private static String loud(Path said) {
    return """
    package ext;
    import java.nio.file.*;
    public class Loud {
      public Loud() {
        try {
          Files.writeString(Path.of("%s"), "loaded\\n", StandardOpenOption.APPEND);
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
    """
        .formatted(said);
  }
}
