package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbolic links: named they are followed within the roots, found they are not. */
class LinksTest {

  @TempDir Path temporary;

  private Workspace workspace;
  private Path outside;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary).files("a.txt", "d/b.txt");
    outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "secret");
  }

  @Test
  void followsALinkThatIsNamed() throws IOException {
    workspace.link("to file", "a.txt").link("to directory", "d").link("again", "to directory");
    assertThat(workspace.resolve("to file")).containsExactly("+ a.txt");
    assertThat(workspace.resolve("to directory")).containsExactly("+ d/b.txt");
    assertThat(workspace.resolve("again/b.txt")).containsExactly("+ d/b.txt");
    assertThat(workspace.resolve("to file", "a.txt"))
        .containsExactly("+ a.txt", "- a.txt (duplicate: named before by to file)");
  }

  @Test
  void followsNoLinkThatAWalkComesUpon() throws IOException {
    workspace
        .link("l1", "a.txt")
        .link("l2", "d")
        .link("l3", "nowhere")
        .link("l4", "l5")
        .link("l5", "l4")
        .link("l6", ".")
        .link("l7", outside.toString())
        .link("l8", "../outside/secret.txt");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "+ a.txt",
            "+ d/b.txt",
            "- l1 (special-file: a symbolic link to a.txt; name it to follow it)",
            "- l2 (special-file: a symbolic link to d; name it to follow it)",
            "- l3 (special-file: a symbolic link to nowhere, which cannot be resolved)",
            "- l4 (special-file: a symbolic link to l5, which cannot be resolved)",
            "- l5 (special-file: a symbolic link to l4, which cannot be resolved)",
            "- l6 (special-file: a symbolic link to .; name it to follow it)",
            "- l7 (outside-workspace: a symbolic link to " + outside + ")",
            "- l8 (outside-workspace: a symbolic link to ../outside/secret.txt)");
  }

  @Test
  void failsOnALinkThatLeadsNowhereOrRoundInCircles() throws IOException {
    workspace.link("l3", "nowhere").link("l4", "l5").link("l5", "l4");
    assertThat(workspace.resolve("l3", "l4", "l4/x", "l3/x"))
        .containsExactly(
            "! l3 (DENIED: is a broken symbolic link to nowhere)",
            "! l4 (DENIED: is a broken symbolic link to l5)",
            "! l4/x (DENIED: a symbolic link blocks the path, or links form a loop)",
            "! l3/x (NOT_FOUND: no such file or directory)");
  }

  @Test
  void leavesTheWorkspaceThroughNoLink() throws IOException {
    workspace.link("out", "../outside").link("file", "../outside/secret.txt").link("up", "..");
    String denied = " (DENIED: points outside the workspace, to %s)";
    String there = denied.formatted(outside + "/secret.txt");
    assertThat(
            workspace.resolve(
                "out",
                "out/*",
                "out/secret.txt",
                "file",
                "up/outside/secret.txt",
                "out/../outside/secret.txt",
                "file:out/secret.txt"))
        .containsExactly(
            "! out" + denied.formatted(outside),
            "! out/*" + denied.formatted(outside),
            "! out/secret.txt" + there,
            "! file" + there,
            "! up/outside/secret.txt" + there,
            "! out/../outside/secret.txt" + there,
            "! file:out/secret.txt" + there);
  }

  @Test
  void refusesEncodedSeparators() {
    assertThat(workspace.resolve("file:..%2Foutside%2Fsecret.txt", "file:..%5Coutside"))
        .containsExactly(
            "! file:..%2Foutside%2Fsecret.txt (INVALID_URI:"
                + " must not contain an encoded slash (%2F))",
            "! file:..%5Coutside (INVALID_URI: must not contain an encoded backslash (%5C),"
                + " unless a file of that name exists)");
  }

  @Test
  void readsWhatAnAllowedRootHolds() throws IOException {
    workspace.link("out", "../outside").withRoot(outside);
    assertThat(workspace.resolve("out", "../outside/secret.txt"))
        .containsExactly(
            "+ " + outside + "/secret.txt",
            "- " + outside + "/secret.txt (duplicate: named before by out)");
  }
}
