package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.cli.Launch.Ended;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a tool in processes of their own: at a terminal, interrupted, killed. */
@Tag("process")
@Tag("slow")
class ToolCallIT {

  private static final int KILLS = Boolean.getBoolean("attache.slow") ? 500 : 5;

  private static final int SEED = 20;

  /** Asks once, and then answers with a picture. */
  private static final String SHOT =
      """
      #!/bin/sh
      context=$(cat)
      echo $PPID > parent
      case $context in
        *'"answers":{}'*)
          echo '{"content": [{"type": "text", "text": "two files change"},'
          echo ' {"type": "question", "question": {"id": "confirm", "text": "Apply?",'
          echo '  "schema": {"type": "boolean"}, "default": true}}]}' ;;
        *'"confirm":true'*)
          echo '{"content": [{"type": "text", "text": "done: true"},'
          echo ' {"type": "image", "mimeType": "image/png", "data": "%s"}]}' ;;
        *) echo 'done: false' ;;
      esac
      """;

  @TempDir Path temporary;

  private final Path attache = Launch.installed();
  private final String picture = picture();
  private Path workspace = Path.of("");

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("ws"));
    Path program = temporary.toRealPath().resolve("shot.sh");
    Files.writeString(program, SHOT.formatted(picture));
    Path settings = Files.createDirectories(temporary.resolve("config/attache"));
    Files.writeString(
        settings.resolve("config.toml"),
        "[tools.shot]\ncommand = ['sh', '"
            + program
            + "']\ndescription = 'Takes a picture.'\n"
            + ToolPrograms.in(temporary).tool("q", ToolPrograms.CONFIRM));
    assertThat(attache("query", "--print", "--new", "--id", "one", "begin").run().exitCode())
        .isZero();
  }

  /** 3,000 bytes that begin as a PNG file does, and have no run in common with another such. */
  private static String picture() {
    byte[] bytes = new byte[3000];
    new Random(SEED).nextBytes(bytes);
    byte[] head = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    System.arraycopy(head, 0, bytes, 0, head.length);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private Launch attache(Object... arguments) {
    return in(Stream.concat(Stream.of(attache), Stream.of(arguments)).toArray());
  }

  private Launch shell(String script) {
    return in("sh", "-c", script, attache);
  }

  private Launch in(Object... command) {
    return Launch.in(workspace, command)
        .with("XDG_CONFIG_HOME", temporary.resolve("config").toString())
        .with("XDG_STATE_HOME", temporary.resolve("state").toString());
  }

  private String history() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      var all = new StringBuilder();
      for (Path file : files.filter(each -> each.endsWith("events.jsonl")).toList()) {
        all.append(Files.readString(file, UTF_8));
      }
      return all.toString();
    }
  }

  /** Line 3 of the acceptance of calls and questions, at a terminal that is one. */
  @Test
  void acceptance1Line3AsksWhoeverSitsAtATerminal() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes a terminal here");
    Ended ended =
        in("script", "-qec", "'" + attache + "' tool call q '{}' --no-progress", "/dev/null")
            .input("n\n")
            .run();
    assertThat(ended.out().replace("\r", ""))
        .containsSubsequence("two files change\none is new\nApply? [Y/n] ", "done: false\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void recordsACallThatIsStoppedAtAQuestionAsCancelled() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes a terminal here");
    Ended ended =
        shell(
                "mkfifo ../in; script -qec \"'$0' tool call shot '{}'\" ../typescript < ../in"
                    + " > ../shown & exec 3> ../in;"
                    + " until grep -q 'Apply?' ../shown; do sleep 0.1; done;"
                    + " kill -TERM $(cat parent); wait $!")
            .run();
    assertThat(ended.exitCode()).isEqualTo(143);
    assertThat(history())
        .contains("\"kind\":\"cancelled\"", "the call was cancelled: the program was stopped");
    assertThat(attache("conversation", "print", "one").run().out())
        .contains("the call was cancelled: the program was stopped");
    assertThat(attache("store", "verify").run().exitCode()).isZero();
  }

  @Test
  void saysThatTheEndOfACallCouldNotBeRecorded() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes a terminal here");
    Path events = workspace.resolve(".attache/conversations/one/events.jsonl");
    Ended ended =
        shell(
                "mkfifo ../in; script -qec \"'$0' tool call shot '{}'\" ../typescript < ../in"
                    + " > ../shown & exec 3> ../in;"
                    + " until grep -q 'Apply?' ../shown; do sleep 0.1; done;"
                    + (" mv " + events + " ../was; mkdir " + events + ";")
                    + " kill -TERM $(cat parent); wait $!")
            .run();
    assertThat(ended.exitCode()).isEqualTo(143);
    assertThat(Files.readString(temporary.resolve("shown")).replace("\r", ""))
        .endsWith(
            "attache: the end of the call could not be recorded: "
                + events
                + " is not a regular file, so it holds no history: move it away, or delete it\n");
  }

  @Test
  void losesNothingWhenItIsKilledAtAnyPoint() throws IOException {
    var random = new Random(SEED);
    int answered = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      String time = "0." + (200 + random.nextInt(700));
      String line =
          "\"$0\" tool call shot '{}' -q --answer confirm=true > ../out 2> /dev/null &"
              + (" sleep " + time + "; kill -9 $! 2> /dev/null; wait $!");
      answered += shell(line).run().exitCode() == ExitCode.OK ? 1 : 0;
    }
    Ended verified = attache("store", "verify").run();
    assertThat(verified.err()).isEmpty();
    assertThat(verified.exitCode()).isZero();
    Ended last = attache("tool", "call", "shot", "{}", "--answer", "confirm=true").run();
    assertThat(last.out()).contains("done: true\n", "image/png");
    assertThat(last.exitCode()).isZero();
    String history = history();
    assertThat(history).doesNotContain(picture, picture.substring(100, 200));
    assertThat(history.split("\"done: true\"", -1)).hasSizeGreaterThanOrEqualTo(answered + 2);
    Ended printed = attache("conversation", "print", "one", "--json").run();
    assertThat(printed.err()).isEmpty();
    assertThat(printed.exitCode()).isZero();
  }
}
