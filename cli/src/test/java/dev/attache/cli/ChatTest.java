package dev.attache.cli;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code attache chat} without a terminal that edits lines, against a provider on this computer.
 */
@Tag("network")
class ChatTest {

  private static final String LONG = "a line that is worth a reference\n".repeat(200);

  @TempDir Path temporary;

  private final FakeProvider fake = FakeProvider.start(ChatTest::answer);
  private TestWorkspace workspace;

  @BeforeEach
  void configure() throws IOException {
    workspace =
        TestWorkspace.in(Files.createDirectories(temporary.resolve("work")))
            .environment(Map.of("OPENAI_API_KEY", "k"))
            .file("a.txt", LONG)
            .file("my file.txt", "with a blank\n")
            .file("src/Main.java", "class Main {}\n")
            .file("src/Other.java", "class Other {}\n");
    config("[agent]\nmodel = \"fake\"\n");
  }

  @AfterEach
  void close() {
    fake.close();
  }

  /** What nobody has scripted. */
  private static Answer answer(FakeProvider.Received received) {
    return FakeWire.CHAT.streamed(text("Yes."));
  }

  private void config(String more) throws IOException {
    Files.writeString(
        temporary.resolve("own.toml"),
        "[providers.fake]\nkind = \"openai-chat\"\nbase-url = \"" + fake.url() + "\"\n" + more);
  }

  private CliRun run(List<String> command, String... arguments) {
    var line = new ArrayList<>(command);
    line.addAll(List.of("--config", temporary.resolve("own.toml").toString()));
    line.addAll(List.of(arguments));
    return workspace.run(line.toArray(String[]::new));
  }

  /** A session in a new conversation, through a pipe. */
  private CliRun chat(String lines, String... options) {
    workspace.piped(lines);
    var line = new ArrayList<>(List.of("chat", "--new", "--id", "demo"));
    return run(line, options);
  }

  private void answers(FakeWire.Say... says) {
    fake.answer(FakeWire.CHAT.streamed(says));
  }

  private String body(int number) {
    return fake.requests().get(number).body();
  }

  @Test
  void asksEachLineInOneConversation() {
    answers(text("One."));
    answers(text("Two."));
    CliRun run = chat("first\n\nsecond\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("One.\nTwo.\n");
    assertThat(run.errLines().get(0))
        .matches("attache: new conversation demo, fake/.*; /help explains, Ctrl-D ends");
    assertThat(run.err())
        .contains("attache: conversation demo, turn 1\n", "attache: conversation demo, turn 2\n")
        .doesNotContain("\u001b", "> ");
    assertThat(body(1)).containsSubsequence("first", "One.", "second");
    assertThat(fake.requests()).hasSize(2);
  }

  @Test
  void recordsWhatAQueryWouldRecord() throws IOException {
    chat("Look at @a.txt.\nAnd now?\n");
    run(List.of("query"), "--new", "--id", "other", "-a", "a.txt", "Look at @a.txt.");
    run(List.of("query"), "--id", "other", "And now?");
    assertThat(body(0)).isEqualTo(body(2));
    assertThat(body(1)).isEqualTo(body(3));
    CliRun shown = workspace.run("conversation", "print", "demo");
    assertThat(shown.out()).isEqualTo(workspace.run("conversation", "print", "other").out());
  }

  @Test
  void attachesWhatALineNamesAndLeavesTheLineAsItIs() {
    CliRun run =
        chat("Compare @\"my file.txt\" with @src/*.java, @Override and ann@example.org @no/such\n");
    assertThat(run.err())
        .contains("attache: attaching my file.txt, src/*.java\n")
        .contains("attache: @no/such names nothing here, and is only text\n");
    assertThat(body(0))
        .contains("with a blank", "class Main", "class Other")
        .contains("@\\\"my file.txt\\\" with @src/*.java, @Override and ann@example.org @no/such");
    assertThat(workspace.run("attachment", "ls", "--id", "demo").outLines()).hasSize(4);
  }

  @Test
  void joinsLinesAtABackslashAndDoublesASlash() {
    chat("one\\\ntwo\\\\\n//three\n");
    assertThat(body(0)).contains("one\\ntwo\\\\\\\\");
    assertThat(body(1)).contains("/three").doesNotContain("//three");
  }

  @Test
  void goesOnAfterAnErrorOfTheModel() {
    fake.answer(Answer.json(401, "{\"error\":{\"message\":\"wrong key\"}}"));
    answers(text("Hello."));
    answers(text("Fine."));
    CliRun run = chat("Hello?\n/continue\nHow are you?\n/continue\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("Hello.\nFine.\n");
    assertThat(run.err())
        .contains("wrong key", "attache: the turn is recorded; /continue resumes it\n")
        .contains("attache: the last turn is answered already\n");
    assertThat(body(1)).isEqualTo(body(0));
  }

  @Test
  void takesBackATurnAndAsksAgain() {
    answers(text("Wrong."));
    answers(text("Right."));
    CliRun run = chat("First.\n/undo\nSecond.\n");
    assertThat(run.err())
        .containsPattern("attache: conversation demo: turn 1 was removed; a copy .* archived\n");
    assertThat(body(1)).contains("Second.").doesNotContain("First.", "Wrong.");
  }

  @Test
  void attachesDetachesAndPlansTheNextTurn() {
    CliRun run =
        chat(
            """
                /plan
                /plan a.txt
                /attach a.txt 'my file.txt'
                /detach 'my file.txt'
                /plan
                Look.
                /plan
                /attach
                /detach nothing
                """);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("attache: conversation demo: the next turn attaches a.txt, my file.txt\n")
        .contains("attache: conversation demo no longer attaches my file.txt\n")
        .contains("attache: the next turn attaches nothing\n")
        .contains("attache: missing argument: REF\n")
        .contains("attache: nothing is not declared in demo; `attache attachment ls`");
    assertThat(run.out()).contains("a.txt\n", " tokens for fake/");
    assertThat(body(0)).contains("worth a reference").doesNotContain("with a blank");
  }

  @Test
  void refreshesWhatHasChangedAndSaysWhatTheModelGets() throws IOException {
    answers(text("I see."));
    answers(call("c1", "edit", "{}"));
    config(
        """
            [tools.edit]
            command = ["sh", "-c", "echo more >> a.txt; echo done"]
            permission = "allow"
            [agent]
            model = "fake"
            tools = ["edit"]
            """);
    CliRun run =
        chat("See @a.txt\n/refresh\nChange it.\n/refresh\n/refresh a.txt\n/refresh no.txt\nAnd?\n");
    assertThat(run.err())
        .containsPattern("attache: a.txt: changed, a diff of [0-9]+ bytes for the model\n")
        .contains("attache: no attached file has changed\n")
        .contains("attache: a.txt: unchanged, not sent again\n")
        .contains("attache: refresh_resource failed: no.txt is not attached to this conversation");
    assertThat(run.out()).isEqualTo("I see.\nYes.\nYes.\n");
    assertThat(body(3)).contains("+more");
  }

  @Test
  void showsAndChangesTheModel() throws IOException {
    config(
        "[agent]\nmodel = \"fake\"\n[providers.second]\nkind = \"openai-chat\"\nbase-url = \""
            + fake.url()
            + "\"\nmodel = \"other\"\n");
    CliRun run = chat("/model\nOne.\n/model second\nTwo.\n/model sekond\nThree.\n/model a b\n");
    assertThat(run.out()).contains("PROVIDER", "second");
    assertThat(run.err())
        .contains("model: second/other\n", "did you mean second?", "/model takes one NAME");
    assertThat(body(0)).doesNotContain("\"model\":\"other\"");
    assertThat(body(1)).contains("\"model\":\"other\"");
    assertThat(body(2)).contains("\"model\":\"other\"");
  }

  @Test
  void showsWhatItTookAndWhichToolsThereAre() throws IOException {
    config(
        """
            [tools.say]
            command = ["echo"]
            description = "Says it."
            [agent]
            model = "fake"
            tools = ["say"]
            """);
    CliRun run = chat("/cost\nHello?\n/cost\n/tools\n", "--allow-attach");
    assertThat(run.err())
        .contains("attache: nothing is recorded in this conversation yet\n")
        .contains("the model may call: refresh_resource, attach_resource, say\n");
    assertThat(run.out())
        .contains(" all         15        100", "1 request\n", "say   local  Says it.\n");
  }

  @Test
  void explainsItsCommandsAndWhatItDoesNotKnow() {
    CliRun run = chat("/help\n/plann\n/xyzzy\n/undo 3\n/attach 'a\n/quit\nnever\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("  /attach REF...  Attach to the next turn; !REF excludes.\n")
        .contains("attache: unknown command /plann; did you mean /plan? (// begins a message with")
        .contains("attache: unknown command /xyzzy; commands: /attach, /detach, ")
        .contains("attache: /undo takes no arguments: 3\n")
        .contains("attache: /attach: ");
    assertThat(fake.requests()).isEmpty();
    assertThat(workspace.path(".attache/conversations/demo")).doesNotExist();
  }

  @Test
  void goesOnWhereTheConversationWasDeleted() throws IOException {
    answers(call("c1", "rm", "{}"));
    config(
        """
            [tools.rm]
            command = ["rm", "-r", ".attache/conversations/demo"]
            permission = "allow"
            [agent]
            model = "fake"
            tools = ["rm"]
            """);
    CliRun run = chat("Delete it.\nAre you there?\n/cost\n/new\nAnd now?\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("attache: conversation demo does not exist any more; /new starts another one\n")
        .contains("attache: the next message starts conversation ");
    assertThat(run.out()).endsWith("Yes.\n");
  }

  @Test
  void goesOnWithAConversationAndWithWhatAnotherProgramAddsToIt() {
    run(List.of("query"), "--new", "--id", "demo", "Before.");
    workspace.piped("After.\n");
    CliRun run = run(List.of("chat", "--id", "de"));
    assertThat(run.errLines().get(0)).startsWith("attache: conversation demo, fake/");
    assertThat(body(1)).containsSubsequence("Before.", "Yes.", "After.");
  }

  @Test
  void attachesWithItsFirstTurnOnly() {
    chat("One.\nTwo.\n", "-a", "a.txt");
    CliRun run = workspace.run("attachment", "ls", "--id", "demo");
    assertThat(run.outLines()).hasSize(2);
    assertThat(body(0)).contains("worth a reference");
  }

  @Test
  void asksForConsentWhereSomebodyCanAnswer() throws IOException {
    config(
        """
            [tools.say]
            command = ["echo", "said"]
            [agent]
            model = "fake"
            tools = ["say"]
            """);
    answers(call("c1", "say", "{}"));
    workspace.answering("Say it.\ny\nThank you.\n");
    CliRun run = run(List.of("chat", "--new"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsSubsequence("> ", "the model wants to call say", "[p]rint: ", "> ", "> ")
        .doesNotContain("\u001b");
    assertThat(body(1)).contains("said");
    assertThat(body(2)).contains("Thank you.");
  }

  @Test
  @Tag("process")
  void startsAServerOnceForAllLines() throws IOException {
    Path marker = temporary.resolve("marker");
    List<String> words =
        TestServer.command(marker).stream().map(word -> "\"" + word + "\"").toList();
    Path servers =
        Files.writeString(
            temporary.resolve("servers.json"),
            "{\"mcpServers\":{\"test\":{\"command\":"
                + words.get(0)
                + ",\"args\":"
                + words.subList(1, words.size())
                + "}}}");
    CliRun run =
        chat(
            "One.\nTwo, with @test:test://a.txt!\nThree.\n",
            "--mcp-config",
            servers.toString(),
            "--tool",
            "mcp+test");
    assertThat(run.err()).contains("attache: attaching mcp+test+test://a.txt\n");
    assertThat(body(0)).contains("test__echo");
    assertThat(body(2)).contains("test__echo", "test://a.txt", "Three.");
    assertThat(marker).hasContent("started\n");
  }

  @Test
  void doesNotBeginWithoutAModelOrAKeyOrForPrograms() throws IOException {
    CliRun json = chat("Hello?\n", "--json");
    assertThat(json.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(json.err())
        .startsWith("attache: --json is for single questions: attache query --json");
    workspace.environment(Map.of());
    CliRun locked = chat("Hello?\n");
    assertThat(locked.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(locked.err()).startsWith("attache: no key for fake: set OPENAI_API_KEY");
    config("");
    CliRun nobody = chat("Hello?\n");
    assertThat(nobody.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nobody.err()).startsWith("attache: no model configured; ");
    assertThat(workspace.path(".attache")).doesNotExist();
  }

  @Test
  void endsWhenNobodyReadsTheAnswers() {
    workspace.piped("One.\nTwo.\n");
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    int exitCode =
        workspace.run(
            closed,
            new StringWriter(),
            "chat",
            "--new",
            "--config",
            temporary.resolve("own.toml").toString());
    assertThat(exitCode).isEqualTo(ExitCode.PIPE_CLOSED);
    assertThat(fake.requests()).hasSize(1);
  }

  @Test
  void refusesWhatIsNoText() {
    workspace.standardInput(new byte[] {'a', (byte) 0xff, '\n'});
    CliRun run = run(List.of("chat", "--new"));
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("attache: standard input is not UTF-8\n");
  }
}
