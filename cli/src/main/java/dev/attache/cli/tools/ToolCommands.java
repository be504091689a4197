package dev.attache.cli.tools;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about tools: {@code attache tool}. */
public final class ToolCommands {

  private ToolCommands() {}

  private static final HiddenOptions HIDDEN =
      new HiddenOptions(
          Set.of(
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
              "--no-index"));

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("tool", "List and call tools.", HIDDEN)
        .add("ls", "List the tools that can be called.", new ToolListCommand())
        .add("show", "Show what a tool takes and gives.", new ToolShowCommand())
        .add(
            "call",
            "Call a tool, answer its questions and print its result.",
            new ToolCallCommand())
        .spec();
  }
}
