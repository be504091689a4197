package dev.attache.mcp.session;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.MessageLimit;
import dev.attache.mcp.stdio.StdioLink;
import dev.attache.mcp.stdio.StrayOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@Tag("slow")
class HandshakeTest {

  @Test
  void speaksTheModernEra() throws McpException {
    try (var hostile = new Hostile("modern")) {
      McpConnection connection = hostile.connect();
      assertThat(connection.protocolVersion()).isEqualTo("2026-07-28");
      assertThat(connection.serverInfo()).isEqualTo(Map.of("name", "hostile"));
      Map<String, Object> sent =
          connection.callTool("echo", Map.of(), Map.of("a", 1), null, PATIENCE);
      assertThat(Hostile.first(sent, "content").get("_meta"))
          .hasToString(
              "{a=1, io.modelcontextprotocol/protocolVersion=2026-07-28,"
                  + " io.modelcontextprotocol/clientInfo={name=attache, title=Attaché,"
                  + " version=1.0}, io.modelcontextprotocol/clientCapabilities={}}");
    }
  }

  @Test
  void takesTheVersionThatAModernServerOffersInstead() throws McpException {
    try (var hostile = new Hostile("refuses")) {
      assertThat(hostile.connect().protocolVersion()).isEqualTo("2025-06-18");
    }
  }

  @Test
  void refusesAServerOfTheFuture() {
    String message =
        "the MCP server hostile speaks 2030-01-01 of the protocol; supported are 2026-07-28,"
            + " 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05";
    for (String[] modes : List.of(new String[] {"future"}, new String[] {"future", "refuses"})) {
      try (var hostile = new Hostile(modes)) {
        assertThat(catchThrowableOfType(McpException.class, hostile::connect)).hasMessage(message);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-32020, -32021, -32022})
  void repeatsARefusalThatContradictsItself(int code) {
    try (var hostile = new Hostile("refuses", "modern-only", Integer.toString(code))) {
      assertThat(catchThrowableOfType(McpException.class, hostile::connect))
          .hasMessage(
              "the MCP server hostile answered server/discover with error "
                  + code
                  + ": Unsupported protocol version");
    }
  }

  @Test
  void startsAServerAgainThatDiesOfTheProbe() throws McpException {
    for (String mode : List.of("dies-on-discover", "dies-late-on-discover")) {
      try (var hostile = new Hostile(mode)) {
        assertThat(hostile.read("demo:1")).isEqualTo("Grüße von demo:1");
      }
    }
  }

  @Test
  void startsAServerAgainThatDiesOfTheProbeAfterItWasGivenUp() throws McpException {
    try (var connection = connect("dies-after-discover")) {
      assertThat(read(connection)).isEqualTo("Grüße von demo:1");
    }
  }

  /** A connection to a server that is given little time to say that it is a modern one. */
  private static SessionConnection connect(String mode) throws McpException {
    McpServer server = Hostile.server("hostile", Hostile.command(mode));
    var options = Hostile.options(null, new ArrayList<>());
    var wire =
        new StdioLink(
            "hostile",
            (McpServer.Program) Objects.requireNonNull(server.way()),
            options.environment(),
            MessageLimit.of(options.maxBytes()),
            new StrayOutput("hostile", note -> {}));
    return SessionConnection.open(
        server,
        wire,
        new ClientProfile("1.0", null, note -> {}),
        server.startTimeout(),
        Duration.ofMillis(200));
  }

  private static String read(McpConnection connection) throws McpException {
    return Hostile.text(connection.readResource("demo:1", PATIENCE));
  }

  @Test
  void doesNotMindALateAnswerToTheProbe() throws McpException {
    try (var connection = connect("silent-on-discover")) {
      assertThat(read(connection)).isEqualTo("Grüße von demo:1");
      assertThat(connection.protocolVersion()).isEqualTo("2025-11-25");
    }
  }

  @Test
  void waitsOnlySecondsForAnAnswerToTheProbeHoweverLongAStartMayTake() throws McpException {
    var server = Hostile.server("h", Hostile.command("silent-on-discover"), Duration.ofHours(1));
    try (var hostile = new Hostile(server, false)) {
      assertThat(hostile.connect().protocolVersion()).isEqualTo("2025-11-25");
    }
  }

  @Test
  void waitsForASlowServer() throws McpException {
    try (var hostile = new Hostile("slow")) {
      assertThat(hostile.read("demo:1")).isEqualTo("Grüße von demo:1");
    }
  }

  @Test
  void doesNotWaitLongerThanTheDefinitionSays() {
    var server = Hostile.server("sleeper", List.of("sleep", "300"), Duration.ofMillis(400));
    try (var hostile = new Hostile(server, false)) {
      assertThat(catchThrowableOfType(McpException.class, hostile::connect).getMessage())
          .isEqualTo("the MCP server sleeper did not answer initialize within 400 ms");
    }
  }
}
