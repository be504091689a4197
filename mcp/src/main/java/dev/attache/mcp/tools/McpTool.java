package dev.attache.mcp.tools;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.OutcomeJson;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A tool of an MCP server. Thread-safe. */
public final class McpTool implements Tool {

  private final String name;
  private final McpServer server;
  private final ToolDefinition definition;
  private final Connector connector;
  private final BridgeSettings settings;
  private final Consumer<Map<String, Object>> listener;

  /** What gives the connection to the server, which is made first if there is none. */
  @FunctionalInterface
  public interface Connector {

    /**
     * {@return the connection, which is not closed by who asks}
     *
     * @throws McpException if the server may not be used, or cannot be reached
     */
    McpConnection connect() throws McpException;
  }

  McpTool(
      String name,
      McpServer server,
      ToolDefinition definition,
      Connector connector,
      BridgeSettings settings,
      Consumer<Map<String, Object>> listener) {
    this.name = name;
    this.server = server;
    this.definition = definition;
    this.connector = connector;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * {@return the same tool, each of whose answers is also given to somebody as the server sent it}
   *
   * @param other is given the result of {@code tools/call} as JSON values, on the thread of the
   *     call; replaces any earlier one
   */
  public McpTool heardBy(Consumer<Map<String, Object>> other) {
    return new McpTool(name, server, definition, connector, settings, other);
  }

  /** The name under which it is called here: {@code SERVER__TOOL}. */
  @Override
  public String name() {
    return name;
  }

  /** {@return the name by which the server knows it} */
  public String originalName() {
    return definition.name();
  }

  /** {@return its name for people; null if there is none} */
  public @Nullable String title() {
    return definition.title();
  }

  /** {@return the server that offers it} */
  public McpServer server() {
    return server;
  }

  @Override
  public String description() {
    return definition.description();
  }

  @Override
  public Map<String, Object> inputSchema() {
    return definition.inputSchema();
  }

  @Override
  public @Nullable Map<String, Object> outputSchema() {
    return definition.outputSchema();
  }

  @Override
  public Map<String, Object> annotations() {
    return definition.annotations();
  }

  @Override
  public String source() {
    return MCP + server.alias();
  }

  @Override
  public Map<String, Object> options() {
    return server.tools().options().getOrDefault(definition.name(), Map.of());
  }

  /** What the server lists, and by which definition the server is reached. */
  @Override
  public Map<String, Object> definition() {
    Map<String, Object> parts = Tool.super.definition();
    parts.put("server", server.digest().hex());
    return parts;
  }

  /**
   * Calls it once. The time begins when there is a connection, and stands still while the server
   * asks the user something.
   */
  @Override
  public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
    try {
      McpConnection connection = connector.connect();
      var time = new ToolTime(connection, timeout);
      Map<String, Object> answer =
          connection.callTool(
              definition.name(),
              context.arguments(),
              CallMeta.of(named(context), settings),
              progress(context.observer()),
              timeout);
      listener.accept(answer);
      ToolResponse response = preferred(read(answer, context.observer()::note));
      return new LinkReader(connection, settings.maxBytes(), time, context.observer()::note)
          .inPlace(response);
    } catch (McpException e) {
      throw e.about(null);
    }
  }

  /** The answer without its blocks, if the user prefers what it says to programs. */
  private ToolResponse preferred(ToolResponse response) {
    boolean isForPrograms =
        server.tools().preferStructured()
            && response.structured() != null
            && !response.isError()
            && response.questions().isEmpty();
    return isForPrograms
        ? new ToolResponse(List.of(), false, response.meta(), response.structured())
        : response;
  }

  /** The context under the name that the server knows. */
  private ToolContext named(ToolContext context) {
    return new ToolContext(
        definition.name(),
        context.arguments(),
        context.answers(),
        context.options(),
        context.root(),
        context.observer());
  }

  private static @Nullable Consumer<Map<String, Object>> progress(ToolObserver observer) {
    return observer.followsProgress() ? params -> observer.progress(ProgressText.of(params)) : null;
  }

  private ToolResponse read(Map<String, Object> answer, Consumer<String> notes) {
    ToolResponseJson.Parsed parsed = ToolResponseJson.read(answer, Canonicalizer.AS_GIVEN);
    boolean isWhole =
        answer.get("content") instanceof List<?> blocks
            && blocks.size() == parsed.response().content().size();
    Optional<ToolResponse> unwrapped =
        settings.readsOutcomes() && isWhole
            ? OutcomeJson.unwrap(parsed.response(), notes)
            : Optional.empty();
    parsed.problems().forEach(notes);
    return unwrapped.orElse(parsed.response());
  }
}
