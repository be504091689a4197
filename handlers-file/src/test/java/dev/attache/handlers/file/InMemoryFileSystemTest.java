package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The handler takes whatever file system its workspace is on. */
class InMemoryFileSystemTest {

  private FileSystem files;
  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    files = Jimfs.newFileSystem(Configuration.unix());
    workspace = Workspace.at(files.getPath("/work/wé"));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  @Test
  void walksAndReads() throws IOException {
    workspace.files("a.txt", "é/b c.txt", ".hid", "é/x\ufffd", "e").link("l", "a.txt");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "+ é/b c.txt",
            "+ é/x\ufffd",
            "- .hid (hidden: its name starts with a dot)",
            "+ a.txt",
            "+ e",
            "- l (special-file: a symbolic link to a.txt; name it to follow it)");
    assertThat(workspace.snapshots("é/b c.txt").get(0).resource().uri().value())
        .isEqualTo("file:///work/w%C3%A9/%C3%A9/b%20c.txt");
    assertThat(workspace.canonical("l")).isEqualTo("file://$W/a.txt");
  }

  @Test
  void takesPathsUrisGlobsLinesAndExclusions() throws IOException {
    workspace.files("src/A.java", "src/sub/B.java").write("a.txt", "1\n2\n").link("l", "src/sub");
    assertThat(workspace.attached("a.txt#L2", "src/*.java", "l", "file:a.txt", "/work/wé/**"))
        .containsExactly("a.txt#L2", "src/A.java", "src/sub/B.java", "a.txt");
    assertThat(workspace.attached("src", "!**/B.java")).containsExactly("src/A.java");
    assertThat(workspace.resolve("gone", "../x"))
        .containsExactly(
            "! gone (NOT_FOUND: no such file or directory)",
            "! ../x (NOT_FOUND: no such file or directory)");
  }

  @Test
  void obeysIgnoreRules() throws IOException {
    Git.init(files.getPath("/work/.git"));
    Files.writeString(files.getPath("/work/.gitignore"), "*.log\n");
    workspace.write(".attacheignore", "b\n").files("a", "a.log", "b", "sub/b", "sub/.gitignore");
    assertThat(workspace.attached(".")).containsExactly("a");
    assertThat(workspace.resolve("a.log"))
        .containsExactly(
            "# a.log (included because you named it (ignored by /work/.gitignore:1 `*.log`))",
            "+ a.log");
  }
}
