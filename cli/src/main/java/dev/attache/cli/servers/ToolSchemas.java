package dev.attache.cli.servers;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.schemas.JsonSchemas;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a server's tool (MCP, {@code inputSchema} and {@code outputSchema}): what is sent
 * has to follow the one, and what does not follow the other is said (SEP-1624).
 *
 * @param input the schema of the arguments; empty if nothing is known
 * @param output the schema of the structured content; null if there is none
 */
record ToolSchemas(Map<String, Object> input, @Nullable Map<String, Object> output) {

  private static final JsonSchemas SCHEMAS = new JsonSchemas();

  /** Asks a server for them; a list that cannot be had keeps no tool from being called. */
  static ToolSchemas of(McpConnection connection, String tool, Duration timeout) {
    try {
      for (Map<String, Object> each : connection.listTools(timeout)) {
        if (tool.equals(each.get("name"))) {
          Map<String, Object> output = schema(each.get("outputSchema"));
          return new ToolSchemas(schema(each.get("inputSchema")), output.isEmpty() ? null : output);
        }
      }
    } catch (McpException e) {
      // Whatever is wrong with the server shows when the tool is called.
    }
    return new ToolSchemas(Map.of(), null);
  }

  private static Map<String, Object> schema(@Nullable Object given) {
    return given instanceof Map<?, ?> map ? LenientValues.object(map) : Map.of();
  }

  /** Returns what is wrong with arguments, a line each. */
  List<String> problemsOf(Map<String, Object> arguments) {
    return SCHEMAS.problems(input, arguments);
  }

  /** Returns what is to be said of a good answer. */
  List<String> remarksOn(Map<String, Object> answer) {
    if (output == null) {
      return List.of();
    }
    Object structured = answer.get("structuredContent");
    if (structured == null) {
      return List.of("answered without structuredContent, though it has an outputSchema");
    }
    JsonSchemas.Check check = SCHEMAS.check(output, structured);
    if (check.unchecked() != null) {
      return List.of("structuredContent is not checked: " + check.unchecked());
    }
    String problems = check.problems().stream().collect(Collectors.joining("; "));
    return problems.isEmpty()
        ? List.of()
        : List.of("structuredContent does not follow the tool's outputSchema: " + problems);
  }
}
