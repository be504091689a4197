package dev.attache.cli.tools;

import dev.attache.cli.config.ConfiguredTool;
import dev.attache.cli.permission.ToolItem;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.tool.ToolRegistry;
import dev.attache.mcp.McpException;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.Tool;
import dev.attache.support.text.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools of one run: the programs that the user's configuration and the workspace's define. One
 * of the user's goes before one of the workspace of the same name.
 */
final class AvailableTools {

  private final Map<String, ConfiguredTool> configured;
  private final ToolRegistry registry;
  private final Run run;
  private final Handlers handlers;

  private AvailableTools(
      Map<String, ConfiguredTool> configured, ToolRegistry registry, Run run, Handlers handlers) {
    this.configured = configured;
    this.registry = registry;
    this.run = run;
    this.handlers = handlers;
  }

  /** Returns those of a run; what is wrong with their definitions is said. */
  static AvailableTools of(Run run) throws UsageException {
    Handlers handlers = Handlers.load(run);
    Path workspace = run.realWorkspace();
    Resolver resolver = Run.build(run.resolver(handlers));
    long maxBytes = run.options().limits().maxBytes();
    var configured = new LinkedHashMap<String, ConfiguredTool>();
    for (ConfiguredTool each : run.tools()) {
      configured.putIfAbsent(each.name(), each);
    }
    var tools = new ArrayList<Tool>();
    for (ConfiguredTool each : configured.values()) {
      tools.add(
          each.tool(workspace, run.policy(handlers, each), maxBytes, resolver::canonicalizeUri));
    }
    return new AvailableTools(configured, ToolRegistry.of(tools), run, handlers);
  }

  /** Returns all, in the order of the files. */
  List<Tool> all() {
    return List.copyOf(registry.all());
  }

  /** Returns the definition of a tool; null if a server has it. */
  @Nullable ConfiguredTool definition(Tool tool) {
    return definition(tool.name());
  }

  /** Returns the definition of the tool of a name; null if there is none. */
  @Nullable ConfiguredTool definition(String name) {
    return configured.get(name);
  }

  /** Returns the tool of a name, which may be one of a server, and has to be there. */
  Tool require(String name, ToolServers servers, boolean canAsk)
      throws UsageException, McpException {
    Tool ofServer = registry.find(name).isPresent() ? null : servers.find(name, canAsk);
    return ofServer == null ? require(name) : ofServer;
  }

  Handlers handlers() {
    return handlers;
  }

  /** Returns the tool of a name, which there has to be. */
  Tool require(String name) throws UsageException {
    Tool tool = registry.find(name).orElse(null);
    if (tool != null) {
      return tool;
    }
    if (configured.isEmpty()) {
      throw new UsageException(
          "no tool " + name + ": none is configured; add one to a [tools.NAME] table");
    }
    String meant = NearestName.of(name, configured.keySet());
    String there =
        registry.all().stream().map(Tool::name).limit(20).collect(Collectors.joining(", "));
    throw new UsageException(
        "no tool "
            + name
            + (meant == null ? "; there are: " + there : "; did you mean " + meant + "?"));
  }

  /**
   * Asks whether a tool of the workspace is to be trusted, if it is not and somebody can answer.
   */
  void settle(Tool tool, TrustDialog dialog) throws UsageException {
    ConfiguredTool definition = definition(tool);
    ToolItem item =
        definition != null && definition.isOfWorkspace() && dialog.canAsk()
            ? item(definition)
            : null;
    if (item != null) {
      dialog.ask(List.of(item));
    }
  }

  /** What the user would trust; null if the program is not there, which shows when it is called. */
  private @Nullable ToolItem item(ConfiguredTool definition) throws UsageException {
    try {
      return run.toolItem(handlers, definition);
    } catch (ResourceException e) {
      return null;
    }
  }
}
