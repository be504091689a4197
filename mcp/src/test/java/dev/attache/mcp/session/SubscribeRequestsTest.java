package dev.attache.mcp.session;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.support.json.LenientValues;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of subscriptions that fail: nothing, here and there. */
@Tag("process")
class SubscribeRequestsTest {

  @Test
  void takesBackWhatItHasSubscribedToWhenTheServerRefusesTheRest() throws McpException {
    try (var hostile = new Hostile()) {
      assertThat(failure(hostile, "demo:1", "refused:1"))
          .hasMessage(
              "the MCP server hostile answered resources/subscribe with error -32002: Resource not"
                  + " found");
      assertThat(ended(hostile)).containsExactlyInAnyOrder("demo:1", "refused:1");
    }
  }

  @Test
  void stopsListeningWhenTheServerDoesNotAgree() throws McpException {
    try (var hostile = new Hostile("modern", "agrees-not")) {
      assertThat(failure(hostile, "demo:1"))
          .hasMessage("the MCP server hostile does not report when these resources change");
      assertThat(ended(hostile)).containsExactly("subscriptions/listen");
    }
  }

  private static McpException failure(Hostile hostile, String... uris) throws McpException {
    McpConnection connection = hostile.connect();
    return catchThrowableOfType(
        McpException.class, () -> connection.subscribe(List.of(uris), uri -> {}, PATIENCE));
  }

  /** What the server was told before that it need not go on with. */
  private static List<String> ended(Hostile hostile) throws McpException {
    Map<String, Object> result =
        hostile.connect().callTool("ended", Map.of(), Map.of(), null, PATIENCE);
    return LenientValues.texts(result.get("content"));
  }
}
