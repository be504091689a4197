package dev.attache.langchain4j;

import static dev.attache.langchain4j.TestMemory.call;
import static dev.attache.langchain4j.TestMemory.calls;
import static dev.attache.langchain4j.TestMemory.words;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.model.OfferedTool;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.test.ModelSamples;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttacheToolsTest {

  @TempDir Path temporary;
  private TestMemory talk;
  private AttacheChatMemory memory;
  private final Script model = new Script();

  @BeforeEach
  void begin() throws IOException {
    talk = new TestMemory(temporary).file("a.txt", "old");
    memory = talk.builder().build();
  }

  /** The service. */
  interface Talk {
    Result<String> ask(String question);
  }

  /** A model that says what it is told to. */
  private static final class Script implements ChatModel {

    private final Queue<AiMessage> answers = new ArrayDeque<>();
    private final List<ChatRequest> requests = new ArrayList<>();

    @Override
    public ChatResponse doChat(ChatRequest request) {
      requests.add(request);
      return ChatResponse.builder().aiMessage(answers.remove()).build();
    }
  }

  @Test
  void refersToWhatTheModelHasAndGivesWhatHasChanged() throws IOException {
    memory.attachAll(talk.resolver, "a.txt");
    model.answers.add(calls("a", "a.txt"));
    model.answers.add(AiMessage.from("It is the same."));
    ask(AttacheTools.builder(memory, talk.resolver).build());
    assertThat(last()).startsWith("result a: The content of a.txt is identical to the attachment");
    talk.file("a.txt", "new");
    model.answers.add(calls("b", "a.txt"));
    model.answers.add(AiMessage.from("It is new."));
    Result<String> result = ask(AttacheTools.builder(memory, talk.resolver).build());
    assertThat(last()).isEqualTo("result b: <a.txt new>");
    assertThat(result.content()).isEqualTo("It is new.");
    assertThat(result.toolExecutions().get(0).result()).startsWith("new line 0\nnew line 1\n");
  }

  @Test
  void givesAContentOnceWhereCallsRunAtOnce() throws IOException {
    memory.attachAll(talk.resolver, "a.txt");
    talk.file("a.txt", "new");
    model.answers.add(calls("a", "a.txt", "b", "a.txt", "c", "a.txt", "d", "a.txt"));
    model.answers.add(AiMessage.from("Yes."));
    Talk service =
        services(AttacheTools.builder(memory, talk.resolver).build())
            .executeToolsConcurrently()
            .build();
    service.ask("Go.");
    List<String> results = lastWords();
    assertThat(results.subList(results.size() - 4, results.size()))
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo("result a: <a.txt new>"),
            second -> assertThat(second).contains("identical to the result of tool call a in"),
            third -> assertThat(third).contains("identical to the result of tool call a in"),
            fourth -> assertThat(fourth).contains("identical to the result of tool call a in"));
  }

  @Test
  void attachesWhatThePolicyAllowsOnceAllCallsHaveTheirResults() throws IOException {
    model.answers.add(
        AiMessage.from(
            call("a", "attach_resource", "{\"uri\":\"a.txt\"}"),
            call("b", "attach_resource", "{\"uri\":\"cmd:ls\"}")));
    model.answers.add(calls("c", "a.txt"));
    model.answers.add(AiMessage.from("Yes."));
    AttachPolicy policy = new AttachPolicy(Set.of(), Set.of());
    ask(AttacheTools.builder(memory, talk.resolver).attach(policy).build());
    assertThat(lastWords())
        .satisfiesExactly(
            question -> assertThat(question).isEqualTo("user: Go."),
            answer -> assertThat(answer).isEqualTo("model: [a] [b]"),
            attached -> assertThat(attached).isEqualTo("result a: <a.txt old>"),
            denied ->
                assertThat(denied).startsWith("result b: cmd:ls cannot be attached: no handler"),
            answer -> assertThat(answer).isEqualTo("model: [c]"),
            refreshed ->
                assertThat(refreshed)
                    .startsWith("result c: The content of a.txt is identical to the result of"));
  }

  @Test
  void answersWhateverGoesWrong() throws IOException {
    model.answers.add(
        AiMessage.from(
            call("a", "refresh_resource", "{\"uri\":\"none.txt\"}"),
            call("b", "refresh_resource", "{\"uri\":"),
            call("c", "refresh_resource", "[]"),
            call("d", "break", "{}"),
            call("e", "refresh_resource", "")));
    model.answers.add(AiMessage.from("Oh."));
    LoopTool broken =
        tool(
            "break",
            false,
            () -> {
              throw new IllegalStateException("it is broken");
            });
    ask(AttacheTools.builder(memory, talk.resolver).tools(List.of(broken)).build());
    assertThat(lastWords().subList(2, 7))
        .satisfiesExactly(
            a -> assertThat(a).startsWith("result a: none.txt is not attached"),
            b -> assertThat(b).startsWith("result b: The arguments of refresh_resource are not a"),
            c ->
                assertThat(c)
                    .isEqualTo(
                        "result c: The arguments of refresh_resource are not a JSON object: they"
                            + " are another JSON value."),
            d ->
                assertThat(d)
                    .isEqualTo(
                        "result d: The tool failed with an error of its own:"
                            + " java.lang.IllegalStateException: it is broken"),
            e -> assertThat(e).startsWith("result e: The argument uri is missing."));
  }

  @Test
  void runsWhatIsApprovedOnly() throws IOException {
    LoopTool tool = tool("say", true, () -> ToolResponse.of(text("said")));
    model.answers.add(AiMessage.from(call("a", "say", "{}")));
    model.answers.add(AiMessage.from("Oh."));
    ask(AttacheTools.builder(memory, talk.resolver).tools(List.of(tool)).build());
    assertThat(last()).isEqualTo("result a: The call was not run: nobody is there to approve it.");
    model.answers.add(AiMessage.from(call("b", "say", "{}")));
    model.answers.add(AiMessage.from("Ah."));
    ask(
        AttacheTools.builder(memory, talk.resolver)
            .tools(List.of(tool))
            .approval(ToolApproval.EVERYTHING)
            .build());
    assertThat(last()).isEqualTo("result b: said");
  }

  @Test
  void givesHeadAndTailOfALongResultAndTheRestOnRequest() throws IOException {
    String lines = IntStream.range(0, 20_000).mapToObj(i -> i + "\n").collect(joining());
    LoopTool tool = tool("log", false, () -> ToolResponse.of(text(lines)));
    model.answers.add(AiMessage.from(call("a", "log", "{}")));
    String rest = "{\"uri\":\"tool-output:0/a\",\"lines\":\"9000-9001\"}";
    model.answers.add(AiMessage.from(call("b", "refresh_resource", rest)));
    model.answers.add(AiMessage.from("Long."));
    Result<String> result =
        ask(AttacheTools.builder(memory, talk.resolver).tools(List.of(tool)).build());
    List<String> words = lastWords();
    assertThat(words.get(2))
        .hasSizeLessThan(60_000)
        .contains("> 0 1 2 3 ", "left out; to read on, call refresh_resource", " 19998 19999 <");
    assertThat(words.get(4)).endsWith("lines 9000-9001 of 20000 8999 9000");
    assertThat(result.toolExecutions().get(0).result()).as("all of it").isEqualTo(lines);
  }

  @Test
  void givesAnImageAfterTheResultThatHasNoRoomForIt() throws IOException {
    Resource image =
        Resource.builder(ResourceUri.of("x:image"), ModelSamples.PNG).mimeType("image/png").build();
    LoopTool tool = tool("draw", false, () -> ToolResponse.of(ResourceBlock.of(image)));
    model.answers.add(AiMessage.from(call("a", "draw", "{}")));
    model.answers.add(AiMessage.from("Nice."));
    ask(AttacheTools.builder(memory, talk.resolver).tools(List.of(tool)).build());
    assertThat(lastWords().subList(2, 4))
        .satisfiesExactly(
            line -> assertThat(line).contains("x:image", "stands in the next message"),
            moved -> assertThat(moved).startsWith("user: [resource uri=").endsWith("[image/png]"));
  }

  @Test
  void saysWhatItsToolsTake() throws IOException {
    LoopTool tool =
        new Answering(
            "find",
            true,
            () -> ToolResponse.of(text("")),
            ModelSamples.object(
                "type",
                "object",
                "properties",
                ModelSamples.object(
                    "names",
                    ModelSamples.object(
                        "type", "array", "items", ModelSamples.object("type", "string")),
                    "most",
                    ModelSamples.object("type", "integer", "description", "How many.")),
                "required",
                List.of("names")));
    model.answers.add(AiMessage.from("Yes."));
    ask(AttacheTools.builder(memory, talk.resolver).tools(List.of(tool)).build());
    assertThat(model.requests.get(0).toolSpecifications())
        .extracting(each -> each.name())
        .containsExactly("refresh_resource", "find");
    assertThat(model.requests.get(0).toolSpecifications().get(1).parameters())
        .hasToString(
            "JsonObjectSchema {description = null, properties = "
                + "{names=JsonRawSchema {schema = \"{\"type\":\"array\",\"items\":{\"type\":"
                + "\"string\"}}\" }, most=JsonIntegerSchema {description = \"How many.\" }}, "
                + "required = [names], additionalProperties = null, definitions = {} }");
  }

  @Test
  void answersInFullWhereTheMemoryIsAnother() throws IOException {
    memory.attachAll(talk.resolver, "a.txt");
    model.answers.add(calls("a", "a.txt"));
    model.answers.add(AiMessage.from("Yes."));
    Talk service =
        AiServices.builder(Talk.class)
            .chatModel(model)
            .chatMemory(MessageWindowChatMemory.withMaxMessages(10))
            .toolProvider(AttacheTools.builder(memory, talk.resolver).build())
            .build();
    service.ask("Go.");
    assertThat(last()).startsWith("result a: old line 0 old line 1");
  }

  @Test
  void findsTheMemoryOfEachUser() throws IOException {
    var asked = new ArrayList<Object>();
    model.answers.add(AiMessage.from("Yes."));
    ask(
        AttacheTools.builder(
                id -> {
                  asked.add(id);
                  return memory;
                },
                talk.resolver)
            .build());
    assertThat(asked).containsExactly("default");
  }

  @Test
  void refusesTwoToolsOfOneName() {
    LoopTool tool = tool("refresh_resource", true, () -> ToolResponse.of());
    assertThatThrownBy(() -> AttacheTools.builder(memory, talk.resolver).tools(List.of(tool)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tool (refresh_resource) must not be there twice");
  }

  private static ContentBlock text(String text) {
    return ContentBlock.TextBlock.of(text);
  }

  private Result<String> ask(AttacheTools tools) {
    return services(tools).build().ask("Go.");
  }

  private AiServices<Talk> services(AttacheTools tools) {
    return AiServices.builder(Talk.class).chatModel(model).chatMemory(memory).toolProvider(tools);
  }

  private List<String> lastWords() {
    List<ChatMessage> messages = model.requests.get(model.requests.size() - 1).messages();
    return words(messages);
  }

  private String last() {
    List<String> words = lastWords();
    return words.get(words.size() - 1);
  }

  private interface Answer {
    ToolResponse give();
  }

  private static LoopTool tool(String name, boolean needsApproval, Answer answer) {
    return new Answering(
        name, needsApproval, answer, Map.of("type", "object", "properties", Map.of()));
  }

  private record Answering(
      String name, boolean needsApproval, Answer answer, Map<String, Object> schema)
      implements LoopTool {

    @Override
    public OfferedTool offer() {
      return new OfferedTool(name, "Does something.", schema);
    }

    @Override
    public String source() {
      return "test";
    }

    @Override
    public Answered call(Map<String, Object> arguments) {
      return Answered.of(answer.give());
    }
  }
}
