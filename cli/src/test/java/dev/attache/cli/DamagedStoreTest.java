package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said when what is stored cannot be read, or is not what was written. */
class DamagedStoreTest {

  private static final String VERIFY = "; `attache store verify` reports what is damaged\n";

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG);
  }

  private Path stored(String name) {
    return talk.workspace().directory().resolve(".attache").resolve(name);
  }

  private Path log() {
    return stored("conversations/one/events.jsonl");
  }

  private String digest() {
    return talk.events("attachment").get(0).get("digest").asText().substring("sha256:".length());
  }

  private Path blob() {
    return stored("blobs").resolve(digest().substring(0, 2)).resolve(digest().substring(2));
  }

  private void begin() {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "foo.txt", "hello");
  }

  /** Puts a directory in the place of the content. */
  private void replaceTheContent() throws IOException {
    Path blob = blob();
    Files.delete(blob);
    Files.createDirectories(blob.resolve("x"));
  }

  @Test
  void aContentThatCannotBeReadIsNoFailureOfTheOutput() throws IOException {
    begin();
    replaceTheContent();
    CliRun run = talk.run("attachment", "print", "foo.txt");
    assertThat(run.err())
        .startsWith(
            "attache: content sha256:" + digest() + " is damaged: it is not a regular file (")
        .endsWith(digest().substring(2) + ")" + VERIFY);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void aContentOfAnotherSizeIsNoFailureOfTheOutput() throws IOException {
    begin();
    String digest = digest();
    String log = Files.readString(log());
    Files.writeString(log(), log.replace("\"size\":" + Talk.LONG.length(), "\"size\":10"));
    talk.good("conversation", "repair", "--accept");
    CliRun run = talk.run("attachment", "print", "foo.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: cannot read the conversation store: content sha256:"
                + digest
                + " is longer than 10 bytes"
                + VERIFY);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void aContentThatIsLostCostsItselfOnly() throws IOException {
    begin();
    talk.file("bar.txt", "bar\n");
    talk.good("query", "--print", "-a", "bar.txt", "more");
    talk.input(
        "{'content':[{'type':'resource','resource':{'uri':'foo.txt','text':'%s'}}]}"
            .replace('\'', '"')
            .formatted(Talk.LONG.replace("\n", "\\n")));
    talk.good("tool-result", "--tool", "read");
    String line =
        "The content of foo.txt (sha256:"
            + digest().substring(0, 12)
            + ") was attached here, and has been lost or damaged since.";
    Files.write(blob(), new byte[] {1, 2, 3});
    for (String how : new String[] {"damaged", "gone"}) {
      for (String[] command :
          new String[][] {
            {"query", "--print", "-q", "--whole", "why?"}, {"conversation", "print", "-q"}
          }) {
        CliRun run = talk.good(command);
        assertThat(run.out())
            .as(how)
            .contains("\n" + line + "\nhello\n", "\nbar\n")
            .containsPattern("<tool-result [^>]*>\n" + Pattern.quote(line))
            .doesNotContain("identical to");
        assertThat(run.errLines()).containsExactly("attache: " + line);
      }
      CliRun json = talk.good("conversation", "print", "--json");
      assertThat(json.json().get(0).at("/resources/0/delivery").asText()).isEqualTo("lost");
      assertThat(json.json().get(0).at("/resources/0/line").asText()).isEqualTo(line);
      assertThat(json.err())
          .endsWith(
              "attache: `attache store verify` reports what is damaged and sets it aside; `attache"
                  + " refresh URI` reads the source again\n");
      Files.deleteIfExists(blob());
    }
    talk.good("conversation", "fork", "one", "--to", "two");
    assertThat(talk.good("conversation", "print", "two").out()).contains(line, "\nbar\n");
    talk.good("refresh", "-q", "foo.txt");
    assertThat(talk.good("conversation", "print", "one").out())
        .as("what is at its source is the same, and stored again")
        .contains(Talk.LONG)
        .doesNotContain(line);
  }

  @Test
  void aTurnThatNobodyCanTakeIsRecorded() {
    begin();
    var err = new StringWriter();
    int exitCode =
        talk.workspace()
            .workspace()
            .run(
                new Failing(new IOException("No space left on device")),
                err,
                "query",
                "--print",
                "more");
    assertThat(err.toString())
        .isEqualTo(
            """
            attache: conversation one, turn 2
            attache: turn 2 was recorded, but its result cannot be printed: no space left on device; \
            print it with attache conversation print
            """);
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    int closed =
        talk.workspace()
            .workspace()
            .run(new Failing(new IOException("Broken pipe")), err, "query", "--print", "more");
    assertThat(closed).isEqualTo(ExitCode.PIPE_CLOSED);
  }

  @Test
  void aResultThatNobodyCanTakeIsRecorded() {
    begin();
    var err = new StringWriter();
    talk.input("printed");
    int exitCode =
        talk.workspace()
            .workspace()
            .run(new Failing(new IOException("No space left on device")), err, "tool-result");
    assertThat(err.toString())
        .endsWith(
            "attache: the result of call_1 was recorded, but its result cannot be printed: no"
                + " space left on device; print it with attache conversation print\n");
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void littleMemoryIsNotTheFaultOfLimitsThatDoNotMatter() {
    begin();
    assertThat(withoutMemory("store", "du"))
        .isEqualTo(
            "attache: out of memory while reading a line of a history"
                + " (.attache/conversations/ID/events.jsonl); set ATTACHE_JAVA_OPTS=-Xmx1g\n");
    assertThat(withoutMemory("query", "--print", "--quiet", "more"))
        .isEqualTo(
            "attache: out of memory while reading a resource or a line of the history; lower"
                + " --max-bytes or --jobs, or set ATTACHE_JAVA_OPTS=-Xmx1g\n");
    assertThat(withoutMemory("resolve", "foo.txt"))
        .isEqualTo(
            "attache: out of memory; lower --max-bytes or --jobs, or set"
                + " ATTACHE_JAVA_OPTS=-Xmx1g\n");
  }

  private String withoutMemory(String... line) {
    var err = new StringWriter();
    var out = new Failing(null);
    int exitCode = talk.workspace().workspace().run(out, err, line);
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    return err.toString();
  }

  @Test
  void aFileInThePlaceOfTheDirectoryIsNamed() {
    talk.file(".attache", "x");
    for (String command : new String[] {"conversation ls", "store du", "query --print hello"}) {
      assertThat(talk.refusal(command.split(" ", -1)))
          .isEqualTo(
              ".attache is a file, but conversations need a directory of that name; rename it, or"
                  + " use another --workspace");
    }
  }

  @Test
  void timesThatAreNotKnownAreNotShown() throws IOException {
    begin();
    Files.writeString(log(), "");
    talk.good("conversation", "repair", "--accept");
    assertThat(talk.good("conversation", "ls").outLines().get(1))
        .isEqualTo("* one                       0          0        0 B  -                 -");
    assertThat(talk.good("conversation", "show").out())
        .contains("created       -\nupdated       -\n");
    assertThat(talk.good("conversation", "ls", "--json").out()).doesNotContain("1970");
  }

  @Test
  void settingsThatMeanNothingAreShownAsSuch() throws IOException {
    begin();
    talk.good("conversation", "set", "refresh=notify", "dedup.min-bytes=4");
    String log = Files.readString(log());
    Files.writeString(
        log(), log.replace("\"refresh\":\"notify\"", "\"refresh\":\"zzz\",\"nosuch\":1"));
    talk.good("conversation", "repair", "--accept");
    assertThat(talk.good("conversation", "show").out())
        .contains("refresh=zzz (not understood)")
        .contains("nosuch=1 (not understood)")
        .doesNotContain("dedup.min-bytes=4 (not");
  }

  @Test
  void atMostTenNamesAreListedOfThoseThatAreMeant() throws IOException {
    begin();
    for (int i = 100; i < 1112; i++) {
      Path directory = stored("conversations/x" + i);
      Files.createDirectories(directory);
      Files.copy(log(), directory.resolve("events.jsonl"));
    }
    String names = String.join(", ", IntStream.range(0, 9).mapToObj(i -> "x100" + i).toList());
    assertThat(talk.refusal("conversation", "record-answer", "--id", "x1", "answer"))
        .isEqualTo("--id (x1) is ambiguous: x100, " + names + " and 202 more");
  }
}
