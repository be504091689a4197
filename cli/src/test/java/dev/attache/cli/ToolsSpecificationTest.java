package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Acceptance of the specification of tools, as far as no other test has it: the first number in a
 * name is that of a section, the second that of a line of its acceptance. Section 1 is about calls
 * and questions, 2 about the bridge for MCP tools, 4 about structured content.
 */
@Tag("process")
@Tag("network")
class ToolsSpecificationTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String ASKING =
      """
      [tools.q]
      command = ['sh', '-c', '''
      context=$(cat)
      case $context in
        *'"answers":{}'*)
          echo '{"content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"},'
          echo ' {"type": "question", "question": {"id": "confirm", "text": "Apply?",'
          echo '  "schema": {"type": "boolean"}, "default": true}}]}' ;;
        *) echo "done: $(echo "$context" | sed 's/.*"confirm":\\([a-z]*\\).*/\\1/')" ;;
      esac''']
      """;

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = ServerWorkspace.in(temporary).withUsers();
    Files.createFile(TestServer.weather(workspace.marker()));
  }

  private CliRun toolResult(String printed) {
    workspace.run("query", "--print", "--new", "--id", "one", "hello");
    workspace.workspace().workspace().standardInput(printed);
    return workspace.run("tool-result");
  }

  private String history() throws IOException {
    return Files.readString(
        workspace.workspace().directory().resolve(".attache/conversations/one/events.jsonl"));
  }

  private static long count(String history, String event) {
    return history.lines().filter(line -> line.contains("{\"event\":\"" + event + "\"")).count();
  }

  @Test
  void acceptance1Line1RecordsOneCallAndOneResult() throws IOException {
    workspace.withUsers(ASKING);
    workspace.run("query", "--print", "--new", "--id", "one", "do it");
    CliRun run = workspace.run("tool", "call", "q", "{}", "--answer", "confirm=true");
    assertThat(run.out()).isEqualTo("done: true\n");
    assertThat(run.exitCode()).isZero();
    String history = history();
    assertThat(count(history, "tool_call")).isEqualTo(1);
    assertThat(count(history, "question")).isEqualTo(1);
    assertThat(count(history, "answer")).isEqualTo(1);
    assertThat(count(history, "tool_result")).isEqualTo(1);
  }

  @Test
  void acceptance1Line7GivesTheResourceThatALinkLeadsTo() {
    CliRun run = workspace.run("tool", "call", "test__link", "{}");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .matches("(?s)<resource uri=\"test://linked\"[^>]*>\nitem\n</resource>\n")
        .contains("name=\"the link\"");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void acceptance1Line8LeavesOutAQuestionWithoutASchema() {
    CliRun run =
        toolResult(
            "{\"content\":[{\"type\":\"question\",\"question\":{\"id\":\"q\",\"text\":\"Why?\"}},"
                + "{\"type\":\"text\",\"text\":\"rest\"}]}");
    assertThat(run.out()).isEqualTo("rest\n");
    assertThat(run.errLines())
        .contains("attache: block 0 is left out: /question/schema is missing");
  }

  @Test
  void acceptance1Line9TakesAnUnknownStatusForStopped() throws IOException {
    CliRun run = toolResult("{\"content\":[],\"_meta\":{\"computer.jp/status\":\"banana\"}}");
    assertThat(run.errLines())
        .contains(
            "attache: /_meta/computer.jp~1status: must be running, waiting or stopped; taken as"
                + " stopped");
    assertThat(workspace.run("conversation", "show", "one").out()).doesNotContain("banana");
  }

  @Test
  void acceptance2Line7TellsARemoteServerNothingOfThisMachine() throws IOException {
    try (var server = new MockWebServer()) {
      var calls = new CopyOnWriteArrayList<JsonNode>();
      server.setDispatcher(asking(calls));
      server.start();
      String host = "127.0.0.1:" + server.getPort();
      CliRun run =
          workspace.run(
              "mcp",
              "call",
              "--allow-host",
              host,
              "--url",
              "http://" + host + "/mcp",
              "t",
              "{}",
              "--answer",
              "x=\"1\"");
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isEqualTo("done\n");
      assertThat(calls.get(0).has("_meta")).isFalse();
      assertThat(calls.get(1).at("/_meta/computer.jp~1tool/answers")).hasToString("{\"x\":\"1\"}");
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
        String outcome =
            calls.size() == 1
                ? "{'type':'needs_input','question':{'id':'x','text':'x?','answer_type':"
                    + "{'Select':{'options':['1']}}}}"
                : "{'type':'success','content':'done'}";
        return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
            + outcome.replace("'", "\\\"")
            + "\"}]}";
      }
    };
  }

  @Test
  void acceptance4Line3GivesStructuredContentAlone() {
    assertThat(toolResult("{\"structuredContent\":{\"temperature\":72}}").out())
        .isEqualTo("{\"temperature\":72}\n");
  }

  @Test
  void acceptance4Line4KeepsStructuredContentAndSendsOnlyTheBlocks() throws IOException {
    workspace.run("query", "--print", "--new", "--id", "one", "weather?");
    assertThat(workspace.run("tool", "call", "test__weather", "{\"k\":\"both\"}").exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(workspace.run("tool", "call", "test__weather", "{\"k\":\"only\"}").exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(history()).contains("\"structuredContent\":{\"temperature\":72}");
    var sent = new ArrayList<JsonNode>();
    JSON.readerFor(JsonNode.class)
        .<JsonNode>readValues(
            workspace.run("conversation", "print", "--json", "one").out().getBytes(UTF_8))
        .forEachRemaining(sent::add);
    assertThat(sent.toString())
        .doesNotContain("structuredContent")
        .contains("72F and sunny", "{\\\"temperature\\\":72}");
  }
}
