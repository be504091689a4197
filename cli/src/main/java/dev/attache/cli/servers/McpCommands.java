package dev.attache.cli.servers;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that use servers of MCP by hand: {@code attache mcp}. */
public final class McpCommands {

  private McpCommands() {}

  private static final HiddenOptions HIDDEN =
      new HiddenOptions(
          Set.of(
              "--allow-host",
              "--allow-secrets",
              "--handler-jar",
              "--formulas",
              "--hidden",
              "--html",
              "--pdf",
              "--raw",
              "--jobs",
              "--max-total-bytes",
              "--ignore-restrictions",
              "--no-cache",
              "--no-ignore",
              "--no-index",
              "--root"));

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("mcp", "Inspect and call MCP servers.", HIDDEN)
        .add("ls", "List MCP servers, or what one offers.", new McpListCommand())
        .add("read", "Print a resource.", new McpReadCommand())
        .add("call", "Call a tool and print its result.", new McpCallCommand())
        .spec();
  }
}
