package dev.attache.cli.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.CliRun;
import dev.attache.cli.CommandWorkspace;
import dev.attache.cli.Talk;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.history.ConversationId;
import dev.attache.store.EmbeddedStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache tool-result} and {@code attache respond}: what models and tools say. */
class ToolResultTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG);
  }

  private void begin() {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "foo.txt", "hello");
  }

  /** What a tool prints that has read a file. */
  private String resource(String name, String text) {
    return "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\""
        + talk.workspace().workspace().uri()
        + "/"
        + name
        + "\",\"mimeType\":\"text/plain\",\"text\":\""
        + text.replace("\n", "\\n")
        + "\"}}]}";
  }

  @Test
  void recordsAnswersOfTheModel() {
    begin();
    CliRun run = talk.input("It is\ngood.\n").good("conversation", "record-answer");
    assertThat(run.err()).isEqualTo("attache: conversation one, turn 1\n");
    assertThat(run.out()).isEmpty();
    assertThat(
            talk.good("conversation", "record-answer", "--json", "--id", "o", "two", "words").out())
        .isEqualTo("{\"conversation\":\"one\",\"turn\":0}\n");
    assertThat(talk.events("response"))
        .extracting(each -> each.get("text").asText())
        .containsExactly("It is\ngood.", "two words");
  }

  /** What ends only when another command has begun a conversation, as in a pipe. */
  private static final class Late extends InputStream {
    private final InputStream text;
    private Runnable before;

    Late(Runnable before, String text) {
      this.before = before;
      this.text = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int read() throws IOException {
      begin();
      return text.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      begin();
      return text.read(bytes, offset, length);
    }

    private void begin() {
      before.run();
      before = () -> {};
    }
  }

  private Talk inputAfter(String conversation, String text) {
    var other = new Talk(CommandWorkspace.in(temporary));
    Runnable begins = () -> other.good("query", "--print", "--new", "--id", conversation, "hi");
    talk.workspace().workspace().standardInput(new Late(begins, text));
    return talk;
  }

  @Test
  void belongsToTheConversationThatThePipeBegins() {
    begin();
    assertThat(inputAfter("two", "answer\n").good("conversation", "record-answer").err())
        .isEqualTo("attache: conversation two, turn 1\n");
    assertThat(inputAfter("three", "result\n").good("tool-result").err())
        .isEqualTo("attache: conversation three, turn 1, call call_1\n");
    assertThat(
            inputAfter("four", "answer\n")
                .good("conversation", "record-answer", "--id", "four")
                .err())
        .isEqualTo("attache: conversation four, turn 1\n");
    assertThat(inputAfter("five", "next\n").good("query", "--print", "-").err())
        .isEqualTo("attache: conversation five, turn 2\n");
  }

  @Test
  void endsAnswersWhereTheirLastLineEnds() {
    begin();
    talk.input("\n  one  \n\n two  \r\n \n\n").good("conversation", "record-answer");
    talk.input("three  ").good("conversation", "record-answer");
    assertThat(talk.events("response"))
        .extracting(each -> each.get("text").asText())
        .containsExactly("\n  one  \n\n two  ", "three  ");
    talk.input("result\n\n").good("tool-result");
    assertThat(talk.good("conversation", "print").out())
        .endsWith(
            """
            <assistant turn="0">
            three \s
            </assistant>
            <tool-call turn="0" id="call_1" name="tool">
            {}
            </tool-call>
            <tool-result turn="0" id="call_1" name="tool">
            result


            </tool-result>
            """);
  }

  @Test
  void saysThatAResultIsEmpty() {
    begin();
    CliRun run = talk.input("").good("tool-result");
    assertThat(run.err())
        .isEqualTo(
            "attache: conversation one, turn 1, call call_1\nattache: the result is empty\n");
  }

  @Test
  void refusesAnswersToNothing() {
    assertThat(talk.refusal("conversation", "record-answer", "x"))
        .isEqualTo("no conversations yet; start one with attache query");
    begin();
    assertThat(talk.input("").refusal("conversation", "record-answer"))
        .isEqualTo("missing argument: TEXT (or pipe it in)");
    talk.good("attachment", "add", "--new", "--id", "empty", "x");
    CliRun run = talk.run("conversation", "record-answer", "--id", "empty", "x");
    assertThat(run.err())
        .isEqualTo("attache: no turns yet in empty; record one with attache query\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void recordsAResultWithItsCall() {
    begin();
    CliRun run =
        talk.input("3 hits\n")
            .good("tool-result", "--tool", "search", "--arguments", "{\"for\": \"bees\"}");
    assertThat(run.out()).isEqualTo("3 hits\n");
    assertThat(run.err()).isEqualTo("attache: conversation one, turn 1, call call_1\n");
    JsonNode call = talk.events("call").get(0);
    assertThat(call.get("call").asText()).isEqualTo("call_1");
    assertThat(call.get("tool").asText()).isEqualTo("search");
    assertThat(call.get("arguments").toString()).isEqualTo("{\"for\":\"bees\"}");
    talk.input("more").good("tool-result");
    talk.input("named").good("tool-result", "--call", "x");
    assertThat(talk.events("result"))
        .extracting(each -> each.get("call").asText() + " " + each.get("tool").asText())
        .containsExactly("call_1 search", "call_2 tool", "x tool");
    assertThat(talk.events("call")).hasSize(3);
  }

  /** A tool names what it has by URIs, not by what somebody here would type. */
  @Test
  void takesWhatAToolCallsAUriForOne() {
    begin();
    talk.file("x:y", "a file of that name\n");
    for (String uri : List.of("x:y", "c:/x", "repo://a/b?c", "urn:isbn:1")) {
      talk.input(
          "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\""
              + uri
              + "\",\"text\":\"t\"}}]}");
      assertThat(talk.good("tool-result", "-q").out()).contains("<resource uri=\"" + uri + "\"");
    }
    talk.input(
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"d/../foo.txt\",\"text\":\"t\"}}]}");
    assertThat(talk.good("tool-result", "-q").out()).contains("<resource path=\"foo.txt\"");
  }

  @Test
  void refersToTheAttachmentInPlaceOfWhatTheModelHas() {
    begin();
    CliRun run = talk.input(resource("foo.txt", Talk.LONG)).good("tool-result", "--tool", "read");
    assertThat(run.out())
        .startsWith("The content of foo.txt (source: tool:read) is identical")
        .contains("to the attachment at turn 0")
        .doesNotContain("a line of an attached file");
    assertThat(talk.events("resource").get(0).get("delivery").asText()).isEqualTo("reference");
    String other = Talk.LONG + "more\n";
    assertThat(talk.input(resource("foo.txt", other)).good("tool-result").out()).contains(other);
    assertThat(talk.input(resource("foo.txt", other)).good("tool-result").out())
        .contains("identical to the result of tool call call_2 in turn 0");
  }

  @Test
  void printsTheResultForPrograms() {
    begin();
    List<JsonNode> json =
        talk.input(resource("foo.txt", "short")).good("tool-result", "--json").json();
    assertThat(json).hasSize(1);
    assertThat(json.get(0).get("content").get(0).get("resource").get("text").asText())
        .isEqualTo("short");
  }

  @Test
  void recordsErrorsWhichAreNoFailureOfTheRecording() {
    begin();
    CliRun run = talk.input("no such host").good("tool-result", "--error");
    assertThat(run.out()).contains("no such host");
    assertThat(talk.events("result").get(0).get("isError").asBoolean()).isTrue();
  }

  @Test
  void saysWhatOfTheResultCannotBeRead() {
    begin();
    CliRun run =
        talk.input("{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":5}}]}")
            .good("tool-result");
    assertThat(run.errLines()).hasSizeGreaterThan(1);
    assertThat(run.errLines().get(0)).contains("uri");
  }

  @Test
  void readsAResultFromAFile() {
    begin();
    talk.file("out.txt", "from a file\n");
    String file = talk.workspace().directory().resolve("out.txt").toString();
    assertThat(talk.good("tool-result", file).out()).isEqualTo("from a file\n");
    assertThat(talk.input("piped\n").good("tool-result", "-").out()).isEqualTo("piped\n");
    assertThat(talk.refusal("tool-result", "/no/such"))
        .isEqualTo("FILE (/no/such) cannot be read: no such file or directory");
  }

  @Test
  void refusesArgumentsForACallThatHasItsOwn() throws Exception {
    begin();
    EmbeddedStore store = EmbeddedStore.at(talk.workspace().directory().resolve(".attache"));
    Conversation.open(store, ConversationId.of("one"), ConversationOptions.DEFAULT)
        .call("a", "read", Map.of("path", "foo.txt"));
    talk.input("x");
    String message = "--call (a) is a call of read with its own arguments";
    assertThat(talk.refusal("tool-result", "--call", "a", "--arguments", "{}")).isEqualTo(message);
    assertThat(talk.refusal("tool-result", "--call", "a", "--tool", "x")).isEqualTo(message);
    assertThat(talk.input("x").good("tool-result", "--call", "a").err())
        .isEqualTo("attache: conversation one, turn 1, call a\n");
  }

  @Test
  void refusesResultsThatDoNotFitTheirCalls() {
    begin();
    talk.input("x").good("tool-result", "--call", "a", "--tool", "read");
    assertThat(talk.refusal("tool-result", "--call", "a"))
        .isEqualTo("--call (a) already has a result in this turn");
    assertThat(talk.refusal("tool-result", "--call", "")).isEqualTo("--call () must not be empty");
    assertThat(talk.refusal("tool-result", "--tool", "")).isEqualTo("--tool () must not be empty");
    assertThat(talk.refusal("tool-result", "--arguments", "[]"))
        .isEqualTo("--arguments must be a JSON object, such as {\"name\": \"value\"}");
    talk.workspace().answering("");
    assertThat(talk.refusal("tool-result")).isEqualTo("missing argument: FILE (or pipe it in)");
  }
}
