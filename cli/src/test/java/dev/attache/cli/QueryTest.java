package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns on the command line: what is asked, in which conversation, and what is printed. */
class QueryTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("a.txt", "a\n").file("b.txt", "b\n");
  }

  @Test
  void beginsAConversationAndGoesOnWithIt() {
    CliRun first = talk.run("query", "--print", "--new", "--id", "first", "what", "is", "this?");
    assertThat(first.err()).isEqualTo("attache: conversation first, turn 1\n");
    assertThat(first.out()).isEqualTo("what is this?\n");
    CliRun second = talk.run("query", "--print", "and that?");
    assertThat(second.err()).isEqualTo("attache: conversation first, turn 2\n");
    assertThat(second.out()).isEqualTo("and that?\n");
    assertThat(talk.conversations()).containsExactly("first");
  }

  @Test
  void beginsTheFirstConversationUnasked() {
    assertThat(talk.good("query", "--print", "hello").err())
        .matches("attache: conversation [0-9]{8}-[0-9]{6}-[a-z0-9]{4}, turn 1\n");
    talk.good("query", "--print", "again");
    assertThat(talk.conversations()).hasSize(1);
    talk.good("query", "--print", "--new", "other");
    assertThat(talk.conversations()).hasSize(2);
  }

  /** What was recorded and never printed is nothing that a model can be referred to. */
  @Test
  void givesAgainWhatWasNeverHandedOver() {
    talk.file("long.txt", Talk.LONG);
    int closed =
        talk.workspace()
            .workspace()
            .run(
                new Failing(new IOException("Broken pipe")),
                new StringWriter(),
                "query",
                "--print",
                "--new",
                "--attach",
                "long.txt",
                "what?");
    assertThat(closed).isEqualTo(ExitCode.PIPE_CLOSED);
    assertThat(talk.good("query", "--print", "--attach", "long.txt", "again").out())
        .contains(Talk.LONG);
    assertThat(talk.good("query", "--print", "--attach", "long.txt", "again").out())
        .contains("identical to the attachment at turn 1");
  }

  @Test
  void refersToWhatTheModelHasAnsweredThoughNoHandoverIsRecorded() throws IOException {
    talk.file("long.txt", Talk.LONG);
    talk.good("query", "--print", "--new", "--id", "one", "--attach", "long.txt", "what?");
    Path log = talk.workspace().directory().resolve(".attache/conversations/one/events.jsonl");
    List<String> lines = Files.readAllLines(log);
    assertThat(lines.get(2)).startsWith("{\"event\":\"handed_over\",\"turn\":0,\"at\":");
    Files.write(log, lines.subList(0, 2)); // as if it had been killed in between
    talk.good("conversation", "fork", "one", "--to", "two", "--turns", "1");
    assertThat(talk.good("query", "--print", "--id", "two", "--attach", "long.txt", "again").out())
        .contains(Talk.LONG);
    talk.good("conversation", "record-answer", "--id", "one", "I see.");
    assertThat(talk.good("query", "--print", "--id", "one", "--attach", "long.txt", "again").out())
        .contains("identical to the attachment at turn 0");
  }

  @Test
  void printsWhatIsAttachedBeforeTheText() {
    CliRun run = talk.good("query", "--print", "--attach", "b.txt", "-a", "a.txt", "compare");
    assertThat(run.out())
        .isEqualTo(
            """
            <resource path="b.txt" digest="sha256:0263829989b6">
            b

            </resource>
            <resource path="a.txt" digest="sha256:87428fc52280">
            a

            </resource>
            compare
            """);
  }

  @Test
  void saysWhichConversationItIsForPrograms() {
    talk.good("query", "--print", "--new", "--id", "first", "one");
    assertThat(talk.good("query", "--print", "--json", "two").out())
        .isEqualTo("{\"conversation\":\"first\",\"role\":\"user\",\"turn\":1,\"text\":\"two\"}\n");
    assertThat(talk.good("query", "--print", "--json", "--whole", "three").outLines().get(0))
        .isEqualTo("{\"role\":\"user\",\"turn\":0,\"text\":\"one\"}");
  }

  @Test
  @Tag("process")
  void tellsTheModelNoSecretsOfWhatFailed() {
    talk.run(
        "query",
        "--print",
        "-a",
        "cmd:sh -c 'exit 3' --token hunter2",
        "-a",
        "https://user:hunter2@127.0.0.1:9/?token=hunter2",
        "-a",
        "file://host/x?token=hunter2",
        "-a",
        "none/*.txt?token=hunter2",
        "one");
    assertThat(talk.noticesIn(0)).hasSizeGreaterThan(2);
    assertThat(talk.noticesIn(0)).allSatisfy(each -> assertThat(each).doesNotContain("hunter2"));
  }

  @Test
  void saysWhatCannotBeProvedLater() {
    talk.workspace().workspace().environment(Map.of());
    CliRun run = talk.run("query", "--print", "--new", "--id", "first", "-a", "a.txt", "one");
    assertThat(run.errLines())
        .containsExactly(
            "attache: no place to record your consent; set HOME or XDG_STATE_HOME to a directory",
            "attache: conversation first, turn 1");
    assertThat(run.exitCode()).isZero();
    CliRun added = talk.run("attachment", "add", "b.txt");
    assertThat(added.errLines()).hasSize(2).element(0).isEqualTo(run.errLines().get(0));
  }

  @Test
  void readsTheTextFromAPipe() {
    assertThat(talk.input("piped\ntext\n").good("query", "--print").out())
        .isEqualTo("piped\ntext\n");
    assertThat(talk.input("again\n").good("query", "--print", "-").out()).isEqualTo("again\n");
    assertThat(talk.events("request").get(0).get("text").asText()).isEqualTo("piped\ntext");
  }

  @Test
  void neverTouchesStandardInputIfThereIsAText() {
    talk.workspace().workspace().standardInput(new Untouchable());
    assertThat(talk.good("query", "--print", "hello").out()).isEqualTo("hello\n");
  }

  @Test
  void refusesATurnOfNothing() {
    String refusal = "missing argument: TEXT (or pipe it in, or --attach something)";
    assertThat(talk.input(" \n").refusal("query", "--print")).isEqualTo(refusal);
    assertThat(talk.refusal("query", "--print", "")).isEqualTo(refusal);
    talk.workspace().answering("typed\n");
    assertThat(talk.refusal("query", "--print")).isEqualTo(refusal);
    assertThat(talk.conversations()).isEmpty();
    assertThat(talk.input("").good("query", "--print", "--attach", "a.txt").out())
        .contains("\na\n");
  }

  @Test
  void refusesTextThatIsNoUtf8() {
    talk.workspace().workspace().standardInput(new byte[] {'a', (byte) 0xff});
    assertThat(talk.refusal("query", "--print")).isEqualTo("standard input is not UTF-8");
  }

  @Test
  void findsConversationsByTheBeginningOfTheirNames() {
    talk.good("query", "--print", "--new", "--id", "alpha-1", "one");
    talk.good("query", "--print", "--new", "--id", "alpha-12", "two");
    talk.good("query", "--print", "--new", "--id", "beta", "three");
    assertThat(talk.good("query", "--print", "--id", "b", "x").err())
        .contains("conversation beta, turn 2");
    assertThat(talk.good("query", "--print", "--id=alpha-1", "x").err())
        .contains("conversation alpha-1, turn 2");
    assertThat(talk.good("query", "--print", "--last", "x").err())
        .contains("conversation alpha-1, turn 3");
    assertThat(talk.refusal("query", "--print", "--id", "alpha", "x"))
        .isEqualTo("--id (alpha) is ambiguous: alpha-1, alpha-12");
    assertThat(talk.refusal("query", "--print", "--id", "gamma", "x"))
        .isEqualTo(
            "--id (gamma) does not match any conversation; `attache conversation ls` lists them");
    assertThat(talk.refusal("query", "--print", "--id", "", "x"))
        .isEqualTo("--id () does not match any conversation; `attache conversation ls` lists them");
  }

  @Test
  void refusesWhatNamesTwoConversations() {
    assertThat(talk.refusal("query", "--print", "--new", "--last", "x"))
        .isEqualTo("--last and --new choose different conversations; use one");
    assertThat(talk.refusal("query", "--print", "--id", "a", "--last", "x"))
        .isEqualTo("--last and --id choose different conversations; use one");
    assertThat(talk.refusal("query", "--print", "--last", "x"))
        .isEqualTo("no conversations yet; start one with attache query");
    assertThat(talk.refusal("query", "--print", "--new", "--id", "A b", "x"))
        .isEqualTo(
            "--id (A b) must be 1 to 100 of A-Z, a-z, 0-9, '-', '_', '.', '@' and '+', the first a"
                + " letter or a digit, the last no dot");
  }

  @Test
  void beginsNoConversationThatThereIs() {
    talk.good("query", "--print", "--new", "--id", "first", "x");
    CliRun run = talk.run("query", "--print", "--new", "--id", "first", "y");
    assertThat(run.err()).startsWith("attache: ").contains("first").hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.events("request")).hasSize(1);
  }

  @Test
  void tellsTheUserAndTheModelWhatCouldNotBeAttached() {
    talk.file(".env", "A=1\n").file("big.txt", "0123456789");
    CliRun run =
        talk.run(
            "query",
            "--print",
            "--max-bytes=5",
            "-a",
            "a.txt",
            "-a",
            "none.txt",
            "-a",
            "big.txt",
            "look");
    assertThat(run.errLines())
        .hasSize(3)
        .startsWith("attache: none.txt: no such file or directory")
        .endsWith("attache: conversation " + talk.conversations().get(0) + ", turn 1");
    assertThat(run.errLines().get(1)).startsWith("attache: big.txt: ").endsWith("--max-bytes");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.attachedIn(0)).containsExactly("a.txt");
    assertThat(talk.noticesIn(0)).hasSize(2);
    assertThat(talk.noticesIn(0).get(0))
        .isEqualTo("not attached: none.txt: no such file or directory");
    assertThat(talk.noticesIn(0).get(1)).startsWith("not attached: big.txt: ");
    assertThat(run.out()).contains("not attached: none.txt: ").endsWith("look\n");
  }

  @Test
  void recordsNothingIfItIsStrictAndSomethingFails() {
    CliRun run = talk.run("query", "--print", "--strict", "-a", "a.txt", "-a", "none.txt", "look");
    assertThat(run.errLines())
        .containsExactly(
            "attache: none.txt: no such file or directory",
            "attache: nothing was recorded, because of --strict");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.conversations()).isEmpty();
    talk.good("query", "--print", "first");
    talk.run("query", "--print", "--strict", "-a", "none.txt", "second");
    assertThat(talk.events("request")).hasSize(1);
    assertThat(talk.attachments()).isEmpty();
  }

  @Test
  void saysNothingButErrorsIfItIsQuiet() {
    CliRun run = talk.run("query", "--print", "--quiet", "-a", "none.txt", "hello");
    assertThat(run.err()).isEqualTo("attache: none.txt: no such file or directory\n");
    assertThat(talk.good("query", "--print", "-q", "hello").err()).isEmpty();
  }

  @Test
  void tellsTheModelWhatIsLeftOutAndNotWhatTheRulesLeaveOut() {
    talk.file("src/.env", "A=1\n").file("src/x.txt", "x").file("src/y.log", "y");
    talk.file(".gitignore", "*.log\n").file(".git/HEAD", "ref: refs/heads/main\n");
    Path link = talk.workspace().directory().resolve("src/link");
    try {
      Files.createSymbolicLink(link, Path.of("/etc/hostname"));
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
    CliRun run = talk.run("query", "--print", "-a", "src", "look");
    assertThat(talk.attachedIn(0)).containsExactly("src/x.txt");
    assertThat(talk.noticesIn(0))
        .containsExactly(
            "not attached: src/link: skipped, outside-workspace: a symbolic link to"
                + " /etc/hostname");
    assertThat(run.err()).contains("skipped 2: 1 ignored, 1 hidden (-v lists them)");
  }

  @Test
  void keepsSecretsOutOfWhatTheModelIsTold() {
    talk.run("query", "--print", "-a", "cmd:no-such-program --token hunter2", "look");
    assertThat(talk.noticesIn(0)).hasSize(1);
    assertThat(talk.noticesIn(0).get(0)).contains("REDACTED").doesNotContain("hunter2");
  }

  @Test
  void attachesNoStandardInput() {
    assertThat(talk.refusal("query", "--print", "-a", "-", "text"))
        .isEqualTo("--attach (-) cannot be read again later; put it into a file");
  }

  @Test
  void keepsTheSchemaOfTheAnswer() {
    talk.file("schema.json", "{\"type\": \"object\"}");
    String schema = talk.workspace().directory().resolve("schema.json").toString();
    CliRun run = talk.good("query", "--print", "--json", "--schema", schema, "answer");
    assertThat(run.json()).hasSize(1);
    assertThat(run.json().get(0).toString()).contains("\"schema\":{\"type\":\"object\"}");
    talk.file("broken.json", "{\"type\": ");
    String broken = talk.workspace().directory().resolve("broken.json").toString();
    assertThat(talk.refusal("query", "--print", "--schema", broken, "x"))
        .isEqualTo("--schema (" + broken + "):1:10: it ends too soon");
    assertThat(talk.refusal("query", "--print", "--schema", "/no/such", "x"))
        .isEqualTo("--schema (/no/such) cannot be read: no such file or directory");
  }

  @Test
  void printsTheWholeConversation() {
    talk.good("query", "--print", "one");
    talk.good("conversation", "record-answer", "first answer");
    String before = talk.good("query", "--print", "--whole", "two").out();
    assertThat(before).contains("one").contains("first answer").contains("two");
    talk.good("conversation", "record-answer", "second answer");
    assertThat(talk.good("query", "--print", "--whole", "three").out()).startsWith(before);
    List<String> json = talk.good("query", "--print", "--whole", "--json", "four").outLines();
    assertThat(json).hasSizeGreaterThanOrEqualTo(6);
  }

  @Test
  void neverAttachesTheConversationsThemselves() {
    talk.good("query", "--print", "-a", "a.txt", "one");
    talk.good("query", "--print", "--hidden", "--no-ignore", "-a", ".", "two");
    assertThat(talk.attachedIn(1)).containsExactly("a.txt", "b.txt");
    talk.good("query", "--print", "--hidden", "--no-ignore", "-a", ".attache", "three");
    assertThat(talk.attachedIn(2)).isEmpty();
    CliRun resolved = talk.good("resolve", "--hidden", "--no-ignore", "--format=table");
    assertThat(resolved.out()).doesNotContain(".attache");
    assertThat(talk.good("plan", "--hidden", "--no-ignore", "--json").json())
        .filteredOn(each -> each.get("action").asText().equals("attach"))
        .extracting(each -> each.get("name").asText())
        .containsExactly("a.txt", "b.txt");
  }

  @Test
  void saysThatConversationsAreNotAttachedIfTheyAreNamed() {
    talk.good("query", "--print", "-a", "a.txt", "one");
    String why =
        ".attache/conversations: skipped, because conversations are stored there and would grow"
            + " with every turn; copy what you want to attach elsewhere";
    CliRun run = talk.run("query", "--print", "-a", ".attache/conversations", "-a", "b.txt", "two");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.errLines()).contains("attache: " + why);
    assertThat(run.out()).endsWith("\nnot attached: " + why + "\ntwo\n");
    assertThat(talk.attachedIn(1)).containsExactly("b.txt");
    String name = ".attache/conversations/" + talk.conversations().get(0) + "/events.jsonl";
    for (String command : List.of("resolve", "plan")) {
      CliRun other = talk.run(command, "--hidden", "--no-ignore", name);
      assertThat(other.errLines())
          .contains("attache: " + why.replace(".attache/conversations:", name + ":"));
      assertThat(other.exitCode()).isEqualTo(ExitCode.FAILED);
    }
  }

  @Test
  @Tag("process")
  void saysNothingOfExclusionsThatNobodyTyped() {
    talk.good("query", "--print", "-a", "cmd:echo hi", "-a", "!*.md", "one");
    String note =
        "attache: !*.md: excludes nothing, because no files are named before it; write it after what it takes away from";
    assertThat(talk.good("query", "--print", "-a", "cmd:echo ho", "two").errLines()).hasSize(1);
    assertThat(talk.good("resolve", "cmd:echo hi").err()).isEmpty();
    assertThat(talk.good("plan", "cmd:echo hi").err()).isEmpty();
    talk.workspace().declaring("!*.md", "cmd:echo hi");
    assertThat(talk.run("resolve", "--declared", "cmd:echo hi").err()).doesNotContain("excludes");
    assertThat(talk.good("resolve", "!*.md", "cmd:echo hi").errLines()).containsExactly(note);
    assertThat(talk.good("query", "--print", "-a", "!*.md", "-a", "cmd:echo hi", "3").errLines())
        .contains(note);
  }

  @Test
  void refusesAStoreThatIsALinkOutOfTheWorkspace() throws Exception {
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.createSymbolicLink(talk.workspace().directory().resolve(".attache"), outside);
    assertThat(talk.refusal("query", "--print", "hello"))
        .isEqualTo(".attache must not be a link that points outside the workspace");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void keepsContentsOutOfTheHistory() {
    talk.file("long.txt", Talk.LONG);
    talk.good("query", "--print", "-a", "long.txt", "-a", "a.txt", "one");
    talk.good("refresh", "--force", "long.txt");
    talk.input(Talk.LONG).good("tool-result");
    assertThat(talk.histories()).contains("long.txt").doesNotContain("a line of an attached file");
  }
}
