package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of handlers that {@code --handler-jar} names, in other ways than one. */
class HandlerJarOptionTest {

  @TempDir Path temporary;

  private CommandWorkspace workspace;
  private Path jar;

  @BeforeEach
  void createJar() throws IOException {
    workspace = CommandWorkspace.in(temporary);
    jar = moon("moon.jar", "hello");
  }

  private Path moon(String name, String word) throws IOException {
    return ForeignJar.of(temporary, "Moon", "moon", word)
        .write(temporary.toRealPath().resolve(name));
  }

  private void assertSaysHello(CliRun run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("hello moon:full");
    assertThat(run.exitCode()).isZero();
  }

  private CliRun resolve(Path... jars) {
    String[] line = new String[2 + jars.length];
    line[0] = "resolve";
    line[1] = "moon:full";
    for (int i = 0; i < jars.length; i++) {
      line[i + 2] = "--handler-jar=" + jars[i];
    }
    return workspace.run(line);
  }

  @Test
  void areShownWithoutDots() {
    Path dotted = workspace.directory().resolve("../moon.jar");
    assertThat(workspace.run("handlers", "ls", "--handler-jar", dotted.toString()).out())
        .contains("  " + jar + "\n")
        .doesNotContain("..");
  }

  @Test
  void areTheFilesThatAreMeantThoughALinkIsOnTheWay() throws IOException {
    Path deep = Files.createDirectories(temporary.toRealPath().resolve("a/b"));
    Path meant = moon("a/moon.jar", "meant");
    Path link = Files.createSymbolicLink(workspace.directory().resolve("link"), deep);
    moon("ws/moon.jar", "not meant");
    Path dotted = link.resolve("../moon.jar");
    assertThat(resolve(dotted).out()).contains("\nmeant moon:full");
    assertThat(workspace.run("handlers", "ls", "--handler-jar", dotted.toString()).out())
        .contains("  " + meant + "\n");
  }

  @Test
  void areUsedOnceIfTheyAreNamedTwice() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link.jar"), jar);
    Path copy = Files.copy(jar, temporary.resolve("copy.jar"));
    Path dotted = workspace.directory().resolve("../moon.jar");
    assertSaysHello(resolve(jar, jar, link, copy, dotted));
  }

  @Test
  void areSaidToBeBrokenOnceIfTheyAreNamedTwice() throws IOException {
    Path broken = Files.writeString(temporary.resolve("broken.jar"), "no jar");
    Path link = Files.createSymbolicLink(temporary.resolve("link.jar"), broken);
    assertThat(resolve(jar, broken, link, broken).errLines()).hasSize(1);
  }

  @Test
  void areUsedOnceIfTheyLieInAFolderToo() throws IOException {
    Path own = workspace.home().resolve("config/attache/handlers/moon.jar");
    Files.createDirectories(own.getParent());
    Files.copy(jar, own);
    assertSaysHello(resolve(jar));
    workspace.run("handlers", "trust", "--yes", own.toString());
    assertSaysHello(resolve(jar));
    assertSaysHello(resolve());
  }
}
