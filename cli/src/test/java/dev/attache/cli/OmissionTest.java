package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache conversation quarantine} and {@code compact}. */
class OmissionTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createConversation() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG).file("bar.txt", "bar\n");
    talk.good(
        "query", "--print", "--new", "--id", "one", "-a", "foo.txt", "-a", "bar.txt", "What?");
  }

  private String whole() {
    return talk.good("conversation", "print").out();
  }

  @Test
  void leavesOutWhatIsQuarantinedWhereverItStands() {
    talk.good("query", "--print", "-a", "foo.txt", "Again?");
    CliRun run = talk.good("conversation", "quarantine", "foo.txt");
    assertThat(run.err())
        .containsPattern(
            "^attache: conversation one: a request takes about \\d\\d tokens instead of \\d{3};"
                + " the provider reads \\d\\d of them anew, once\nattache: left out foo.txt \\(turn"
                + " 1\\), foo.txt \\(turn 2\\)\n$");
    assertThat(run.out()).isEmpty();
    assertThat(whole())
        .containsPattern(
            "The content of foo.txt \\(text/plain, sha256:[0-9a-f]{12}\\) at turn 0 is left out: the"
                + " user withholds it\\.")
        .contains("bar\n")
        .doesNotContain(Talk.LONG);
    assertThat(talk.run("conversation", "quarantine", "foo.txt").exitCode()).isEqualTo(1);
  }

  @Test
  void onlySaysItInADryRun() {
    String before = whole();
    CliRun run = talk.good("conversation", "quarantine", "bar.txt", "--turn", "1", "--dry-run");
    assertThat(run.err())
        .contains("attache: dry run, nothing recorded: this would leave out bar.txt (turn 1)\n");
    assertThat(whole()).isEqualTo(before);
  }

  @Test
  void saysWhatIsNotThere() {
    CliRun run = talk.run("conversation", "quarantine", "bar.txt", "--turn", "2");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "attache: bar.txt is not in the requests of one; `attache conversation show` lists"
                + " what was given\n");
    assertThat(talk.refusal("conversation", "quarantine")).isEqualTo("missing argument: REF");
    assertThat(talk.refusal("conversation", "quarantine", "bar.txt", "--turn", "0"))
        .isEqualTo("--turn (0) must be a whole number from 1 on");
    assertThat(talk.refusal("conversation", "compact", "--keep", "-1"))
        .isEqualTo("--keep (-1) must be a whole number, 0 or more");
  }

  @Test
  void makesRoomForNewTurns() {
    talk.input(Talk.LONG).good("tool-result", "--tool", "count");
    talk.file("foo.txt", Talk.LONG + "more\n");
    talk.good("query", "--print", "-a", "foo.txt", "Again?");
    assertThat(talk.good("conversation", "compact").err())
        .isEqualTo("attache: conversation one: nothing to leave out before the last 2 turns\n");
    JsonNode trial =
        talk.good("conversation", "compact", "--keep", "1", "--dry-run", "--json").json().get(0);
    assertThat(trial.get("dropped").intValue()).isEqualTo(2);
    assertThat(trial.get("dryRun").booleanValue()).isTrue();
    assertThat(trial.get("tokensBefore").longValue())
        .isGreaterThan(trial.get("tokensAfter").longValue());
    CliRun run = talk.good("conversation", "compact", "--keep", "1");
    assertThat(run.err())
        .contains("attache: left out foo.txt (turn 1), result of count (call_1, turn 1)\n");
    assertThat(whole())
        .contains("is left out to make room; a newer version was delivered at turn 1.")
        .contains("The text that count answered (text/plain, sha256:")
        .contains("more\n");
  }

  @Test
  void areInTheHistory() {
    talk.good("conversation", "quarantine", "bar.txt");
    assertThat(talk.good("conversation", "show").out())
        .contains("  elision     1 content, withheld\n");
  }
}
