package dev.attache.core.tool;

import dev.attache.resource.tool.Tool;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tools that can be called, by their names, in the order in which they were added. Immutable.
 */
public final class ToolRegistry {

  private final Map<String, Tool> tools;

  private ToolRegistry(Map<String, Tool> tools) {
    this.tools = tools;
  }

  /**
   * {@return a registry}
   *
   * @param tools in the order in which models are told of them
   * @throws IllegalArgumentException if a name is none, or two tools have one
   */
  public static ToolRegistry of(Collection<? extends Tool> tools) {
    var byName = new LinkedHashMap<String, Tool>();
    for (Tool tool : tools) {
      if (!Tool.NAME.matcher(tool.name()).matches()) {
        throw new IllegalArgumentException(
            "tool (" + tool.name() + ") must have a name of 1 to 64 letters, digits, _ and -");
      }
      Tool other = byName.putIfAbsent(tool.name(), tool);
      if (other != null) {
        throw new IllegalArgumentException(
            "tool ("
                + tool.name()
                + ") is defined twice: by "
                + other.source()
                + " and by "
                + tool.source());
      }
    }
    return new ToolRegistry(Collections.unmodifiableMap(byName));
  }

  /**
   * {@return a tool; empty if there is none of that name}
   *
   * @param name the name, exactly as the tool has it
   */
  public Optional<Tool> find(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  /** {@return all tools, in order} */
  public Collection<Tool> all() {
    return tools.values();
  }
}
