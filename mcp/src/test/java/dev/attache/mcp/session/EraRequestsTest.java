package dev.attache.mcp.session;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ServerLink.Era;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class EraRequestsTest {

  private static final Duration OWN = Duration.ofMillis(200);

  private static McpServer server(@Nullable Duration own) {
    McpServer server = Hostile.server("hostile", Hostile.command());
    return new McpServer(
        server.name(),
        server.alias(),
        server.origin(),
        false,
        server.way(),
        false,
        server.startTimeout(),
        own,
        server.digest(),
        server.label(),
        null);
  }

  @Test
  void waitsForAnAnswerAsLongAsTheServerIsDefinedToNeed() throws McpException {
    try (var hostile = new Hostile(server(OWN), false)) {
      McpConnection connection = hostile.connect();
      assertThat(failure(() -> connection.readResource("hostile:never", PATIENCE)))
          .hasMessage("the MCP server hostile did not answer resources/read within 200 ms");
      assertThat(failure(() -> connection.callTool("never", Map.of(), Map.of(), null, PATIENCE)))
          .hasMessage("the MCP server hostile did not answer tools/call within 200 ms");
    }
  }

  @Test
  void waitsNoLongerThanWhoAsksNorThanTheServerNeeds() {
    assertThat(patience(server(null), PATIENCE)).isEqualTo(PATIENCE);
    assertThat(patience(server(OWN), PATIENCE)).isEqualTo(OWN);
    assertThat(patience(server(PATIENCE), OWN)).isEqualTo(OWN);
  }

  @Test
  void waitsAsLongAsTheUserSaysWhateverTheDefinition() {
    Duration typed = Duration.ofSeconds(7);
    assertThat(patience(server(OWN).within(typed), PATIENCE)).isEqualTo(typed);
    assertThat(patience(server(PATIENCE).within(typed), PATIENCE)).isEqualTo(typed);
  }

  private static Duration patience(McpServer server, Duration asked) {
    var incoming = SilentLink.nobody();
    var greeting =
        new Handshake.Greeting(Era.LEGACY, "2025-11-25", Map.of(), Map.of(), null, Map.of());
    return new EraRequests(
            server,
            new RequestChannel("silent", new SilentLink(), incoming),
            greeting,
            incoming.questions())
        .patience(asked);
  }

  private static McpException failure(ThrowingCallable called) {
    return catchThrowableOfType(McpException.class, called);
  }
}
