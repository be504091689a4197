package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache conversation}: listing, showing and changing conversations. */
class ConversationCommandTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG).file("bar.txt", "bar\n");
  }

  private void begin(String name, String... more) {
    var line = new java.util.ArrayList<>(List.of("query", "--print", "--new", "--id", name));
    line.addAll(List.of(more));
    talk.good(line.toArray(String[]::new));
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", "YYYY-MM-DD hh:mm");
  }

  @Test
  void listsTheLastOneFirst() {
    begin("one", "-a", "foo.txt", "first\nline");
    begin("two", "second");
    talk.good("query", "--print", "--id", "one", "-a", "foo.txt", "again");
    assertThat(withoutTimes(talk.good("conversation", "ls").out()))
        .isEqualTo(
            """
              ID                    TURNS  SNAPSHOTS      SAVED  UPDATED           TITLE
            * one                       2          2    1.4 KiB  YYYY-MM-DD hh:mm  first
              two                       1          0        0 B  YYYY-MM-DD hh:mm  second
            """);
  }

  @Test
  void saysThatThereIsNone() {
    CliRun run = talk.good("conversation", "ls");
    assertThat(run.outLines()).hasSize(1);
    assertThat(run.err())
        .isEqualTo("attache: no conversations yet; start one with attache query\n");
    assertThat(talk.good("conversation", "ls", "--json").out()).isEmpty();
    assertThat(talk.workspace().directory().resolve(".attache")).doesNotExist();
    assertThat(talk.refusal("conversation", "show"))
        .isEqualTo("no conversations yet; start one with attache query");
  }

  @Test
  void listsThemForPrograms() {
    begin("one", "-a", "bar.txt", "first");
    JsonNode head = talk.good("conversation", "ls", "--json").json().get(0);
    assertThat(head.get("created").asText()).matches("20.*Z");
    assertThat(head.get("last").asBoolean()).isTrue();
    assertThat(head.get("archived").asBoolean()).isFalse();
    assertThat(head.get("title").asText()).isEqualTo("first");
    assertThat(head.get("declarations").toString())
        .isEqualTo("[{\"reference\":\"bar.txt\",\"pending\":false}]");
    assertThat(head.get("tally").toString())
        .isEqualTo(
            "{\"snapshots\":1,\"bytes\":4,\"references\":0,\"deltas\":0,\"savedBytes\":0,\"savedTokens\":0}");
  }

  @Test
  void keepsTerminalsSafeFromTitles() {
    begin("one", "evil\u001b[2J https://user:secret@example.org/");
    assertThat(talk.good("conversation", "ls").out())
        .contains("evil\\u001b[2J")
        .doesNotContain("\u001b", "secret");
    assertThat(talk.good("conversation", "show").out()).doesNotContain("\u001b", "secret");
  }

  @Test
  void showsWhatAConversationHolds() {
    begin("one", "-a", "foo.txt", "-a", "bar.txt", "what is this?\nand more");
    talk.good("conversation", "record-answer", "numbers");
    talk.input("found\n").good("tool-result", "--tool", "search");
    talk.good("query", "--print", "-a", "foo.txt", "again");
    talk.good("conversation", "set", "dedup.min-bytes=64");
    talk.good("attachment", "rm", "bar.txt");
    talk.good("attachment", "add", "other.txt");
    String digest = talk.events("attachment").get(0).get("digest").asText().substring(7, 19);
    assertThat(
            withoutTimes(talk.good("conversation", "show", "one").out())
                .replace(digest, "DIGEST")
                .replaceFirst("saved {9}.*", "saved         1.3 KiB, about N tokens"))
        .isEqualTo(
            """
            conversation  one
            title         what is this?
            created       YYYY-MM-DD hh:mm
            updated       YYYY-MM-DD hh:mm
            declared      foo.txt, other.txt (pending)
            settings      dedup.min-bytes=64
            delivered     3 snapshots, 3 KiB; 1 as a reference
            saved         1.3 KiB, about N tokens

            turn 1  YYYY-MM-DD hh:mm
              config      attaches foo.txt, bar.txt
              request     what is this? …
                foo.txt  text/plain, 1520 bytes, about 380 tokens, sha256:DIGEST, full
                bar.txt  text/plain, 4 bytes, about 1 token, sha256:7d865e959b24, full
              response    numbers
              call        search (call_1)
              result      search (call_1)

            turn 2  YYYY-MM-DD hh:mm
              config      attaches foo.txt
              request     again
                foo.txt  text/plain, 1520 bytes, about 380 tokens, sha256:DIGEST, = turn 1

            turn 3  not begun
              config      sets dedup.min-bytes=64
              config      no longer attaches bar.txt
              config      attaches other.txt
            """);
  }

  @Test
  void showsItForPrograms() {
    begin("one", "-a", "foo.txt", "hello");
    talk.good("query", "--print", "-a", "foo.txt", "again");
    List<JsonNode> lines = talk.good("conversation", "show", "--json").json();
    assertThat(lines)
        .extracting(each -> each.get("event").asText())
        .containsExactly(
            "conversation", "config", "request", "attachment", "config", "request", "attachment");
    assertThat(lines.get(6).get("delivery").asText()).isEqualTo("reference");
    assertThat(lines.get(6).get("target").toString()).isEqualTo("{\"turn\":0,\"index\":0}");
    assertThat(lines.get(3).get("tokens").asInt()).isEqualTo(380);
  }

  @Test
  void showsWhatChangesDuringATurnInThatTurn() {
    begin("one", "-a", "bar.txt", "first");
    talk.good("conversation", "set", "superseded=drop");
    talk.good("conversation", "record-answer", "answer");
    talk.good("conversation", "set", "superseded=");
    talk.good("query", "--print", "second");
    talk.good("conversation", "set", "refresh=notify");
    String shown = withoutTimes(talk.good("conversation", "show").out());
    assertThat(shown.substring(shown.indexOf("\nturn 1")))
        .isEqualTo(
            """

            turn 1  YYYY-MM-DD hh:mm
              config      attaches bar.txt
              request     first
                bar.txt  text/plain, 4 bytes, about 1 token, sha256:7d865e959b24, full
              config      sets superseded=drop
              response    answer

            turn 2  YYYY-MM-DD hh:mm
              config      resets superseded
              request     second

            turn 3  not begun
              config      sets refresh=notify
            """);
    talk.good("attachment", "add", "--new", "--id", "empty", "bar.txt");
    assertThat(talk.good("conversation", "show").out())
        .endsWith("\n\nturn 1  not begun\n  config      attaches bar.txt\n");
  }

  @Test
  void printsAllThatAModelIsSent() {
    begin("one", "-a", "bar.txt", "first");
    String whole = talk.good("query", "--print", "--whole", "second").out();
    String json = talk.good("conversation", "print", "--json").out();
    begin("two", "other");
    assertThat(talk.good("conversation", "print", "one").out()).isEqualTo(whole);
    assertThat(talk.good("conversation", "print", "--id", "on").out()).isEqualTo(whole);
    assertThat(talk.good("conversation", "print").out()).contains("other");
    talk.input("found\n").good("tool-result", "--id", "one");
    assertThat(talk.good("conversation", "print", "one").out())
        .startsWith(whole)
        .contains("found\n");
    CliRun after = talk.good("conversation", "print", "one", "--json");
    assertThat(after.out()).startsWith(json);
    assertThat(after.json())
        .extracting(each -> each.get("role").asText())
        .containsExactly("user", "user", "assistant", "tool");
    assertThat(talk.events("request")).hasSize(2);
    talk.good("attachment", "add", "--new", "--id", "empty", "bar.txt");
    CliRun empty = talk.run("conversation", "print");
    assertThat(empty.err()).isEqualTo("attache: no turns yet in empty\n");
    assertThat(empty.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void takesNamesAsParametersAndAsOptions() {
    begin("one", "first");
    begin("two", "second");
    assertThat(talk.good("conversation", "show", "--id", "one").out()).contains("first");
    assertThat(talk.good("conversation", "show", "--last").out()).contains("second");
    talk.good("conversation", "set", "--id", "one", "refresh=notify");
    assertThat(talk.good("conversation", "show").out())
        .startsWith("conversation  one\n")
        .contains("refresh=notify");
    talk.good("conversation", "fork", "--id", "two", "--to", "three");
    assertThat(talk.good("conversation", "show", "three").out()).contains("second");
    for (String command : List.of("show", "print", "fork")) {
      assertThat(talk.refusal("conversation", command, "one", "--id", "two"))
          .isEqualTo("ID (one) and --id both choose the conversation; use one");
    }
    assertThat(talk.refusal("conversation", "set", "one", "--last", "refresh=notify"))
        .isEqualTo("ID (one) and --last both choose the conversation; use one");
    talk.good("conversation", "archive", "--id", "three");
    talk.good("conversation", "rm", "--yes", "--last", "two");
    assertThat(talk.conversations()).isEmpty();
    assertThat(talk.refusal("conversation", "rm", "--yes"))
        .isEqualTo("missing argument: ID of a conversation to delete: ID");
    assertThat(talk.refusal("conversation", "show", "--id", "x"))
        .isEqualTo(
            "--id (x) does not match any conversation; `attache conversation ls` lists them");
  }

  @Test
  void saysInEveryCommandWhatOfAHistoryCannotBeRead() throws IOException {
    for (String[] line :
        new String[][] {
          {"conversation", "record-answer", "x"},
          {"query", "--print", "x"},
          {"tool-result", "-"},
          {"refresh", "--force", "bar.txt"},
          {"attachment", "ls"},
          {"attachment", "add", "bar.txt"},
          {"attachment", "rm", "bar.txt"},
          {"attachment", "print"},
          {"conversation", "ls"},
          {"conversation", "print"},
          {"conversation", "set", "refresh=notify"},
          {"conversation", "fork", "--to", "z"}
        }) {
      String name = line[0].substring(0, 1) + line[line.length - 1].replaceAll("[^a-z]", "");
      Path directory = Files.createDirectory(temporary.resolve(String.join("-", line)));
      talk = Talk.in(directory);
      talk.file("bar.txt", "bar\n");
      begin(name, "-a", "bar.txt", "first");
      Path log =
          talk.workspace().directory().resolve(".attache/conversations/" + name + "/events.jsonl");
      Files.writeString(log, "{oh\n", StandardOpenOption.APPEND);
      CliRun run = talk.input("x").good(line);
      assertThat(run.errLines())
          .as(String.join(" ", line))
          .filteredOn(each -> each.contains("events.jsonl, line 4 was skipped"))
          .hasSize(1);
    }
  }

  @Test
  void takesBackATurnThatTheModelNeverSaw() {
    begin("one", "-a", "bar.txt", "first");
    talk.good("query", "--print", "--id", "one", "-a", "foo.txt", "second");
    CliRun undone = talk.good("conversation", "undo", "--id", "one");
    assertThat(undone.err())
        .matches(
            "attache: conversation one: turn 2 was removed; a copy of the conversation before that"
                + " is [0-9a-z-]+, archived\n");
    assertThat(undone.out()).isEmpty();
    assertThat(talk.conversations()).containsExactly("one");
    assertThat(talk.good("conversation", "ls", "--archived").outLines()).hasSize(2);
    assertThat(talk.good("query", "--print", "-q", "-a", "foo.txt", "third").out())
        .contains(Talk.LONG)
        .doesNotContain("identical", "bar\n");
    JsonNode json = talk.good("conversation", "undo", "--json").json().get(0);
    assertThat(json.get("conversation").asText() + json.get("turns")).isEqualTo("one1");
    talk.good("conversation", "undo");
    CliRun refused = talk.run("conversation", "undo");
    assertThat(refused.err()).isEqualTo("attache: conversation one has no turn to undo\n");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.good("query", "--print", "-a", "bar.txt", "anew").out()).contains("bar\n");
  }

  @Test
  void forksTheFirstTurns() {
    begin("one", "-a", "bar.txt", "first");
    talk.good("query", "--print", "second");
    CliRun run = talk.good("conversation", "fork", "one", "--to", "fork", "--turns", "1");
    assertThat(run.err())
        .isEqualTo(
            "attache: conversation fork has 1 turn of one; its next turn reads its attachments"
                + " again\n");
    assertThat(run.out()).isEmpty();
    assertThat(talk.events("request")).hasSize(1);
    assertThat(talk.good("conversation", "show", "fork").out())
        .contains("forked from   one, 1 turn\n");
    assertThat(talk.attachments("--id", "fork")).containsExactly("0 bar.txt", "pending bar.txt");
    JsonNode all = talk.good("conversation", "fork", "one", "--json").json().get(0);
    assertThat(all.get("forkedFrom").toString())
        .isEqualTo("{\"conversation\":\"one\",\"turns\":2}");
    assertThat(talk.conversations()).hasSize(3);
  }

  @Test
  void refusesForksOfWhatIsNotThere() {
    begin("one", "first");
    assertThat(talk.refusal("conversation", "fork", "--turns", "2"))
        .isEqualTo("--turns (2) must be a whole number from 0 to 1, which one has");
    assertThat(talk.refusal("conversation", "fork", "--turns", "x"))
        .isEqualTo("--turns (x) must be a whole number from 0 to 1, which one has");
    assertThat(talk.refusal("conversation", "fork", "two"))
        .isEqualTo(
            "ID (two) does not match any conversation; `attache conversation ls` lists them");
    CliRun run = talk.run("conversation", "fork", "--to", "one");
    assertThat(run.err()).contains("one").hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void asksAboutWhatCannotBeRead() {
    begin("one", "first");
    begin("two", "second");
    Path log = talk.workspace().directory().resolve(".attache/conversations/two/events.jsonl");
    var answers =
        new FilterInputStream(new ByteArrayInputStream("n\nn\n".getBytes(UTF_8))) {
          @Override
          public int read() throws IOException {
            if (Files.deleteIfExists(log)) { // while the user thinks about the first
              Files.createDirectories(log.resolve("not-empty"));
            }
            return super.read();
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("read byte by byte");
          }
        };
    talk.workspace().answering("").workspace().standardInput(answers);
    assertThat(talk.run("conversation", "rm", "one", "two").err())
        .isEqualTo(
            "Conversation one has 1 turn: first. Delete it? [y/N] attache: conversation one was"
                + " kept\n"
                + "Conversation two cannot be read. Delete it? [y/N] attache: conversation two was"
                + " kept\n");
  }

  @Test
  void deletesOnlyWithAYes() {
    begin("one", "first");
    begin("two", "second");
    assertThat(talk.refusal("conversation", "rm", "one"))
        .isEqualTo("cannot ask for confirmation without a terminal; add --yes");
    talk.workspace().answering("n\ny\n");
    CliRun run = talk.run("conversation", "rm", "one", "two");
    assertThat(run.err())
        .isEqualTo(
            "Conversation one has 1 turn: first. Delete it? [y/N] attache: conversation one was"
                + " kept\n"
                + "Conversation two has 1 turn: second. Delete it? [y/N] attache: conversation two"
                + " is deleted; attache store gc frees its contents\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.conversations()).containsExactly("one");
    talk.workspace().workspace().standardInput(new Untouchable());
    assertThat(talk.good("conversation", "rm", "--yes", "--json", "o").out())
        .isEqualTo("{\"state\":\"removed\",\"conversation\":\"one\"}\n");
    assertThat(talk.conversations()).isEmpty();
  }

  @Test
  void deletesNothingIfOneNameIsWrong() {
    begin("one", "first");
    assertThat(talk.refusal("conversation", "rm", "--yes", "one", "two"))
        .isEqualTo(
            "ID (two) does not match any conversation; `attache conversation ls` lists them");
    assertThat(talk.conversations()).containsExactly("one");
    assertThat(talk.refusal("conversation", "rm"))
        .startsWith("missing argument: ID of a conversation to delete");
  }

  @Test
  void putsConversationsAsideAndTakesThemBack() {
    begin("one", "first");
    begin("two", "second");
    assertThat(talk.good("conversation", "archive", "two").err())
        .isEqualTo("attache: conversation two is archived\n");
    assertThat(talk.conversations()).containsExactly("one");
    assertThat(talk.good("query", "--print", "more").err()).contains("conversation one, turn 2");
    assertThat(withoutTimes(talk.good("conversation", "ls", "--archived").out()))
        .isEqualTo(
            """
              ID                    TURNS  SNAPSHOTS      SAVED  UPDATED           TITLE
              two                       1          0        0 B  YYYY-MM-DD hh:mm  second  (archived)
            """);
    assertThat(talk.good("conversation", "ls", "--all").outLines()).hasSize(3);
    assertThat(talk.good("conversation", "archive", "--undo", "two").err())
        .isEqualTo("attache: conversation two is unarchived\n");
    assertThat(talk.conversations()).containsExactlyInAnyOrder("one", "two");
    assertThat(talk.refusal("conversation", "archive"))
        .isEqualTo("missing argument: ID of a conversation to archive: ID");
  }

  @Test
  void setsAndTakesBack() {
    begin("one", "first");
    begin("two", "second");
    assertThat(talk.good("conversation", "set", "one", "refresh=notify", "cache.ttl=60").err())
        .isEqualTo("attache: conversation one: set refresh, cache.ttl\n");
    assertThat(talk.good("conversation", "show", "one").out())
        .contains("settings      refresh=notify, cache.ttl=60\n");
    talk.good("conversation", "set", "one", "refresh=", "--json");
    assertThat(talk.good("conversation", "show", "one").out())
        .contains("settings      cache.ttl=60\n");
    assertThat(talk.good("conversation", "show", "two").out()).doesNotContain("settings");
  }

  @Test
  void refusesWhatCannotBeSet() {
    begin("one", "first");
    String all =
        "dedup.enabled, dedup.min-bytes, dedup.lookback-turns, format, line-numbers, resources,"
            + " refresh, superseded, cache.ttl, cache.requests, cache.write, cache.read";
    assertThat(talk.refusal("conversation", "set")).isEqualTo("missing argument: KEY=VALUE");
    assertThat(talk.refusal("conversation", "set", "one")).isEqualTo("missing argument: KEY=VALUE");
    assertThat(talk.refusal("conversation", "set", "wrong=1"))
        .isEqualTo("setting (wrong) must be one of " + all);
    assertThat(talk.refusal("conversation", "set", "wrong="))
        .isEqualTo("setting (wrong) must be one of " + all);
    assertThat(talk.refusal("conversation", "set", "refresh=maybe"))
        .isEqualTo(
            "refresh (maybe) must be manual, notify or refresh, delta or full, or one of each: notify full");
    assertThat(talk.refusal("conversation", "set", "one", "two"))
        .isEqualTo("setting (two) must be written KEY=VALUE, for instance refresh=notify");
  }
}
