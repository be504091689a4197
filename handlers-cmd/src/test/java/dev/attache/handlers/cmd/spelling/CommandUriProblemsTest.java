package dev.attache.handlers.cmd.spelling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandUriProblemsTest {

  private Path workspace = Path.of("");

  @BeforeEach
  void fillTheWorkspace(@TempDir Path temporary) throws IOException {
    workspace = Files.createDirectories(temporary.resolve("work"));
    Files.createDirectories(workspace.resolve("sub"));
    Path other = Files.createDirectories(temporary.resolve("other"));
    Files.createSymbolicLink(workspace.resolve("out"), other);
    Files.createFile(other.resolve("run.sh"));
    Files.createSymbolicLink(workspace.resolve("run.sh"), other.resolve("run.sh"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd:¦the program is missing (at 4); write cmd:PROGRAM ARGUMENT …",
        "cmd:  \n¦the program is missing (at 7); write cmd:PROGRAM ARGUMENT …",
        "cmd: '' a¦the program is missing (at 5); write cmd:PROGRAM ARGUMENT …",
        "cmd://¦the program is missing (at 6); write cmd://PROGRAM?arg=…&arg=…",
        "cmd://?arg=a¦the program is missing (at 6); write cmd://PROGRAM?arg=…&arg=…",
        "cmd:git a\0¦a NUL cannot be passed to a program (at 9); remove it",
        "cmd://git?arg=\0¦a NUL cannot be passed to a program (at 14); remove it",
        "cmd://git?arg=a%00¦a NUL (%00) cannot be passed to a program (at 15); remove it",
        "cmd://git%00¦a NUL (%00) cannot be passed to a program (at 9); remove it",
        "cmd:git \ud83d¦an unpaired surrogate is not a character (at 8); remove it",
        "cmd://git?=a¦a parameter has no name (at 10); write arg=… for an argument",
        "cmd://git?dir=sub&dir=sub¦dir is given twice (at 18); keep one of them",
        "cmd://git?a%0Ab&a%0Ab¦$'a\\nb' is given twice (at 16); keep one of them",
        "cmd://git?foo&arg=a&foo¦foo is given twice (at 20); keep one of them",
      })
  void saysWhatIsWrongAndWhere(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(cells[0], cells[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd:git 'a b¦' is not closed (at 8)",
        "cmd:git a\"b¦\" is not closed (at 9)",
        "cmd:git a\\¦\\ is followed by nothing (at 9)",
        "cmd:git $'\\0'¦the escape is no character (at 10)",
      })
  void refusesAQuotationThatAShellWouldNotUnderstand(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(
        cells[0], cells[1] + "; quote it as for a shell, or write cmd://PROGRAM?arg=…&arg=…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmd://git?arg=a#b¦15", "cmd://git#b¦9", "cmd://git?arg=#¦14"})
  void refusesAFragment(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(
        cells[0],
        "# starts a fragment, which commands do not have (at " + cells[1] + "); write %23 for it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd://git?arg=100%¦17",
        "cmd://git?arg=%4&arg=1¦14",
        "cmd://%zz?arg=1¦6",
        "cmd://git?%=1¦10",
      })
  void refusesAPercentSignThatEncodesNothing(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(
        cells[0],
        "% is not followed by two hexadecimal digits (at "
            + cells[1]
            + "); write %25 for a percent sign");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd://git?arg=%C3&arg=%A9¦%C3 is not UTF-8 (at 14)",
        "cmd://git?arg=%ED%A0%80¦%ED%A0%80 is not UTF-8 (at 14)",
        "cmd://a%ff¦%ff is not UTF-8 (at 7)",
      })
  void refusesBytesThatAreNotUtf8(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(cells[0], cells[1] + "; encode the UTF-8 bytes of each character");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd://x?timeout=0¦timeout (0) must be a whole number from 1 to 86400 (at 16)",
        "cmd://x?timeout=86401¦timeout (86401) must be a whole number from 1 to 86400 (at 16)",
        "cmd://x?arg&timeout=1.5¦timeout (1.5) must be a whole number from 1 to 86400 (at 20)",
        "cmd://x?timeout¦timeout () must be a whole number from 1 to 86400 (at 15)",
        "cmd://x?timeout=-5¦timeout (-5) must be a whole number from 1 to 86400 (at 16)",
        "cmd://x?timeout=10s¦timeout (10s) must be a whole number from 1 to 86400 (at 16)",
      })
  void refusesATimeoutThatIsNone(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(cells[0], cells[1] + "; write the timeout in seconds");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "sub/../..",
        "/",
        "out",
        "out/missing",
        "out/../sub",
        "sub/../out",
        "sub/../../x"
      })
  void refusesADirectoryOutsideTheWorkspace(String directory) {
    assertProblem(
        "cmd://x?dir=" + directory,
        "dir (" + directory + ") leaves the workspace (at 12); name a directory inside it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd://../run.sh¦../run.sh¦6",
        "cmd:../run.sh¦../run.sh¦4",
        "cmd: ./out/x 1¦./out/x¦5",
        "cmd://../../run?dir=sub¦../../run¦6",
      })
  void refusesARelativeProgramOutsideTheWorkspace(String row) {
    String[] cells = row.split("¦", -1);
    assertProblem(
        cells[0],
        "program ("
            + cells[1]
            + ") leaves the workspace (at "
            + cells[2]
            + "); name one inside it, one on the PATH, or its absolute path");
  }

  @Test
  void takesALinkInTheWorkspaceToAProgramElsewhere() throws Exception {
    assertThat(CommandUri.parse("cmd:./run.sh", workspace).program()).isEqualTo("./run.sh");
  }

  private void assertProblem(String reference, String message) {
    assertThatThrownBy(() -> CommandUri.parse(reference, workspace))
        .hasMessage(message)
        .asInstanceOf(type(ResourceException.class))
        .returns(Kind.INVALID_URI, ResourceException::kind)
        .returns(reference, ResourceException::uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd:git log | head || b¦| is passed to git as is, because no shell is involved; quote it,"
            + " or write sh -c '…'",
        "cmd:ls *.md a?¦* is passed to ls as is, because no shell is involved; quote it, or write"
            + " sh -c '…' for the files it matches",
        "cmd:ls [a'\n"
            + "'b]¦$'[a\\'\\n"
            + "\\'b]' is passed to ls as is, because no shell is involved; quote it, or write sh -c"
            + " '…' for the files it matches",
        "cmd:ls ~/x¦~ is passed to ls as is, because no shell is involved; quote it, or write the"
            + " path of the directory",
        "cmd:echo \"$HOME\"¦$HOME is passed to echo as is, because no shell is involved; quote it,"
            + " or write sh -c '…' for its value",
        "cmd:ls {a,b}¦{a,b} is passed to ls as is, because no shell is involved; quote it, or write"
            + " the words that you mean",
        "cmd:ls # all¦# is passed to ls as is, because no shell is involved, and so is everything"
            + " after it; quote it, or leave it out",
        "cmd:A=b ls¦A= starts the program name, because no shell is involved; put env before it",
        "cmd:ls\n"
            + "-l¦a line break only separates words, because no shell is involved; write sh -c '…'"
            + " for several commands",
        "cmd://x?a=b¦a is not a command parameter and is ignored; write arg= for an argument",
      })
  void warnsOfWhatTheUserMayHaveMeantOtherwise(String row) throws ResourceException {
    String[] cells = row.split("¦", -1);
    assertThat(CommandUri.parse(cells[0], workspace).warnings()).containsExactly(cells[1]);
  }

  @Test
  void warnsOfEachKindOnce() throws ResourceException {
    assertThat(CommandUri.parse("cmd:a $B | c | $D > *", workspace).warnings())
        .extracting(warning -> warning.substring(0, warning.indexOf(' ')))
        .containsExactly("$B", "|", "*");
    assertThat(CommandUri.parse("cmd:git diff HEAD~3 '|' @{u}", workspace).warnings()).isEmpty();
  }
}
