package dev.attache.cli;

import static dev.attache.cli.HandlerFolders.notTrusted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.jars.trust.WorkspaceJars;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of handlers that a workspace has too many of. */
class WorkspaceJarsTest {

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
  void areNotMoreThanAWorkspaceMayHave() throws IOException {
    Path jar = ForeignJar.of(temporary, "Moon", "moon", "x").write(theirs.resolve("00.jar"));
    for (int i = 1; i <= WorkspaceJars.MAX_JARS + 1; i++) {
      Files.copy(jar, theirs.resolve(i < 10 ? "0" + i + ".jar" : i + ".jar"));
    }
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            "attache: handlers of "
                + theirs.resolve("32.jar")
                + " cannot be used: a workspace may have no more than 32 handler jars; nor can"
                + " 1 other; run attache handlers doctor",
            "attache: 32 jars in "
                + theirs
                + " are not trusted, so their handlers are not used: 00.jar, 01.jar, 02.jar and 29"
                + " more; attache handlers doctor shows all");
    assertThat(workspace.run("handlers", "doctor").outLines().get(1))
        .isEqualTo(
            "fix: remove what is not needed, or keep it elsewhere and name it with --handler-jar");
    Files.createDirectories(own.getParent());
    Files.move(theirs, own);
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .hasSize(WorkspaceJars.MAX_JARS + 2)
        .endsWith(notTrusted(own.resolve("33.jar")));
  }

  @Test
  void haveNoMoreBytesTogetherThanAWorkspaceMayHave() throws IOException {
    Path first = ForeignJar.of(temporary, "Moon", "moon", "x").write(theirs.resolve("a.jar"));
    sparse(theirs.resolve("b.jar"), WorkspaceJars.MAX_SIZE - Files.size(first) + 1);
    sparse(theirs.resolve("c/1.jar"), WorkspaceJars.MAX_SIZE / 2);
    sparse(theirs.resolve("c/2.jar"), WorkspaceJars.MAX_SIZE / 2);
    sparse(theirs.resolve("d.jar"), WorkspaceJars.MAX_SIZE + 1);
    Path last = Files.copy(first, theirs.resolve("z.jar"));
    assertThat(workspace.run("resolve", "a.txt").errLines())
        .containsExactly(
            "attache: handlers of "
                + theirs.resolve("b.jar")
                + " cannot be used: the handler jars of a workspace may have no more than"
                + " 268435456 bytes together; nor can 2 others; run attache handlers doctor",
            notTrusted(first),
            notTrusted(last));
  }

  private static void sparse(Path file, long size) throws IOException {
    Files.createDirectories(file.getParent());
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.setLength(size);
    }
  }
}
