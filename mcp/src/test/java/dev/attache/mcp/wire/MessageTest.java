package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

  private static @Nullable Object read(String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    Message message = Message.of(LenientValues.object(PlainJson.read(bytes, 0, bytes.length)));
    return message instanceof Message.Answer answer ? answer.to("mine") : message;
  }

  @Test
  void takesAResult() throws IOException {
    assertThat(read("{\"id\":\"mine\",\"result\":{\"a\":1}}"))
        .isEqualTo(Message.Answer.result("mine", Map.of("a", 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"id\":null,", "\"id\":\"mine\","})
  void takesAnErrorForTheAnswerUnlessItIsToAnother(String id) throws IOException {
    assertThat(read("{" + id + "\"error\":{\"code\":-32700,\"message\":\"what\"}}"))
        .isEqualTo(Message.Answer.error("mine", new Message.ErrorObject(-32700, "what", null)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"other\",\"error\":{\"code\":-32700,\"message\":\"what\"}}",
        "{\"id\":7,\"error\":{\"code\":-32700,\"message\":\"what\"}}",
        "{\"id\":\"other\",\"result\":{}}",
        "{\"id\":null,\"result\":{}}",
        "{\"result\":{}}",
        "{\"id\":\"mine\",\"error\":{}}"
      })
  void takesNothingThatIsToAnother(String json) throws IOException {
    assertThat(read(json)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'code':'ENOENT','message':'no such file: 1'}|ENOENT: no such file: 1",
        "{'code':'ENOENT','message':'ENOENT: no such file: 1'}|ENOENT: no such file: 1",
        "{'code':'ENOENT'}|ENOENT: no message",
        "{'message':'no such file: 1'}|no such file: 1",
        "{'code':null,'message':'no such file: 1'}|no such file: 1",
      })
  void takesTheNameOfAnErrorForItsCode(String error, String message) throws IOException {
    assertThat(read("{\"id\":\"mine\",\"error\":" + error.replace('\'', '"') + "}"))
        .isEqualTo(Message.Answer.error("mine", new Message.ErrorObject(-32603, message, null)));
  }

  @Test
  void takesANotification() throws IOException {
    assertThat(read("{\"method\":\"x\",\"params\":{}}"))
        .isEqualTo(new Message.Notification("x", Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"mine\"", "7", "-7", "12345678901", "123456789012345678901"})
  void takesAQuestionAndRepeatsItsId(String id) throws IOException {
    Message asked = (Message) read("{\"id\":" + id + ",\"method\":\"ping\"}");
    assertThat(asked)
        .isInstanceOfSatisfying(
            Message.Request.class,
            question ->
                assertThat(written(Message.Answer.result(question.id(), Map.of())))
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1.5", "true", "{}", "[\"mine\"]"})
  void takesNoQuestionThatCannotBeAnswered(String id) throws IOException {
    assertThat(read("{\"id\":" + id + ",\"method\":\"x\",\"params\":[]}"))
        .isEqualTo(new Message.Notification("x", Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"id\":\"mine\"}", "{\"method\":7}", "{\"method\":null,\"id\":1}"})
  void isNotMadeOfWhatIsNone(String json) throws IOException {
    assertThat(read(json)).isNull();
  }

  @Test
  void isWrittenInTheUsualOrder() {
    assertThat(written(new Message.Request("a-0", "x", Map.of("k", "ä"))))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a-0\",\"method\":\"x\",\"params\":{\"k\":\"ä\"}}");
    assertThat(written(new Message.Notification("x", Map.of())))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{}}");
    assertThat(written(Message.Answer.error(7, new Message.ErrorObject(-32601, "no", null))))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32601,\"message\":\"no\"}}");
    assertThat(written(Message.Answer.error(7, new Message.ErrorObject(1, "no", 2))))
        .endsWith("\"error\":{\"code\":1,\"message\":\"no\",\"data\":2}}");
  }

  private static String written(Message message) {
    try {
      return new String(message.bytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
