package dev.attache.mcp.tools;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.Elicitation;
import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The tool of a {@link ToolServer} as a test calls it, closed with the test. */
final class CalledTools implements AutoCloseable {

  static final String ROOT = "/the/workspace";

  final List<String> progress = new CopyOnWriteArrayList<>();
  final List<String> notes = new CopyOnWriteArrayList<>();
  private final Hostile hostile;
  private final UnaryOperator<BridgeSettings> settings;
  private boolean followsProgress;

  private CalledTools(Hostile hostile, UnaryOperator<BridgeSettings> settings) {
    this.hostile = hostile;
    this.settings = settings;
  }

  static CalledTools of(String... modes) {
    return of(settings -> settings, modes);
  }

  static CalledTools of(UnaryOperator<BridgeSettings> settings, String... modes) {
    return new CalledTools(new Hostile(server(false, modes), null), settings);
  }

  static CalledTools answeredBy(Elicitation elicitation, String... modes) {
    return new CalledTools(new Hostile(server(false, modes), elicitation), settings -> settings);
  }

  /** A server that the workspace defines, with options for its tool. */
  static CalledTools ofWorkspace(boolean isTrusted) {
    return new CalledTools(
        new Hostile(server(true), null), settings -> settings.trusted(isTrusted));
  }

  private static McpServer server(boolean needsTrust, String... modes) {
    List<String> command = Hostile.server(ToolServer.class, modes);
    McpServer plain = Hostile.server("srv", command);
    return new McpServer(
        "srv",
        "srv",
        "a test",
        needsTrust,
        plain.way(),
        false,
        plain.startTimeout(),
        null,
        ContentDigest.sha256(command.toString().getBytes(UTF_8)),
        "srv",
        plain.written(),
        null,
        new McpServer.Tools(
            false, false, McpServer.Permission.ASK, Map.of("t", Map.of("depth", 2))));
  }

  CalledTools followingProgress() {
    followsProgress = true;
    return this;
  }

  McpTool tool() {
    BridgeSettings all = settings.apply(BridgeSettings.of(hostile.server, 1000));
    return new McpTools(notes::add)
        .add(hostile.server, List.of(Map.of("name", "t")), hostile::connect, all)
        .all()
        .get(0);
  }

  List<Map<String, Object>> listed() throws Exception {
    return hostile.connect().listTools(PATIENCE);
  }

  McpServer server() {
    return hostile.server;
  }

  ToolResponse call(String k) throws ResourceException {
    return call(Map.of("k", k), Map.of());
  }

  ToolResponse call(Map<String, Object> arguments, Map<String, Object> answers)
      throws ResourceException {
    return call(context(arguments, answers), PATIENCE);
  }

  ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
    return tool().call(context, timeout);
  }

  ToolContext context(Map<String, Object> arguments, Map<String, Object> answers) {
    return new ToolContext("srv__t", arguments, answers, Map.of(), ROOT, observer());
  }

  ToolObserver observer() {
    return new ToolObserver() {
      @Override
      public boolean followsProgress() {
        return followsProgress;
      }

      @Override
      public void progress(String message) {
        progress.add(message);
      }

      @Override
      public void note(String line) {
        notes.add(line);
      }
    };
  }

  /** The blocks as a reader of the test sees them. */
  static List<String> shown(ToolResponse response) {
    return response.content().stream().map(CalledTools::shown).toList();
  }

  private static @Nullable String shown(ContentBlock block) {
    if (block instanceof TextBlock text) {
      return ((Text) text.text()).value();
    } else if (block instanceof QuestionBlock question) {
      return question.question().toString();
    } else if (block instanceof LinkBlock link) {
      return "link " + link.uri().value();
    } else if (block instanceof ResourceBlock resource) {
      return resource.resource().toString();
    }
    return block.toString();
  }

  @Override
  public void close() {
    hostile.close();
  }
}
