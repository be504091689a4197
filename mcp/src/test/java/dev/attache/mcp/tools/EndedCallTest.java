package dev.attache.mcp.tools;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call of a tool whose client ends. */
@Tag("process")
class EndedCallTest {

  @TempDir Path directory;

  @Test
  void isCancelledBeforeTheServerIsEnded() throws Exception {
    Path file = Files.writeString(directory.resolve("answer"), "{}");
    Path heard = PrintingServer.heard(file);
    var server =
        Hostile.server("srv", Hostile.server(PrintingServer.class, "silent", file.toString()));
    try (var hostile = new Hostile(server, null)) {
      var connection = hostile.connect();
      CompletableFuture<Map<String, Object>> call =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return connection.callTool("t", Map.of(), Map.of(), null, PATIENCE);
                } catch (McpException e) {
                  throw new CompletionException(e);
                }
              });
      await().until(() -> text(heard).contains("tools/call"));
      hostile.stop();
      await().until(() -> text(heard).contains("notifications/cancelled"));
      assertThat(text(heard)).contains("\"reason\":\"the client has ended\"");
      assertThatThrownBy(call::join).hasCauseInstanceOf(McpException.class);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
  }
}
