package dev.attache.mcp.config;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.config.ServerDefinition.Origin;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings for the tools of a server: {@code context}, {@code prefer}, {@code permission}, and
 * a table {@code tools.TOOL} for each with its {@code options}.
 */
final class ToolTables {

  static final String CONTEXT = "context";
  static final String TOOLS = "tools";
  private static final String PREFER = "prefer";
  private static final String PERMISSION = "permission";
  private static final String OPTIONS = "options";

  private static final Map<String, McpServer.Permission> PERMISSIONS =
      Map.of(
          "ask", McpServer.Permission.ASK,
          "allow", McpServer.Permission.ALLOW,
          "deny", McpServer.Permission.DENY);

  private final Origin origin;
  private final DefinitionFields fields;
  private final Consumer<String> warnings;

  ToolTables(Origin origin, DefinitionFields fields, Consumer<String> warnings) {
    this.origin = origin;
    this.fields = fields;
    this.warnings = warnings;
  }

  McpServer.Tools read() throws DefinitionException {
    boolean knowWorkspace = fields.flag(CONTEXT);
    if (knowWorkspace && origin.isOfProject()) {
      knowWorkspace = false;
      warnings.accept(
          origin.subject(CONTEXT) + " is not used; define the server in your own configuration");
    }
    boolean preferStructured = preferStructured();
    McpServer.Permission permission = permission();
    var options = new LinkedHashMap<String, Map<String, Object>>();
    for (Map.Entry<?, ?> tool : fields.tables(TOOLS).entrySet()) {
      String key = TOOLS + "." + tool.getKey();
      if (!(tool.getValue() instanceof Map<?, ?> table)) {
        throw fields.wrong(key, "must be a table");
      }
      options.put(String.valueOf(tool.getKey()), options(key, table));
    }
    return new McpServer.Tools(knowWorkspace, preferStructured, permission, options);
  }

  private boolean preferStructured() throws DefinitionException {
    String preferred = fields.text(PREFER);
    if (preferred != null && !Set.of("content", "structured").contains(preferred)) {
      throw fields.wrong(PREFER, "must be \"content\" or \"structured\"");
    }
    return "structured".equals(preferred);
  }

  /** Whoever wrote a workspace's file is not the one who can let a model call something. */
  private McpServer.Permission permission() throws DefinitionException {
    String word = fields.text(PERMISSION);
    McpServer.Permission permission =
        word == null ? McpServer.Permission.ASK : PERMISSIONS.get(word);
    if (permission == null) {
      throw fields.wrong(PERMISSION, "must be \"ask\", \"allow\" or \"deny\"");
    }
    if (permission == McpServer.Permission.ALLOW && origin.isOfProject()) {
      warnings.accept(
          origin.subject(PERMISSION) + " is taken as \"ask\"; only your own file can allow a tool");
      return McpServer.Permission.ASK;
    }
    return permission;
  }

  private Map<String, Object> options(String key, Map<?, ?> table) throws DefinitionException {
    for (Object each : table.keySet()) {
      if (!each.equals(OPTIONS)) {
        warnings.accept(origin.subject(key + "." + each) + " is unknown and ignored");
      }
    }
    Object given = table.get(OPTIONS);
    if (given != null && !(given instanceof Map)) {
      throw fields.wrong(key + "." + OPTIONS, "must be a table, such as {depth = 2}");
    }
    return given instanceof Map<?, ?> map ? object(key + "." + OPTIONS, map) : Map.of();
  }

  private Map<String, Object> object(String key, Map<?, ?> map) throws DefinitionException {
    var object = new LinkedHashMap<String, Object>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      object.put(
          String.valueOf(entry.getKey()), value(key + "." + entry.getKey(), entry.getValue()));
    }
    return object;
  }

  /** The JSON value that a value of TOML is; dates have none. */
  private Object value(String key, @Nullable Object value) throws DefinitionException {
    if (value instanceof Map<?, ?> map) {
      return object(key, map);
    }
    if (value instanceof List<?> list) {
      var values = new ArrayList<>(list.size());
      for (Object each : list) {
        values.add(value(key, each));
      }
      return values;
    }
    boolean isFinite = value instanceof Number number && isFinite(number);
    if (value != null && (isFinite || value instanceof String || value instanceof Boolean)) {
      return value;
    }
    throw fields.wrong(key, "must be a string, a number, true or false, a list or a table");
  }

  private static boolean isFinite(Number number) {
    return number instanceof BigDecimal || Double.isFinite(number.doubleValue());
  }
}
