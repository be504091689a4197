package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResponsesBodyTest {

  private final OpenAiResponses responses = new OpenAiResponses();

  @Test
  void storesNothingAndAsksForThoughts() {
    assertThat(Parts.body(responses, Parts.request(responses)))
        .isEqualTo(
            "{\"model\":\"m\",\"store\":false,\"include\":[\"reasoning.encrypted_content\"],"
                + "\"input\":[]}");
  }

  @Test
  void asksModelsThatDoNotThinkForNoThoughts() {
    for (String model : List.of("gpt-4o-mini", "gpt-4.1", "gpt-5-chat-latest")) {
      var request = ModelRequest.of(responses.profiles().of(model), model, List.of());
      assertThat(Parts.body(responses, request))
          .isEqualTo("{\"model\":\"" + model + "\",\"store\":false,\"input\":[]}");
    }
  }

  @Test
  void givesInstructionsAsTheDeveloper() {
    assertThat(Parts.body(responses, Parts.request(responses).system("Be brief.")))
        .endsWith(
            "\"input\":[{\"type\":\"message\",\"role\":\"developer\","
                + "\"content\":[{\"type\":\"input_text\",\"text\":\"Be brief.\"}]}]}");
  }

  @Test
  void writesWhatTheModelWroteByteForByte() {
    String raw = "{ \"type\":\"reasoning\",\"id\":\"rs\", \"summary\":[] }";
    assertThat(input(Parts.assistant(Parts.opaque("openai-responses", raw), Parts.text("Yes."))))
        .isEqualTo(
            "[" + raw + ",{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"Yes.\"}]");
  }

  @Test
  void leavesOutThoughtsThatNothingFollows() {
    String raw = "{\"type\":\"reasoning\",\"id\":\"rs\",\"summary\":[]}";
    String search = "{\"type\":\"web_search_call\",\"id\":\"ws\"}";
    assertThat(
            input(
                Parts.assistant(
                    Parts.opaque("openai-responses", raw),
                    Parts.opaque("openai-responses", search),
                    Parts.opaque("openai-responses", raw),
                    Parts.opaque("gemini", "{}"))))
        .isEqualTo("[" + raw + "," + search + "]");
  }

  @Test
  void writesNothingOfOtherWires() {
    assertThat(input(Parts.assistant(Parts.opaque("gemini", "{\"thoughtSignature\":\"x\"}"))))
        .isEqualTo("[]");
  }

  @Test
  void answersACallWithOneTextAsAString() {
    assertThat(input(Parts.results(Parts.result("call_1", Parts.text("ok")))))
        .isEqualTo(
            "[{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":\"ok\"}]");
  }

  @Test
  void answersACallWithMoreAsAList() {
    assertThat(input(Parts.results(Parts.result("c", Parts.text("ok"), Parts.pdf("a b.PDF")))))
        .isEqualTo(
            "[{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":["
                + "{\"type\":\"input_text\",\"text\":\"ok\"},"
                + "{\"type\":\"input_text\",\"text\":\"[resource path=\\\"a b.PDF\\\""
                + " mimeType=\\\"application/pdf\\\" sha256=0d20dd019783]\"},"
                + "{\"type\":\"input_file\",\"filename\":\"a b.pdf\",\"file_data\":"
                + "\"data:application/pdf;base64,"
                + "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvUGFnZT4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4Kc3RhcnR4cmVmCjkKJSVFT0YK\"}]}]");
  }

  @Test
  void saysThatAToolFailedBeforeABlock() {
    assertThat(input(Parts.results(Parts.failure("c", Parts.media()))))
        .startsWith(
            "[{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":["
                + "{\"type\":\"input_text\",\"text\":\"[the tool failed]\"},"
                + "{\"type\":\"input_text\",\"text\":\"[image mimeType=\\\"image/png\\\"");
  }

  @Test
  void movesBlocksWhereTheProfileTakesNoneInResults() {
    ModelProfile profile =
        responses.profiles().with(Map.of("toolResult", Map.of("images", List.of()))).standard();
    var result = Parts.results(Parts.result("c", Parts.image("a.png")));
    assertThat(Parts.body(responses, ModelRequest.of(profile, "m", List.of(result))))
        .contains(
            "\"output\":\"[resource path=\\\"a.png\\\" mimeType=\\\"image/png\\\" bytes=70"
                + " sha256=6b7fa434f92a stands in the next message]\"},"
                + "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\"");
  }

  @Test
  void saysOfEachFunctionWhetherItIsStrict() {
    var strict =
        Parts.object("type", "object", "properties", Map.of(), "additionalProperties", false);
    var request =
        Parts.request(responses)
            .tools(List.of(Parts.tool("a", "A.", strict), Parts.tool("b", "", Map.of())));
    assertThat(Parts.body(responses, request))
        .contains(
            "\"tools\":[{\"type\":\"function\",\"name\":\"a\",\"description\":\"A.\","
                + "\"strict\":true,\"parameters\":{\"type\":\"object\",\"properties\":{},"
                + "\"additionalProperties\":false}},"
                + "{\"type\":\"function\",\"name\":\"b\",\"strict\":false,"
                + "\"parameters\":{\"type\":\"object\",\"properties\":{}}}],\"input\":");
  }

  @Test
  void mergesTheFormatOfTheAnswerWithFieldsOfTheCaller() {
    var request =
        new ModelRequest(
            responses.profiles().of("gpt-4o"),
            "m",
            null,
            List.of(),
            List.of(),
            Map.of("type", "array"),
            100,
            false,
            Map.of("text", Map.of("verbosity", "low")));
    assertThat(Parts.body(responses, request))
        .isEqualTo(
            "{\"model\":\"m\",\"store\":false,\"max_output_tokens\":100,\"text\":{\"format\":"
                + "{\"type\":\"json_schema\",\"name\":\"answer\",\"strict\":false,"
                + "\"schema\":{\"type\":\"array\"}},\"verbosity\":\"low\"},\"input\":[]}");
  }

  private String input(RenderedMessage... messages) {
    String body = Parts.body(responses, Parts.request(responses, messages));
    return body.substring(body.indexOf("\"input\":") + 8, body.length() - 1);
  }
}
