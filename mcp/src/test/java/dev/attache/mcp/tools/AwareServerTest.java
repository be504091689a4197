package dev.attache.mcp.tools;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.process.SearchPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of a server that is aware of the bridge, {@code examples/aware-server}. */
@Tag("process")
class AwareServerTest {

  private static final Map<String, Object> ARGUMENTS = Map.of("from", "a", "to", "b");

  private final List<String> notes = new ArrayList<>();
  private @Nullable Hostile running;

  @BeforeEach
  void start() {
    List<String> path = SearchPath.of(System.getenv().getOrDefault("PATH", "")).entries();
    assumeTrue(
        path.stream().anyMatch(each -> Files.isExecutable(Path.of(each, "python3"))),
        "needs python3");
    Path server = Path.of("../examples/aware-server/aware.py").toAbsolutePath().normalize();
    McpServer aware = Hostile.server("aware", List.of("python3", server.toString()));
    running = new Hostile(aware, false);
  }

  @AfterEach
  void close() {
    if (running != null) {
      running.close();
    }
  }

  private ToolResponse call(Map<String, Object> answers, Map<String, Object> options)
      throws ResourceException {
    Hostile hostile = Objects.requireNonNull(running);
    McpTool tool =
        new McpTools(notes::add)
            .add(
                hostile.server,
                List.of(Map.of("name", "rename")),
                hostile::connect,
                BridgeSettings.of(hostile.server, 1000))
            .all()
            .get(0);
    var context = new ToolContext("rename", ARGUMENTS, answers, options, "/w", ToolObserver.NOBODY);
    return tool.call(context, PATIENCE);
  }

  @Test
  void asksUntilItKnowsEnough() throws ResourceException {
    ToolResponse first = call(Map.of(), Map.of());
    assertThat(CalledTools.shown(first).get(0)).isEqualTo("a -> b");
    assertThat(first.questions())
        .containsExactly(
            InputRequest.of("confirm", "Rename?", Map.of("type", "boolean")).withDefault(true));
    ToolResponse second = call(Map.of("confirm", true), Map.of());
    assertThat(second.questions())
        .containsExactly(
            InputRequest.of(
                    "how",
                    "Where?",
                    Map.of("type", "string", "enum", List.of("here", "everywhere")))
                .withDefault("here"));
    assertThat(CalledTools.shown(call(Map.of("confirm", true, "how", "here"), Map.of())))
        .containsExactly("renamed a to b in /w");
    assertThat(CalledTools.shown(call(Map.of("confirm", false), Map.of())))
        .containsExactly("nothing was renamed");
    assertThat(notes).isEmpty();
  }

  @Test
  void saysThatAnotherTryMaySucceed() throws ResourceException {
    ToolResponse busy = call(Map.of(), Map.of("busy", true));
    assertThat(busy.isError()).isTrue();
    assertThat(busy.error().isTransient()).isTrue();
    assertThat(busy.error().trace()).containsExactly("lock held by another process");
    assertThat(CalledTools.shown(busy)).containsExactly("the index is locked");
  }
}
