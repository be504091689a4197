package dev.attache.mcp.tools;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.McpServer;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolError;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class McpToolTest {

  private CalledTools tools = CalledTools.of();

  @AfterEach
  void close() {
    tools.close();
  }

  @Test
  void leavesOutADefinitionThatIsTooLarge() {
    Map<String, Object> schema = Map.of("type", "object", "description", "x".repeat(1 << 18));
    McpServer server = tools.server();
    List<McpTool> all =
        new McpTools(tools.notes::add)
            .add(
                server,
                List.of(Map.of("name", "a", "inputSchema", schema), Map.of("name", "b")),
                () -> {
                  throw new AssertionError("nothing is called");
                },
                BridgeSettings.of(server, 1000))
            .all();
    assertThat(all).singleElement().satisfies(each -> assertThat(each.name()).isEqualTo("srv__b"));
    assertThat(tools.notes)
        .singleElement()
        .asString()
        .startsWith(
            "the tool a of the MCP server srv is left out: its name, description and schema")
        .endsWith(" characters, and the limit is 262144");
  }

  @Test
  void readsWhatASuccessSays() throws ResourceException {
    ToolResponse response = tools.call("success");
    assertThat(response).isEqualTo(ToolResponse.of(TextBlock.of("done!")));
    assertThat(tools.notes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "modern"})
  void asksAndIsCalledAgainWithTheAnswer(String mode) throws ResourceException {
    tools.close();
    tools = CalledTools.of(mode);
    ToolResponse asking = tools.call("outcome");
    assertThat(asking.isError()).isFalse();
    assertThat(CalledTools.shown(asking))
        .containsExactly(
            "This changes a file.",
            InputRequest.of("confirm", "Apply?", Map.of("type", "boolean"))
                .withDefault(true)
                .toString());
    ToolResponse answered = tools.call(Map.of("k", "outcome"), Map.of("confirm", true));
    assertThat(CalledTools.shown(answered).get(0))
        .contains(
            "\"computer.jp/tool\":{\"name\":\"t\",\"arguments\":{\"k\":\"outcome\"},"
                + "\"answers\":{\"confirm\":true},\"options\":{}}",
            "\"computer.jp/context\":{\"action\":\"run\",\"root\":\"/the/workspace\"}");
  }

  @Test
  void sendsNothingWithAFirstCall() throws ResourceException {
    assertThat(CalledTools.shown(tools.call("echo"))).containsExactly("null");
  }

  @Test
  void sendsWhatTheUserHasSet() throws ResourceException {
    assertThat(tools.tool().options()).isEqualTo(Map.of("depth", 2));
    var context =
        new ToolContext(
            "t", Map.of("k", "echo"), Map.of(), tools.tool().options(), null, tools.observer());
    assertThat(CalledTools.shown(tools.call(context, PATIENCE)))
        .containsExactly(
            "{\"computer.jp/tool\":{\"name\":\"t\",\"arguments\":{\"k\":\"echo\"},\"answers\":{},"
                + "\"options\":{\"depth\":2}},\"computer.jp/context\":{\"action\":\"run\"}}");
  }

  @Test
  void letsTheUsersOwnMetaGoFirstKeyByKey() throws ResourceException {
    tools.close();
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("computer.jp/context", "mine");
    own.put("x", 1);
    tools = CalledTools.of(settings -> settings.sending(own));
    assertThat(CalledTools.shown(tools.call("echo")))
        .containsExactly("{\"computer.jp/context\":\"mine\",\"x\":1}");
    assertThat(CalledTools.shown(tools.call(Map.of("k", "echo"), Map.of("a", 1))))
        .containsExactly(
            "{\"computer.jp/tool\":{\"name\":\"t\",\"arguments\":{\"k\":\"echo\"},"
                + "\"answers\":{\"a\":1},\"options\":{}},\"computer.jp/context\":\"mine\",\"x\":1}");
  }

  @Test
  void leavesTheKeysOfTheProtocolAlone() throws ResourceException {
    tools.close();
    tools = CalledTools.of("modern").followingProgress();
    String meta = CalledTools.shown(tools.call(Map.of("k", "echo"), Map.of("a", 1))).get(0);
    assertThat(meta)
        .contains(
            "\"progressToken\":\"progress-1\"",
            "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"");
  }

  @Test
  void sendsNothingToAServerThatIsNotTrusted() throws ResourceException {
    tools.close();
    tools = CalledTools.ofWorkspace(false);
    assertThat(CalledTools.shown(tools.call(Map.of("k", "echo"), Map.of("a", 1))))
        .containsExactly("null");
    tools.close();
    tools = CalledTools.ofWorkspace(true);
    assertThat(CalledTools.shown(tools.call(Map.of("k", "echo"), Map.of("a", 1))).get(0))
        .contains("\"answers\":{\"a\":1}");
  }

  @Test
  void takesTheMarkOfAFailureBeforeASuccess() throws ResourceException {
    ToolResponse response = tools.call("conflict");
    assertThat(response.isError()).isTrue();
    assertThat(CalledTools.shown(response))
        .containsExactly("{\"type\":\"success\",\"content\":\"done!\"}");
    assertThat(tools.notes)
        .containsExactly(
            "the answer says success, but is marked as an error; treated as an error, text as"
                + " sent");
  }

  @Test
  void saysThatAnotherTryMaySucceed() throws ResourceException {
    ToolResponse response = tools.call("transient");
    assertThat(response.isError()).isTrue();
    assertThat(CalledTools.shown(response)).containsExactly("busy");
    assertThat(response.error()).isEqualTo(new ToolError(true, List.of("a", "b"), null));
  }

  @Test
  void leavesTwoTextsAndHalfOfAnAnswerAsTheyAre() throws ResourceException {
    assertThat(CalledTools.shown(tools.call("two")))
        .containsExactly("{\"type\":\"success\",\"content\":\"1\"}", "2");
    String success = "{\"type\":\"success\",\"content\":\"1\"}";
    assertThat(CalledTools.shown(tools.call(Map.of("k", "half", "text", success), Map.of())))
        .containsExactly(success);
    assertThat(tools.notes).containsExactly("block 1 is left out: /type is missing");
  }

  @Test
  void leavesATextBesideStructuredContentAsItIs() throws ResourceException {
    String success = "{\"type\":\"success\",\"content\":\"1\"}";
    ToolResponse response = tools.call(Map.of("k", "both", "text", success), Map.of());
    assertThat(CalledTools.shown(response)).containsExactly(success);
    assertThat(response.structured()).isNotNull();
  }

  @Test
  void canBeToldToTakeTextsAsTheyAre() throws ResourceException {
    tools.close();
    tools = CalledTools.of(settings -> settings.readingOutcomes(false));
    assertThat(CalledTools.shown(tools.call("success")))
        .containsExactly("{\"type\":\"success\",\"content\":\"done!\"}");
  }

  @Test
  void tellsHowFarItIs() throws ResourceException {
    tools.followingProgress().call("progress");
    assertThat(tools.progress).containsExactly("3 of 10, half-way");
  }

  @Test
  void failsWithWhatTheServerSays() {
    ResourceException failure =
        catchThrowableOfType(ResourceException.class, () -> tools.call("unknown"));
    assertThat(failure.message())
        .isEqualTo("the MCP server srv answered tools/call with error -32601: not found");
    assertThat(failure.kind()).isEqualTo(Kind.FAILED);
    assertThat(failure.isTransient()).isFalse();
  }

  @Test
  void failsWhenTheTimeIsOver() {
    ResourceException failure =
        catchThrowableOfType(
            ResourceException.class,
            () ->
                tools.call(tools.context(Map.of("k", "never"), Map.of()), Duration.ofMillis(300)));
    assertThat(failure.message())
        .isEqualTo("the MCP server srv did not answer tools/call within 300 ms");
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(failure.isTransient()).isTrue();
  }

  @Test
  void stopsWhenItsThreadIsInterrupted() {
    Thread.currentThread().interrupt();
    ResourceException failure =
        catchThrowableOfType(ResourceException.class, () -> tools.call("never"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void isDefinedByWhatTheServerListsAndByTheServer() {
    var listed = new LinkedHashMap<String, Object>();
    listed.put("name", "add");
    listed.put("description", "Adds two numbers.");
    listed.put("annotations", Map.of("readOnlyHint", true));
    Map<String, Object> before = defined(listed);
    assertThat(before)
        .containsOnlyKeys("description", "inputSchema", "annotations", "server")
        .containsEntry("server", tools.server().digest().hex());
    listed.put("description", "DELETES all files.");
    listed.put("annotations", Map.of("destructiveHint", true));
    Map<String, Object> after = defined(listed);
    assertThat(after)
        .containsEntry("description", "DELETES all files.")
        .containsEntry("annotations", Map.of("destructiveHint", true))
        .containsEntry("inputSchema", before.get("inputSchema"));
  }

  private Map<String, Object> defined(Map<String, Object> listed) {
    return new McpTools(tools.notes::add)
        .add(
            tools.server(),
            List.of(listed),
            () -> {
              throw new AssertionError("nothing is called");
            },
            BridgeSettings.of(tools.server(), 1000))
        .all()
        .get(0)
        .definition();
  }

  @Test
  void isWhatTheServerLists() throws Exception {
    List<McpTool> all =
        new McpTools(tools.notes::add)
            .add(
                tools.server(),
                tools.listed(),
                () -> {
                  throw new AssertionError("nothing is called");
                },
                BridgeSettings.of(tools.server(), 1000))
            .all();
    assertThat(all).extracting(McpTool::name).containsExactly("srv__t", "srv__t_read");
    McpTool read = all.get(1);
    assertThat(read.originalName()).isEqualTo("t.read");
    assertThat(read.title()).isEqualTo("A tool");
    assertThat(read.description()).isEqualTo("Answers by k.");
    assertThat(read.source()).isEqualTo("mcp:srv");
    assertThat(read.inputSchema()).isEqualTo(Map.of("type", "object", "required", List.of("k")));
    assertThat(read.outputSchema()).isEqualTo(Map.of("type", "object"));
    assertThat(read.isReadOnly()).isTrue();
    assertThat(all.get(0).isReadOnly()).isFalse();
    assertThat(tools.notes).isEmpty();
  }
}
