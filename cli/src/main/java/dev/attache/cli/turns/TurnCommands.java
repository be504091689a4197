package dev.attache.cli.turns;

import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that go on with a conversation: a turn, the result of a tool. */
public final class TurnCommands {

  private TurnCommands() {}

  public static CommandSpec query(SpecFactory specs) {
    return specs.command(
        "query", "Ask a model in a conversation, or print the request.", new QueryCommand());
  }

  public static CommandSpec toolResult(SpecFactory specs) {
    return specs.command(
        "tool-result",
        "Record a tool result and print what the model gets.",
        new ToolResultCommand());
  }

  public static CommandSpec refresh(SpecFactory specs) {
    return specs.command("refresh", "Read an attachment again.", new RefreshCommand());
  }
}
