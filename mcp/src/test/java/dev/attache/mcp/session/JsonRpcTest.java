package dev.attache.mcp.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRpcTest {

  private static @Nullable Object read(String json) throws IOException {
    return JsonRpc.read(json.getBytes(UTF_8), "mine");
  }

  @Test
  void takesAResult() throws IOException {
    assertThat(read("{\"id\":\"mine\",\"result\":{\"a\":1}}"))
        .isEqualTo(JSONRPCResponse.result("mine", Map.of("a", 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"id\":null,", "\"id\":\"mine\","})
  void takesAnErrorForTheAnswerUnlessItIsToAnother(String id) throws IOException {
    assertThat(read("{" + id + "\"error\":{\"code\":-32700,\"message\":\"what\"}}"))
        .isEqualTo(
            JSONRPCResponse.error("mine", new JSONRPCResponse.JSONRPCError(-32700, "what", null)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"other\",\"error\":{\"code\":-32700,\"message\":\"what\"}}",
        "{\"id\":7,\"error\":{\"code\":-32700,\"message\":\"what\"}}",
        "{\"id\":\"other\",\"result\":{}}",
        "{\"id\":null,\"result\":{}}",
        "{\"result\":{}}",
        "{\"id\":\"mine\",\"error\":{}}",
        "{\"id\":\"mine\",\"method\":\"ping\"}"
      })
  void takesNothingThatIsToAnotherOrAsks(String json) throws IOException {
    assertThat(read(json)).isNull();
  }

  @Test
  void takesANotification() throws IOException {
    assertThat(read("{\"method\":\"x\",\"params\":{}}"))
        .isEqualTo(new JSONRPCNotification("2.0", "x", Map.of()));
  }
}
