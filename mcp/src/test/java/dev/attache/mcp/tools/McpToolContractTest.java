package dev.attache.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.Hostile;
import dev.attache.resource.testkit.tool.ToolContract;
import dev.attache.resource.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of tools, kept by those of MCP servers. */
@Tag("process")
@Tag("slow")
class McpToolContractTest extends ToolContract {

  private static final String HELLO = "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";

  @TempDir private @Nullable Path directory;
  private @Nullable Hostile running;

  @AfterEach
  void close() {
    if (running != null) {
      running.close();
    }
  }

  private Tool tool(String mode, byte[] answer) throws IOException {
    Path file = Objects.requireNonNull(directory).resolve("answer");
    Files.write(file, answer);
    List<String> command = Hostile.server(PrintingServer.class, mode, file.toString());
    var hostile = new Hostile(Hostile.server("srv", command), null);
    running = hostile;
    return new McpTools(line -> {})
        .add(
            hostile.server,
            List.of(Map.of("name", "t", "description", "Says hello.")),
            hostile::connect,
            BridgeSettings.of(hostile.server, 10 << 20))
        .all()
        .get(0);
  }

  @Override
  protected Tool tool() throws IOException {
    return tool("answer", HELLO.getBytes(UTF_8));
  }

  @Override
  protected Tool answering(byte[] answer) throws IOException {
    return tool("answer", answer);
  }

  @Override
  protected Tool silent() throws IOException {
    return tool("silent", HELLO.getBytes(UTF_8));
  }

  @Override
  protected Tool dying() throws IOException {
    return tool("die", HELLO.getBytes(UTF_8));
  }

  @Override
  protected Tool flooding() throws IOException {
    return tool("flood", HELLO.getBytes(UTF_8));
  }
}
