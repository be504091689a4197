package dev.attache.handlers.cmd;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.tool.ToolContract;
import dev.attache.resource.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of tools, kept by programs. */
@Tag("process")
@Tag("slow")
class ProgramToolContractTest extends ToolContract {

  private static final long LIMIT = 10 << 20;

  @TempDir Path workspace;

  private Tool program(String... command) throws IOException {
    var definition =
        new ProgramTool.Definition(
            "greet",
            "Greets somebody.",
            List.of(command),
            Map.of("type", "object"),
            Map.of(),
            Map.of());
    var place =
        new ProgramTool.Place(
            workspace.toRealPath(),
            (uri, invocation, requester) -> Decision.allowed("a test"),
            Requester.USER,
            LIMIT,
            uri -> ResourceUri.of(uri));
    return ProgramTool.of(definition, place, System.getenv());
  }

  @Override
  protected Tool tool() throws IOException {
    return program("echo", "hello", "{tool.arguments.name}");
  }

  @Override
  protected Map<String, Object> arguments() {
    return Map.of("name", "Ada");
  }

  @Override
  protected Tool answering(byte[] answer) throws IOException {
    return program("cat", Files.write(workspace.resolve("answer"), answer).toString());
  }

  @Override
  protected Tool silent() throws IOException {
    return program("sh", "-c", "trap '' TERM; sleep 1000 & wait; sleep 1000");
  }

  @Override
  protected Tool dying() throws IOException {
    return program("sh", "-c", "printf '{\"content\": [{\"type\": \"text\", '; kill -9 $$");
  }

  @Override
  protected Tool flooding() throws IOException {
    return program("yes", "{\"content\": [");
  }
}
