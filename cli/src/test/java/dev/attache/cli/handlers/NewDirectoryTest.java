package dev.attache.cli.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.cli.NewProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewDirectoryTest {

  private static final byte[] BYTES = {'a'};

  @TempDir Path temporary;

  /** The second file cannot be written, as the first one is where its directory has to be. */
  private static Map<String, byte[]> impossible() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a", BYTES);
    files.put("a/b", BYTES);
    return files;
  }

  private void assertEmpty() {
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void getsAllItsFiles() throws IOException {
    Path directory = temporary.resolve("x/y");
    NewDirectory.at(directory).write(Map.of("a/b", BYTES, ".c", BYTES));
    assertThat(NewProject.filesIn(temporary)).containsOnlyKeys("x/y/a/b", "x/y/.c");
    assertThat(temporary.resolve("x")).isDirectoryNotContaining("glob:.*");
  }

  @Test
  void isAsOpenAsAnyOther() throws IOException {
    NewDirectory.at(temporary.resolve("x")).write(Map.of("a", BYTES));
    Path other = Files.createDirectory(temporary.resolve("other"));
    assertThat(Files.getPosixFilePermissions(temporary.resolve("x")))
        .isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void isNotThereIfAFileCannotBeWritten() throws IOException {
    NewDirectory directory = NewDirectory.at(temporary.resolve("x/y"));
    assertThatThrownBy(() -> directory.write(impossible())).isInstanceOf(IOException.class);
    assertEmpty();
  }

  @Test
  void staysEmptyIfAFileCannotBeWritten() throws IOException {
    NewDirectory directory = NewDirectory.at(temporary);
    assertThatThrownBy(() -> directory.write(impossible())).isInstanceOf(IOException.class);
    assertEmpty();
  }

  @Test
  void leavesWhatHasAppearedMeanwhile() throws IOException {
    NewDirectory directory = NewDirectory.at(temporary);
    Files.write(temporary.resolve("b"), BYTES);
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a", BYTES);
    files.put("b", new byte[0]);
    assertThatThrownBy(() -> directory.write(files)).isInstanceOf(IOException.class);
    assertThat(NewProject.filesIn(temporary)).containsOnly(Map.entry("b", "a"));
  }

  @Test
  void canBeWhereALinkLeads() throws IOException {
    Path target = Files.createDirectory(temporary.resolve("target"));
    Path link = Files.createSymbolicLink(temporary.resolve("link"), target);
    NewDirectory.at(link).write(Map.of("a", BYTES));
    assertThat(target.resolve("a")).exists();
    Path dangling = Files.createSymbolicLink(temporary.resolve("dangling"), Path.of("nothing"));
    assertThatThrownBy(() -> NewDirectory.at(dangling))
        .hasMessage(
            dangling + ": it already exists and is not a directory; name another directory");
  }
}
