package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code attache conversation repair}, and what other commands say of a history that was edited.
 */
class ConversationRepairTest {

  private static final String EDITED = ", line 2 was edited or damaged since it was written";
  private static final String REMEDY = "; `attache conversation repair one` shows what has changed";

  @TempDir Path directory;
  private Talk talk;
  private Path log;

  @BeforeEach
  void begin() {
    talk = Talk.in(directory).file("foo.txt", Talk.LONG);
    talk.good("query", "--print", "--new", "--id", "one", "-a", "foo.txt", "pay 100 to Bob");
    talk.good("conversation", "record-answer", "hi");
    log = talk.workspace().directory().resolve(".attache/conversations/one/events.jsonl");
  }

  private void edit(String old, String now) throws IOException {
    String lines = Files.readString(log);
    assertThat(lines).contains(old);
    Files.writeString(log, lines.replace(old, now));
  }

  @Test
  void saysThatNothingHasChanged() {
    CliRun run = talk.good("conversation", "repair", "--accept");
    assertThat(run.err()).isEqualTo("attache: conversation one is as it was written\n");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void showsWhatHasChangedAndChangesNothing() throws IOException {
    String digest = talk.events("attachment").get(0).get("digest").asText().substring(7, 19);
    edit("pay 100", "pay 900");
    byte[] before = Files.readAllBytes(log);
    CliRun run = talk.run("conversation", "repair");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.errLines())
        .containsExactly(
            "attache: " + log + EDITED,
            "attache: nothing was done; --accept accepts the conversation as it is now");
    assertThat(run.outLines().get(0)).matches("turn 1  20.*");
    assertThat(run.outLines().subList(1, 3))
        .containsExactly(
            "  request     pay 900 to Bob",
            "    foo.txt  text/plain, 1520 bytes, about 380 tokens, sha256:" + digest + ", full");
    assertThat(log).hasBinaryContent(before);
  }

  @Test
  void acceptsWhatItShows() throws IOException {
    edit("pay 100", "pay 900");
    CliRun run = talk.good("conversation", "repair", "--accept", "--json");
    assertThat(run.errLines())
        .containsExactly(
            "attache: " + log + EDITED, "attache: conversation one: 1 change accepted");
    JsonNode request = run.json().get(0);
    assertThat(request.get("text").asText()).isEqualTo("pay 900 to Bob");
    assertThat(talk.good("store", "verify").err()).isEmpty();
    assertThat(talk.good("conversation", "print").err()).isEmpty();
    assertThat(talk.good("query", "--print", "-q", "next").err()).isEmpty();
  }

  @Test
  void isWhatCommandsPointToThatGoOn() throws IOException {
    edit("pay 100", "pay 900");
    String said = "attache: " + log + EDITED + REMEDY + "\n";
    CliRun verify = talk.run("store", "verify");
    assertThat(verify.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(verify.err()).isEqualTo(said);
    assertThat(verify.out()).isEqualTo("1 conversation and 1 content read, 1 problem\n");
    for (int i = 0; i < 2; i++) {
      CliRun print = talk.good("conversation", "print");
      assertThat(print.out()).contains("pay 900 to Bob");
      assertThat(print.err()).isEqualTo(said);
      assertThat(talk.run("conversation", "show").err()).isEqualTo(said);
    }
    CliRun query = talk.good("query", "--print", "--whole", "-q", "next");
    assertThat(query.out()).contains("pay 900 to Bob");
    assertThat(query.err()).isEqualTo(said);
  }

  @Test
  void movesLinesAsideThatCannotBeRead() throws IOException {
    edit("\"event\":\"request\",", "\"event\":\"request\",,");
    CliRun run = talk.good("conversation", "repair", "--accept");
    assertThat(run.errLines().get(0)).startsWith("attache: " + log + ", line 2 was skipped: ");
    Path aside = log.resolveSibling("events.jsonl.torn-1");
    assertThat(aside).content().contains("pay 100 to Bob");
    assertThat(talk.run("store", "verify").err())
        .isEqualTo(
            "attache: "
                + aside
                + " was set aside: "
                + Files.size(aside)
                + " bytes of the log that are not an event; check whether they can be saved, then"
                + " delete it\n");
    assertThat(talk.good("conversation", "show").out()).contains("response    hi");
  }

  @Test
  void refusesAStoreOfALaterVersion() throws IOException {
    Files.writeString(log.resolve("../../.format").normalize(), "7\n");
    for (String[] line :
        new String[][] {
          {"conversation", "ls"},
          {"conversation", "print", "one"},
          {"query", "--print", "x"},
          {"store", "gc"},
          {"store", "verify"}
        }) {
      CliRun run = talk.run(line);
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(run.err())
          .endsWith(
              ".attache/conversations has format 7, but this version reads formats up to 1; get a"
                  + " newer version of Attaché\n");
    }
  }
}
