package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code attache serve} over standard streams. */
class ServeTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary).file("a.txt", "hello\n").file("src/b.txt", "b\n");
  }

  private String uri(String name) {
    return talk.workspace().workspace().uri() + "/" + name;
  }

  private ServeRun.Client client() {
    return ServeRun.in(talk);
  }

  @Test
  void givesWhatIsAttachedAndNothingElse() {
    ServeRun served =
        client().list().read(uri("a.txt")).serve("--attach", "a.txt", "-a", "src").good();
    assertThat(served.result(0).get("serverInfo").get("name").asText()).isEqualTo("attache");
    assertThat(served.names(1)).containsExactly("a.txt", "src/b.txt");
    assertThat(served.text(2)).isEqualTo("hello\n");
    assertThat(served.run().err()).isEmpty();
    assertThat(served.run().outLines()).as("answers, one a line").hasSize(3);
    assertThat(Files.exists(talk.workspace().directory().resolve(".attache"))).isFalse();
  }

  @Test
  void attachesNothingByItself() {
    ServeRun served = client().list().tools().serve().good();
    assertThat(served.names(1)).isEmpty();
    assertThat(served.result(2).get("tools"))
        .extracting(each -> each.get("name").asText())
        .containsExactlyInAnyOrder("refresh_resource", "list_resources");
  }

  @Test
  void attachesWhatTheConfigurationDeclares() {
    talk.workspace().declaring("src").withUser("", "a.txt");
    assertThat(client().list().serve("--attach", "!*.md").good().names(1))
        .containsExactly("a.txt", "src/b.txt");
  }

  @Test
  void saysWhatCannotBeAttachedAndServesTheRest() {
    ServeRun served = client().list().serve("-a", "missing.txt", "-a", "a.txt").good();
    assertThat(served.names(1)).containsExactly("a.txt");
    assertThat(served.run().errLines())
        .containsExactly("attache: missing.txt: no such file or directory");
  }

  @Test
  void saysHowMuchTheUsersRulesLeaveOutAndWhatLedNowhere() throws Exception {
    Files.createDirectory(talk.workspace().directory().resolve("empty"));
    talk.file(".gitignore", "*.log\n").file("src/x.log", "x").file("src/y.log", "y");
    ServeRun served = client().list().serve("-a", "src", "-a", "empty", "-a", ".env").good();
    assertThat(served.names(1)).containsExactly("src/b.txt");
    assertThat(served.run().errLines())
        .containsExactlyInAnyOrder(
            "attache: .env: no such file or directory",
            "attache: empty: contains no files",
            "attache: skipped 2: 2 ignored (-v lists them)");
  }

  @Test
  void tellsTheClientWhatItsLogIsFor() {
    talk.file("large.txt", "0123456789");
    ServeRun served = client().list().serve("-a", ".", "-a", "x*", "--max-bytes", "9").good();
    assertThat(served.run().json())
        .filteredOn(each -> each.path("method").asText().equals("notifications/message"))
        .extracting(each -> each.get("params").get("data").asText())
        .containsExactly(
            "not attached: large.txt: skipped, too-large: 10 bytes, and the limit is 9",
            "not attached: x*: matches nothing");
  }

  @Test
  void attachesWhatFitsIntoANumberOfTokens() {
    talk.file("src/large.txt", "word ".repeat(2000));
    ServeRun served = client().list().serve("-a", ".", "--max-tokens", "300").good();
    assertThat(served.names(1)).containsExactly("a.txt", "src/b.txt");
    String line = "src/large.txt: skipped for the limit of 300 tokens (≈ 2.0k tokens)";
    assertThat(served.run().errLines()).hasSize(2).startsWith("attache: " + line);
    assertThat(served.run().errLines().get(1))
        .matches("attache: ≈ \\d+ of 300 tokens used; 1 item left out");
    assertThat(served.run().json())
        .filteredOn(each -> each.path("method").asText().equals("notifications/message"))
        .extracting(each -> each.get("params").get("data").asText())
        .containsExactly("not attached: " + line);
  }

  @Test
  void runsNoCommandOfAWorkspaceThatIsNotTrusted() {
    talk.workspace().declaring("cmd:touch ran", "a.txt");
    ServeRun served = client().list().serve().good();
    assertThat(served.names(1)).containsExactly("a.txt");
    assertThat(served.run().errLines())
        .singleElement()
        .asString()
        .startsWith("attache: touch ran: is declared by the workspace and is not trusted");
    assertThat(Files.exists(talk.workspace().directory().resolve("ran"))).isFalse();
  }

  @Test
  @Tag("process")
  void runsTheCommandThatTheUserHasTyped() {
    ServeRun served = client().list().serve("--attach", "cmd:echo typed").good();
    String uri = served.result(1).get("resources").get(0).get("uri").asText();
    assertThat(uri).isEqualTo("cmd://echo?arg=typed");
    assertThat(client().read(uri).serve("--attach", "cmd:echo typed").good().text(1))
        .isEqualTo("typed\n");
  }

  @Test
  @Tag("process")
  void bridgesToTheServersThatTheUserHas() {
    var servers = new ServerWorkspace(talk.workspace(), temporary.resolve("started")).withUsers();
    ServeRun served =
        client()
            .list()
            .read("test://a.txt")
            .refresh("test://a.txt")
            .serve("--attach", "mcp+test+test://a.txt")
            .good();
    assertThat(served.result(1).get("resources"))
        .extracting(each -> each.get("uri").asText())
        .contains("test://a.txt");
    assertThat(served.text(2)).isEqualTo("A\u001b[31m\n");
    assertThat(served.result(3).get("isError")).isNull();
    assertThat(servers.starts()).as("one start serves reads and refreshes").isEqualTo(1);
  }

  /** What the user has asked before was read by another model, or by nobody. */
  @ParameterizedTest
  @ValueSource(strings = {"attach_resource notes please", "MCP session", "what is it?"})
  void givesAClientThatBeginsWhatOthersWereSent(String words) {
    talk.file("long.txt", Talk.LONG);
    talk.good("query", "--print", "--new", "--id", "mine", "-a", "long.txt", words);
    ServeRun run = client().refresh("long.txt").serve("--conversation", "mine").good();
    assertThat(run.result(1).at("/content/0/text").asText()).endsWith(" 40 lines\n" + Talk.LONG);
  }

  @Test
  void keepsTheConversationUnderAName() {
    String[] line = {"--conversation", "mine", "--attach", "a.txt"};
    assertThat(client().refresh(uri("a.txt")).serve(line).good().run().err()).isEmpty();
    assertThat(talk.conversations()).containsExactly("mine");
    assertThat(talk.attachedIn(0)).containsExactly("a.txt");
    assertThat(client().list().serve("--id", "mine", "-a", "src").good().names(1))
        .as("what it had, and what is new")
        .containsExactly("a.txt", "src/b.txt");
    assertThat(talk.attachedIn(1)).containsExactly("src/b.txt");
    assertThat(talk.good("refresh", "--id", "mine", "a.txt").out()).contains("hello");
  }

  @Test
  void goesOnWithWhatAQueryHasBegun() {
    talk.file("long.txt", Talk.LONG);
    talk.good("query", "--print", "--new", "--id", "mine", "--attach", "long.txt", "what?");
    ServeRun run =
        client()
            .read(uri("long.txt"))
            .refresh(uri("long.txt"))
            .refresh(uri("long.txt"))
            .serve("--conversation", "mine")
            .good();
    // All are asked at once, so that neither has to know of the other.
    assertThat(Stream.of(2, 3).map(id -> run.result(id).at("/content/0/text").asText()))
        .anyMatch(text -> text.endsWith("\n" + Talk.LONG))
        .allMatch(text -> text.startsWith("long.txt sha256:") || text.startsWith("long.txt is un"));
  }

  @Test
  void leavesTheConversationsThemselvesOut() {
    talk.good("query", "--print", "--new", "--id", "mine", "first");
    ServeRun served =
        client().list().serve("--hidden", "--conversation", "mine", "--attach", ".").good();
    assertThat(served.names(1)).contains("a.txt").noneMatch(name -> name.contains("events.jsonl"));
  }

  @Test
  void letsTheModelAttachIfTheUserDoes() {
    String attach = "{\"uri\":\"a.txt\"}";
    ServeRun refused = client().call("attach_resource", attach).serve().good();
    assertThat(refused.answer(1).get("error").get("code").asInt()).isEqualTo(-32602);
    ServeRun allowed =
        client().tools().call("attach_resource", attach).templates().serve("--allow-attach").good();
    assertThat(allowed.result(2).at("/content/0/text").asText())
        .isEqualTo("a.txt sha256:5891b5b522d5 1 line\nhello\n");
    assertThat(allowed.result(3).get("resourceTemplates").get(0).get("uriTemplate").asText())
        .isEqualTo("file:///{+path}");
    talk.workspace().withUser("[serve]\nallow-attach = true\n", "src");
    assertThat(client().call("attach_resource", attach).serve().good().result(1).get("isError"))
        .isNull();
  }

  @Test
  void saysOnATerminalWhyNothingIsAttached() {
    talk.workspace().answering("");
    assertThat(talk.good("serve").errLines().get(0))
        .isEqualTo("attache: nothing to attach: nothing was named; add --attach REF");
    assertThat(talk.good("serve", "-a", "missing.txt", "-a", ".env").errLines())
        .startsWith(
            "attache: nothing to attach: missing.txt: no such file or directory",
            "attache: nothing to attach: .env: no such file or directory");
  }

  @Test
  void saysOnATerminalWhatItWaitsFor() {
    talk.workspace().answering("");
    CliRun run = talk.good("serve", "-a", "a.txt");
    assertThat(run.errLines())
        .containsExactly(
            "attache: waiting for an MCP client on standard input; clients start this command"
                + " themselves (docs/serve.md); press Ctrl-D to stop");
    assertThat(run.out()).isEmpty();
    assertThat(talk.run("serve", "-q").err()).isEmpty();
  }

  @Test
  void failsIfTheConversationCannotBeOpened() {
    talk.file(".attache", "in the way");
    CliRun run = talk.run("serve", "--conversation", "mine");
    assertThat(run.err())
        .startsWith("attache: .attache is a file, but conversations need a directory");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void endsSilentlyWhenTheClientHasGone() throws Exception {
    var gone =
        new java.io.OutputStream() {
          @Override
          public void write(int b) throws java.io.IOException {
            throw new java.io.IOException("Broken pipe");
          }
        };
    talk.input("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    var err = new java.io.StringWriter();
    assertThat(talk.workspace().workspace().run(gone, err, "serve"))
        .isEqualTo(ExitCode.PIPE_CLOSED);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void survivesLinesThatAreNoMessages() {
    byte[] lines =
        "noise\n{}\n\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}"
            .getBytes(StandardCharsets.UTF_8);
    talk.workspace().workspace().standardInput(new ByteArrayInputStream(lines));
    CliRun run = talk.good("serve");
    assertThat(run.out()).endsWith("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n");
  }
}
