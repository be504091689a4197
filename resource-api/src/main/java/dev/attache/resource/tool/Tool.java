package dev.attache.resource.tool;

import dev.attache.resource.ResourceException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person or a model can call: built in, a program of the configuration, or offered
 * by an MCP server. An embedding program registers its own beside them.
 *
 * <p>Thread-safe: several calls may run at once. A tool keeps nothing between two calls; when it
 * asks a question, it is called again with the answer (RFD 058).
 */
public interface Tool {

  /** What a name has to match, so that all providers of models take it. */
  Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  /** The source of tools that are built in. */
  String BUILTIN = "builtin";

  /** The source of tools that are programs of the configuration, or belong to the application. */
  String LOCAL = "local";

  /** What the source of a server's tools begins with; its name follows. */
  String MCP = "mcp:";

  /** {@return the name by which it is called, which matches {@link #NAME}} */
  String name();

  /** {@return what it does, for people and models; empty if nobody says} */
  String description();

  /** {@return the JSON Schema of its arguments, an object} */
  Map<String, Object> inputSchema();

  /** {@return the JSON Schema of its structured content; null if it promises none} */
  default @Nullable Map<String, Object> outputSchema() {
    return null;
  }

  /**
   * {@return MCP's {@code ToolAnnotations}, such as {@code readOnlyHint}; empty if there are none}
   */
  default Map<String, Object> annotations() {
    return Map.of();
  }

  /** {@return who provides it: {@link #BUILTIN}, {@link #LOCAL}, or {@link #MCP} and a server} */
  default String source() {
    return LOCAL;
  }

  /**
   * {@return what the user has set for it, which it is given with each call; empty if nothing is}
   */
  default Map<String, Object> options() {
    return Map.of();
  }

  /**
   * {@return what it is, part by part, for whoever lets it run without being asked each time: that
   * holds as long as each part stays as it was} The parts are {@code description}, {@code
   * inputSchema} and {@code annotations}; a program adds its {@code command}, {@code options} and
   * {@code settings}, a tool of a server the {@code server}. JSON values.
   */
  default Map<String, Object> definition() {
    var parts = new LinkedHashMap<String, Object>();
    parts.put("description", description());
    parts.put("inputSchema", inputSchema());
    parts.put("annotations", annotations());
    return parts;
  }

  /**
   * {@return whether it says that it changes nothing; then a call may be repeated (MCP,
   * readOnlyHint)}
   */
  default boolean isReadOnly() {
    return Boolean.TRUE.equals(annotations().get("readOnlyHint"));
  }

  /**
   * Calls it once. That it failed is an answer; an exception says that it could not be called or
   * did not answer.
   *
   * @param context the arguments, the answers so far, and who is told how far it is
   * @param timeout how long it may take
   * @return the answer, which may be a question or a failure
   * @throws ResourceException {@code DENIED} if it may not run, {@code TIMEOUT} if it took too long
   *     or the thread was interrupted (whose flag is set then), {@code FAILED} for all else
   */
  ToolResponse call(ToolContext context, Duration timeout) throws ResourceException;
}
