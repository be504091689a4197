package dev.attache.mcp.pool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.Hostile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a message for which there is no memory: its call fails, and nothing else does.
 */
@Tag("process")
class LittleMemoryTest {

  @Test
  void failsOnlyTheCallThatTheMemoryDoesNotSufficeFor() throws Exception {
    List<String> command =
        new ArrayList<>(
            Hostile.java(
                SmallClient.class, "hostile:blob", "hostile:objects", "hostile:blob", "demo:1"));
    command.add(1, "-Xmx24m");
    Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
    String failure =
        "TOO_LARGE the MCP server hostile answered resources/read with a line that is too large for"
            + " the memory: lower --max-bytes, or set ATTACHE_JAVA_OPTS=-Xmx1g";
    assertThat(new String(client.getInputStream().readAllBytes(), UTF_8).lines())
        .containsExactly(failure, failure, failure, "[contents]");
  }
}
