package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.resource.secrets.ShellWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Acceptance of the specification of tools, sections 1 (calls and questions), 2 (the bridge for MCP
 * tools) and 4 (structured content): the first number in a name is that of a section, the second
 * that of a line of its acceptance, which is typed as it is written there. What is missing here has
 * its number elsewhere: 1, line 3 at a true terminal in {@link ToolCallIT}, 1, line 10 in {@link
 * EarlierHistoryTest}, 3 in {@link ResourcesOptionTest}, and 5 in {@link ShownResultTest}.
 */
@Tag("process")
@Tag("network")
class ToolsSpecificationTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    ToolPrograms programs = ToolPrograms.in(temporary);
    workspace =
        ServerWorkspace.in(temporary)
            .withUsers(
                "s",
                programs.tool("q", ToolPrograms.CONFIRM)
                    + programs.tool("branch", ToolPrograms.BRANCH)
                    + programs.tool("nested", ToolPrograms.NESTED));
    workspace.workspace().workspace().file("README.md", "read me\n");
  }

  /** Runs a line of the specification, without the name of the program. */
  private CliRun attache(String line) throws ParseException {
    return workspace.run(ShellWords.split(line).words().toArray(String[]::new));
  }

  /** Runs a line that reads what another program printed. */
  private CliRun attache(String printed, String line) throws ParseException {
    workspace.workspace().workspace().standardInput(printed);
    return attache(line);
  }

  private void begin() throws ParseException {
    assertThat(attache("query --print --new --id one hello").exitCode()).isZero();
  }

  /** Lets the server list its tool with the schemas that it has. */
  private void listTool() throws IOException {
    Files.createFile(TestServer.weather(workspace.marker()));
  }

  private String history() throws IOException {
    return Files.readString(
        workspace.workspace().directory().resolve(".attache/conversations/one/events.jsonl"));
  }

  private static long count(String history, String event) {
    return history.lines().filter(line -> line.contains("{\"event\":\"" + event + "\"")).count();
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(workspace.workspace().directory().resolve("calls"));
  }

  @Test
  void acceptance1Line1RecordsOneCallAndOneResult() throws Exception {
    begin();
    CliRun run = attache("tool call q '{}' --answer confirm=true");
    assertThat(run.out()).isEqualTo("done: true\n");
    assertThat(run.err()).isEqualTo("attache: conversation one, turn 1, call call_1\n");
    assertThat(run.exitCode()).isZero();
    assertThat(calls()).hasSize(2);
    String history = history();
    assertThat(count(history, "tool_call")).isEqualTo(1);
    assertThat(count(history, "question")).isEqualTo(1);
    assertThat(count(history, "answer")).isEqualTo(1);
    assertThat(count(history, "tool_result")).isEqualTo(1);
  }

  @Test
  void acceptance1Line2SaysWhatToAnswerWhereNobodyCanBeAsked() throws Exception {
    begin();
    CliRun run = attache("tool call q '{}'");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: conversation one, turn 1, call call_1",
            "attache: q failed:",
            "attache: q needs input, and cannot ask without a terminal:",
            "attache: confirm: Apply? (schema {\"type\":\"boolean\"}, default true); answer it"
                + " with --answer confirm=JSON");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(history()).contains("\"kind\":\"needs-input\"");
    assertThat(calls()).hasSize(1);
  }

  /** {@link ToolCallIT} does the same at a true terminal. */
  @Test
  void acceptance1Line3AsksBelowTheTexts() throws ParseException {
    workspace.answering("n\n");
    CliRun run = attache("tool call q '{}'");
    assertThat(run.err()).isEqualTo("two files change\none is new\nApply? [Y/n] ");
    assertThat(run.out()).isEqualTo("done: false\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance1Line4NeverSendsAWrongAnswer() throws Exception {
    CliRun run = attache("tool call branch '{}' --answer target_branch='\"nope\"'");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: branch failed:",
            "attache: the answer to target_branch must be one of main, develop, staging");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(calls()).hasSize(1);
  }

  @Test
  void acceptance1Line5FillsATemplateOfAllThatIsRequired() throws Exception {
    Path template = temporary.resolve("template");
    Path editor =
        ToolPrograms.in(temporary)
            .write(
                "fill.sh",
                "#!/bin/sh\ncp \"$1\" '"
                    + template
                    + "'\necho '{\"version\": \"1\", \"target\": {\"name\": \"x\"}}' > \"$1\"\n");
    workspace.workspace().editingWith(editor).answering("");
    CliRun run = attache("tool call nested '{}'");
    assertThat(run.out())
        .isEqualTo("{\"release\":{\"version\":\"1\",\"target\":{\"name\":\"x\"}}}\n");
    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(template))
        .containsSubsequence("\"version\"", "\"target\"", "\"name\"");
  }

  @Test
  void acceptance1Line6AnswersAFormOfTheServer() throws Exception {
    workspace.workspace().withUser("", "README.md");
    Path file = Files.writeString(temporary.resolve("s.json"), workspace.json("s"));
    CliRun run = attache("mcp call --mcp-config " + file + " s ask '{}' --answer name='\"x\"'");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("{\"action\":\"accept\",\"content\":{\"name\":\"x\"}}\n");
    assertThat(run.exitCode()).isZero();
  }

  /** The tool of a server has the name of the server before its own (1.11). */
  @Test
  void acceptance1Line7GivesTheResourceThatALinkLeadsTo() throws Exception {
    listTool();
    CliRun run = attache("tool call s__link '{}'");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            <resource uri="demo://linked" name="the link" digest="sha256:2272bea616a0">
            linked
            </resource>
            """);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance1Line8LeavesOutAQuestionWithoutASchema() throws ParseException {
    begin();
    CliRun run =
        attache(
            "{\"content\":[{\"type\":\"question\",\"question\":{\"id\":\"q\",\"text\":\"Why?\"}},"
                + "{\"type\":\"text\",\"text\":\"rest\"}]}",
            "tool-result");
    assertThat(run.out()).isEqualTo("rest\n");
    assertThat(run.errLines())
        .contains("attache: block 0 is left out: /question/schema is missing");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void requirement1Point1TakesADefaultThatItsSchemaForbidsForNone() throws ParseException {
    begin();
    CliRun run =
        attache(
            "{\"content\":[{\"type\":\"question\",\"question\":{\"id\":\"q\",\"text\":\"Why?\","
                + "\"schema\":{\"type\":\"string\"},\"default\":7}}]}",
            "tool-result");
    assertThat(run.errLines())
        .contains("attache: the default of the question q is ignored: it must be a string");
    assertThat(run.out()).contains("Why?").doesNotContain("default");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance1Line9TakesAnUnknownStatusForStopped() throws ParseException {
    begin();
    CliRun run =
        attache("{\"content\":[],\"_meta\":{\"computer.jp/status\":\"banana\"}}", "tool-result");
    assertThat(run.errLines())
        .contains(
            "attache: /_meta/computer.jp~1status: must be running, waiting or stopped; taken as"
                + " stopped");
    assertThat(attache("conversation show one").out()).doesNotContain("banana");
  }

  @Test
  void acceptance2Line1TakesAnOutcomeForWhatItMeans() throws ParseException {
    CliRun run = attache("mcp call s t '{\"k\":\"success\"}'");
    assertThat(run.out()).isEqualTo("done!\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  /** What the tool answers is the {@code _meta} of its second call. */
  @Test
  void acceptance2Line2CallsAgainWithTheAnswersAndTheWorkspace() throws ParseException {
    CliRun run = attache("mcp call s t '{\"k\":\"outcome\"}' --answer confirm=true");
    assertThat(run.out())
        .isEqualTo(
            "{\"computer.jp/tool\":{\"name\":\"t\",\"arguments\":{\"k\":\"outcome\"},"
                + "\"answers\":{\"confirm\":true},\"options\":{}},"
                + "\"computer.jp/context\":{\"action\":\"run\",\"root\":\""
                + workspace.workspace().directory()
                + "\"}}\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance2Line3SendsNothingOfTheContextWithAFirstCall() throws ParseException {
    assertThat(attache("mcp call s t '{\"k\":\"echo\"}'").out()).isEqualTo("null\n");
  }

  @Test
  void acceptance2Line4BelievesTheFlagOfAnErrorMoreThanTheText() throws ParseException {
    CliRun run = attache("mcp call s t '{\"k\":\"conflict\"}'");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: t: the answer says success, but is marked as an error; treated as an error,"
                + " text as sent",
            "attache: t failed:",
            "attache: {\"type\":\"success\",\"content\":\"done!\"}");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void acceptance2Line5LeavesTwoTextsAsTheyAre() throws ParseException {
    CliRun run = attache("mcp call s t '{\"k\":\"two\"}'");
    assertThat(run.out()).isEqualTo("{\"type\":\"success\",\"content\":\"done!\"}\ntwo\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance2Line6SaysThatAnotherTryMaySucceed() throws ParseException {
    CliRun run = attache("mcp call s t '{\"k\":\"transient\"}'");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly("attache: t failed, another try may succeed:", "attache: busy");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void acceptance2Line7TellsARemoteServerNothingOfThisMachine() throws Exception {
    try (var server = new MockWebServer()) {
      var calls = new CopyOnWriteArrayList<JsonNode>();
      server.setDispatcher(asking(calls));
      server.start();
      String host = "127.0.0.1:" + server.getPort();
      CliRun run =
          attache(
              "mcp call --allow-host "
                  + host
                  + (" --url http://" + host + "/mcp")
                  + " t '{\"k\":\"echo\"}' --answer x=1");
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isEqualTo("done\n");
      assertThat(calls.get(0).has("_meta")).isFalse();
      assertThat(calls.get(1).at("/_meta/computer.jp~1tool/answers")).hasToString("{\"x\":1}");
      assertThat(calls.get(1).at("/_meta/computer.jp~1context"))
          .hasToString("{\"action\":\"run\"}");
      assertThat(calls).hasSize(2);
    }
  }

  /** A server whose only tool asks for {@code x}. */
  private static Dispatcher asking(List<JsonNode> calls) {
    return new Dispatcher() {
      @Override
      public MockResponse dispatch(RecordedRequest request) {
        try {
          JsonNode message =
              JSON.readTree(request.getBody() == null ? "{}" : request.getBody().utf8());
          return message.has("id") ? answer(message) : new MockResponse.Builder().code(202).build();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      private MockResponse answer(JsonNode message) {
        String result =
            switch (message.path("method").asText()) {
              case "initialize" ->
                  "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                      + "\"serverInfo\":{\"name\":\"far\",\"version\":\"1\"}}";
              case "tools/list" ->
                  "\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}";
              case "tools/call" -> called(message.path("params"));
              default -> "\"error\":{\"code\":-32601,\"message\":\"unknown method\"}";
            };
        String body = "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + "," + result + "}";
        return new MockResponse.Builder()
            .addHeader("Content-Type", "application/json")
            .body(body)
            .build();
      }

      private String called(JsonNode params) {
        calls.add(params);
        String block =
            calls.size() == 1
                ? "{\"type\":\"question\",\"question\":{\"id\":\"x\",\"text\":\"x?\","
                    + "\"schema\":{\"type\":\"integer\"}}}"
                : "{\"type\":\"text\",\"text\":\"done\"}";
        return "\"result\":{\"content\":[" + block + "]}";
      }
    };
  }

  @Test
  void acceptance4Line1GivesTheBlocksAndSaysThatThereIsMoreForPrograms() throws Exception {
    listTool();
    CliRun both = attache("mcp call s t '{\"k\":\"both\"}'");
    assertThat(both.out()).isEqualTo("72F and sunny\n");
    assertThat(both.err())
        .isEqualTo(
            "attache: t: also answered with 18 B of structured content that says more;"
                + " --structured shows it\n");
    assertThat(both.exitCode()).isZero();
    CliRun structured = attache("mcp call s t '{\"k\":\"both\"}' --structured");
    assertThat(structured.out()).isEqualTo("{\"temperature\":72}\n");
    assertThat(structured.err()).isEmpty();
    CliRun json = attache("mcp call s t '{\"k\":\"both\"}' --json");
    assertThat(json.out())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"72F and sunny\"}],"
                + "\"structuredContent\":{\"temperature\":72}}\n");
  }

  @Test
  void acceptance4Line2SaysWhatDoesNotFollowTheSchemaAndFailsOnlyIfStrict() throws Exception {
    listTool();
    CliRun bad = attache("mcp call s t '{\"k\":\"bad\"}'");
    assertThat(bad.out()).isEqualTo("72F and sunny\n");
    assertThat(bad.errLines())
        .contains(
            "attache: t: structuredContent does not follow the tool's outputSchema: /temperature"
                + " must be a number");
    assertThat(bad.exitCode()).isZero();
    CliRun strict = attache("mcp call s t '{\"k\":\"bad\"}' --strict");
    assertThat(strict.out()).isEmpty();
    assertThat(strict.err()).isEqualTo(bad.errLines().get(0) + "\n");
    assertThat(strict.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void acceptance4Line3GivesStructuredContentAlone() throws ParseException {
    begin();
    CliRun run = attache("{\"structuredContent\":{\"temperature\":72}}", "tool-result");
    assertThat(run.out()).isEqualTo("{\"temperature\":72}\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance4Line4KeepsStructuredContentAndSendsOnlyTheBlocks() throws Exception {
    listTool();
    begin();
    assertThat(attache("tool call s__t '{\"k\":\"both\"}'").exitCode()).isZero();
    assertThat(attache("tool call s__t '{\"k\":\"only\"}'").exitCode()).isZero();
    assertThat(history()).contains("\"structuredContent\":{\"temperature\":72}");
    var sent = new ArrayList<JsonNode>();
    JSON.readerFor(JsonNode.class)
        .<JsonNode>readValues(attache("conversation print --json one").out().getBytes(UTF_8))
        .forEachRemaining(sent::add);
    assertThat(sent.toString())
        .doesNotContain("structuredContent")
        .contains("72F and sunny", "{\\\"temperature\\\":72}");
  }
}
