package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query that is only tried: what it prints, and that nothing is left of it. */
class DryRunTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("long.txt", Talk.LONG).file("b.txt", "b\n");
  }

  /** All files of the workspace and of its user. */
  private Map<String, String> files() throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(temporary)) {
      for (Path each : all.toList()) {
        boolean isFile = Files.isRegularFile(each);
        files.put(
            each.toString(),
            isFile ? ResourceContent.blob(Files.readAllBytes(each)).toString() : "");
      }
    }
    return files;
  }

  private static String[] line(String mode, List<String> more) {
    var line = new ArrayList<>(List.of("query", mode));
    line.addAll(more);
    return line.toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-a long.txt -a b.txt again",
        "-a long.txt --json again",
        "-a long.txt --whole again",
        "--whole --json -a b.txt again",
        "-a b.txt --format markdown --line-numbers again",
        "-a b.txt --resources fence again",
        "-a long.txt -a b.txt --request anthropic again",
        "-a b.txt -a none.txt again",
        "-a long.txt -a b.txt --max-tokens 60 again",
        "--new --id two -a long.txt again",
      })
  void printsWhatPrintingWouldAndRecordsNothing(String options) throws IOException {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "long.txt", "what?");
    talk.good("conversation", "record-answer", "this");
    List<String> more = List.of(options.split(" "));
    Map<String, String> before = files();
    CliRun tried = talk.run(line("--dry-run", more));
    assertThat(files()).isEqualTo(before);
    CliRun printed = talk.run(line("--print", more));
    assertThat(printed.out()).isNotEmpty().isEqualTo(tried.out());
    assertThat(tried.exitCode()).isEqualTo(printed.exitCode());
    var said = new ArrayList<>(printed.errLines());
    boolean isNew = more.contains("--new");
    said.set(
        said.indexOf(
            "attache: conversation " + (isNew ? "two" : "one") + ", turn " + (isNew ? 1 : 2)),
        isNew
            ? "attache: dry run, nothing recorded: this would be turn 1 of a new conversation"
            : "attache: dry run, nothing recorded: this would be turn 2 of conversation one");
    assertThat(tried.errLines()).isEqualTo(said);
    assertThat(files()).isNotEqualTo(before);
  }

  @Test
  void beginsNoConversationAndMakesNoKey() throws IOException {
    Map<String, String> before = files();
    CliRun tried = talk.good("query", "--dry-run", "-a", "b.txt", "what?");
    assertThat(tried.out()).contains("\nb\n").endsWith("what?\n");
    assertThat(tried.err())
        .isEqualTo(
            "attache: dry run, nothing recorded: this would be turn 1 of a new conversation\n");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void resolvesWhatIsPendingAndLeavesItSo() {
    talk.good("query", "--print", "--new", "--id", "one", "what?");
    talk.good("attachment", "add", "b.txt");
    for (int i = 0; i < 2; i++) {
      assertThat(talk.good("query", "--dry-run", "and?").out()).contains("\nb\n");
    }
    assertThat(talk.attachments()).containsExactly("pending b.txt");
  }

  @Test
  void tellsOfWhatHasChangedEachTime() {
    talk.good("query", "--print", "--new", "-a", "b.txt", "what?");
    talk.good("conversation", "set", "refresh=notify");
    talk.file("b.txt", "changed\n");
    for (int i = 0; i < 2; i++) {
      assertThat(talk.good("query", "--dry-run", "and?").out()).contains("b.txt has changed");
    }
    assertThat(talk.good("query", "--print", "and?").out()).contains("b.txt has changed");
    assertThat(talk.good("query", "--dry-run", "and?").out()).isEqualTo("and?\n");
  }

  @Test
  void winsOverPrinting() {
    talk.good("query", "--print", "--dry-run", "what?");
    assertThat(talk.conversations()).isEmpty();
  }

  @Test
  void leavesOutWhatAConversationWouldLeaveOutWithoutDoingSo() throws IOException {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "long.txt", "what?");
    talk.good("conversation", "set", "superseded=drop", "cache.requests=1000");
    talk.file("long.txt", Talk.LONG + "more\n");
    Map<String, String> before = files();
    CliRun tried = talk.good("query", "--dry-run", "--whole", "-a", "long.txt", "again");
    assertThat(files()).isEqualTo(before);
    CliRun printed = talk.good("query", "--print", "--whole", "-a", "long.txt", "again");
    assertThat(printed.err()).contains("1 superseded snapshot left out");
    assertThat(tried.err()).doesNotContain("left out");
    assertThat(tried.out()).isEqualTo(printed.out());
  }

  @Test
  void goesOnWithNoArchivedConversation() {
    talk.good("query", "--print", "--new", "--id", "one", "what?");
    talk.good("conversation", "archive", "one");
    CliRun tried = talk.run("query", "--dry-run", "--id", "one", "and?");
    assertThat(tried.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(tried.err())
        .isEqualTo("attache: conversation one is archived; unarchive it first\n");
  }
}
