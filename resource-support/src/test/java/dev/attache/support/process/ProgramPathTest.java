package dev.attache.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.resource.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPathTest {
  @TempDir private Path base;

  private Path first;
  private Path second;
  private Path work;

  @BeforeEach
  void makeDirectories() throws IOException {
    first = Files.createDirectory(base.resolve("first"));
    second = Files.createDirectory(base.resolve("second"));
    work = Files.createDirectory(base.resolve("work"));
  }

  @Test
  void findsTheFirstOneInThePath() throws IOException {
    executable(first.resolve("foo"), "");
    executable(second.resolve("foo"), "");
    assertThat(find("foo")).isEqualTo(first.resolve("foo"));
  }

  @Test
  void keepsTheNameOfALink() throws IOException {
    Path busybox = executable(second.resolve("busybox"), "");
    Path ls = Files.createSymbolicLink(first.resolve("ls"), busybox);
    assertThat(find("ls")).isEqualTo(ls);
  }

  @Test
  void passesOverDirectoriesAndFilesThatAreNotExecutable() throws IOException {
    Files.createDirectory(first.resolve("foo"));
    executable(second.resolve("foo"), "");
    assertThat(find("foo")).isEqualTo(second.resolve("foo"));
  }

  @Test
  void findsAPathFromTheDirectoryThatTheCommandRunsIn() throws IOException {
    Path tool = executable(work.resolve("tool"), "#!/bin/sh\n");
    assertThat(find("./tool")).isEqualTo(tool);
    assertThat(find(tool.toString())).isEqualTo(tool);
  }

  @Test
  void saysWhatMayHaveBeenMeantAndNotWhereItLooked() throws IOException {
    assertThatNotFound("foo", "program \"foo\" is not in the PATH");
    executable(second.resolve("git"), "#!/bin/sh\n");
    assertThatNotFound("gti", "program \"gti\" is not in the PATH; did you mean git?");
    assertThatNotFound("make", "program \"make\" is not in the PATH");
  }

  @Test
  void saysWhatItPassedOver() throws IOException {
    Files.createFile(first.resolve("foo"));
    Files.createDirectory(second.resolve("foo"));
    executable(work.resolve("foo"), "");
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> find("foo", ".:" + first + ":" + second))
        .withMessage(
            "program \"foo\" is not in the PATH; %s/foo is not executable (chmod +x makes it so);"
                + " %s/foo is a directory; write ./foo to run the one in %s; PATH entries that are"
                + " not absolute were ignored",
            first, second, work);
  }

  @Test
  void saysWhatIsWrongWithAPath() throws IOException {
    Files.createFile(work.resolve("data"));
    Files.createDirectory(work.resolve("dir"));
    assertThatNotFound("./none", "no such program: " + work + "/none");
    assertThatNotFound("./dir", work + "/dir is a directory");
    assertThatNotFound("./data", work + "/data is not executable (chmod +x makes it so)");
    assertThatNotFound("/dev/null", "/dev/null is not a file");
  }

  @Test
  void namesAnInterpreterThatIsMissing() throws IOException {
    executable(work.resolve("a"), "#! /opt/no-such/python -u\nprint()\n");
    assertThatNotFound(
        "./a", "the interpreter /opt/no-such/python of the script " + work + "/a is missing");
  }

  @Test
  void seesThatAScriptHasLinesOfAnotherSystem() throws IOException {
    executable(work.resolve("a"), "#!/bin/sh\r\necho\r\n");
    executable(work.resolve("b"), "#!/bin/sh -e\r\necho\r\n");
    assertThatNotFound(
        "./a", "the first line of the script " + work + "/a ends in CR LF; it must end in LF");
    assertThat(find("./b")).isEqualTo(work.resolve("b"));
  }

  @Test
  void takesABinaryAsItIs() throws IOException {
    executable(first.resolve("foo"), "\u007fELF");
    executable(second.resolve("empty"), "");
    assertThat(find("foo")).isEqualTo(first.resolve("foo"));
    assertThat(find("empty")).isEqualTo(second.resolve("empty"));
  }

  private void assertThatNotFound(String program, String message) {
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> find(program))
        .withMessage("%s", message)
        .matches(e -> e.kind() == ResourceException.Kind.NOT_FOUND);
  }

  private Path find(String program) throws ResourceException {
    return find(program, first + ":" + second);
  }

  private Path find(String program, String path) throws ResourceException {
    return ProgramPath.find("cmd:" + program, program, SearchPath.of(path), work);
  }

  private static Path executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
