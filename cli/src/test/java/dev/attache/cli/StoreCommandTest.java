package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache store}: what conversations are kept in. */
class StoreCommandTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG).file("bar.txt", "bar\n");
  }

  private void begin() {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "foo.txt", "hello");
    talk.good(
        "query", "--print", "--new", "--id", "two", "-a", "foo.txt", "-a", "bar.txt", "hello");
  }

  @Test
  void deletesWhatNoConversationNeeds() {
    begin();
    assertThat(talk.good("store", "gc").out()).isEqualTo("0 contents deleted, 0 B freed; 2 kept\n");
    talk.good("conversation", "rm", "--yes", "two");
    String trial = talk.good("store", "gc", "--dry-run").out();
    assertThat(trial).matches("1 content would be deleted, [0-9]+ B freed; 1 kept\n");
    assertThat(talk.good("store", "gc").out()).isEqualTo(trial.replace("would be ", ""));
    assertThat(talk.good("attachment", "print", "foo.txt").out()).isEqualTo(Talk.LONG);
    JsonNode json = talk.good("store", "gc", "--json").json().get(0);
    assertThat(json.toString())
        .isEqualTo("{\"deleted\":0,\"bytes\":0,\"kept\":1,\"dryRun\":false}");
  }

  @Test
  void keepsWhatArchivedConversationsNeed() {
    begin();
    talk.good("conversation", "archive", "two");
    assertThat(talk.good("store", "gc").out()).isEqualTo("0 contents deleted, 0 B freed; 2 kept\n");
  }

  @Test
  void saysHowMuchIsStored() {
    begin();
    String out = talk.good("store", "du").out();
    assertThat(out)
        .matches("2 conversations, [0-9.]+ KiB\n2 contents, 1\\.5 KiB stored in [0-9.]+ K?i?B\n");
    JsonNode json = talk.good("store", "du", "--json").json().get(0);
    assertThat(json.get("conversations").asInt()).isEqualTo(2);
    assertThat(json.get("contents").asInt()).isEqualTo(2);
    assertThat(json.get("contentBytes").asLong()).isEqualTo(Talk.LONG.length() + 4);
    assertThat(json.get("storedBytes").asLong()).isPositive();
    assertThat(json.get("historyBytes").asLong()).isPositive();
  }

  @Test
  void findsNothingWrong() {
    begin();
    CliRun run = talk.good("store", "verify");
    assertThat(run.out())
        .isEqualTo("2 conversations and 2 contents read, all as they were written\n");
    assertThat(run.err()).isEmpty();
    assertThat(talk.good("store", "verify", "--json").json().get(0).get("problems").toString())
        .isEqualTo("[]");
  }

  @Test
  void findsWhatIsWrong() throws IOException {
    begin();
    String digest = talk.events("attachment").get(0).get("digest").asText().substring(7);
    Path log = talk.workspace().directory().resolve(".attache/conversations/one/events.jsonl");
    Files.writeString(log, "{\"event\":\"req", StandardOpenOption.APPEND);
    damage(digest);
    CliRun run = talk.run("store", "verify");
    assertThat(run.out()).matches("2 conversations and 2 contents read, [0-9]+ problems\n");
    assertThat(run.errLines())
        .anySatisfy(line -> assertThat(line).contains("one/events.jsonl, line 4"))
        .anySatisfy(
            line -> assertThat(line).contains(digest.substring(2), "conversations one, two"));
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    CliRun print = talk.run("attachment", "print", "--id", "two", "foo.txt");
    assertThat(print.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(print.err()).contains("sha256:");
  }

  private void damage(String digest) throws IOException {
    Path blobs = talk.workspace().directory().resolve(".attache/blobs");
    try (Stream<Path> files = Files.walk(blobs)) {
      Path file =
          files
              .filter(each -> digest.endsWith(each.getFileName().toString()))
              .filter(Files::isRegularFile)
              .findFirst()
              .orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      file.toFile().setWritable(true);
      Files.write(file, bytes);
    }
  }

  @Test
  void isEmptyWhereThereIsNone() {
    assertThat(talk.good("store", "du").out())
        .isEqualTo("0 conversations, 0 B\n0 contents, 0 B stored in 0 B\n");
    assertThat(talk.good("store", "gc").out()).isEqualTo("0 contents deleted, 0 B freed; 0 kept\n");
    assertThat(talk.good("store", "verify").out())
        .isEqualTo("0 conversations and 0 contents read, all as they were written\n");
  }
}
