package dev.attache.mcp.tools;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.tools.McpTool.Connector;
import dev.attache.mcp.tools.ToolNames.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A collection of what servers list, of which tools are made all at once, for no two may have one
 * name. Not thread-safe.
 */
public final class McpTools {

  /** A definition with more than this many characters is none that a model can be given. */
  private static final int LARGEST = 1 << 18;

  private final Consumer<String> notes;
  private final Map<Origin, Offered> offered = new LinkedHashMap<>();

  /** What a tool is made of. */
  private record Offered(
      McpServer server, ToolDefinition definition, Connector connector, BridgeSettings settings) {}

  /**
   * @param notes takes what of the lists is left out, a line each
   */
  public McpTools(Consumer<String> notes) {
    this.notes = notes;
  }

  /**
   * Adds the tools of a server.
   *
   * @param server the server that lists them
   * @param listed the entries of its {@code tools/list}; {@code {"name": …}} will do for one that
   *     is called without a look at the list
   * @param connector what gives the connection to it, when one of its tools is called
   * @param settings what its tools are told, and what is read in their answers
   * @return these tools
   */
  public McpTools add(
      McpServer server,
      List<Map<String, Object>> listed,
      Connector connector,
      BridgeSettings settings) {
    for (Map<String, Object> each : listed) {
      ToolDefinition definition = ToolDefinition.of(each);
      if (definition == null) {
        notes.accept("the MCP server " + server.name() + " lists a tool without a name");
        continue;
      }
      int size = definition.size();
      if (size > LARGEST) {
        notes.accept(
            "the tool "
                + ServerText.line(definition.name(), 100)
                + " of the MCP server "
                + server.name()
                + " is left out: its name, description and schema have "
                + size
                + " characters, and the limit is "
                + LARGEST);
        continue;
      }
      var origin = new Origin(server.alias(), definition.name());
      var added = new Offered(server, definition, connector, settings);
      if (offered.putIfAbsent(origin, added) != null) {
        notes.accept(
            "the MCP server "
                + server.name()
                + " lists the tool "
                + ServerText.line(definition.name(), 100)
                + " twice; the first one is used");
      }
    }
    return this;
  }

  /**
   * {@return whether a name can be that of a tool of a server, so that it is worth while to ask it}
   *
   * @param name what somebody calls a tool
   * @param server the server that might list it
   */
  public static boolean canBe(String name, McpServer server) {
    return ToolNames.canBe(name, server.alias());
  }

  /** {@return the tools, in the order in which they were added} */
  public List<McpTool> all() {
    Map<Origin, String> names = ToolNames.of(new ArrayList<>(offered.keySet()));
    var tools = new ArrayList<McpTool>(offered.size());
    offered.forEach(
        (origin, each) ->
            tools.add(
                new McpTool(
                    Objects.requireNonNull(names.get(origin)),
                    each.server(),
                    each.definition(),
                    each.connector(),
                    each.settings(),
                    answer -> {})));
    return tools;
  }
}
