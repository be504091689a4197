package dev.attache.cli.turns;

import dev.attache.cli.run.Command;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that go on with a conversation: a turn, the result of a tool. */
public final class TurnCommands {

  private TurnCommands() {}

  public static Command query() {
    return new QueryCommand();
  }

  public static CommandSpec query(SpecFactory specs) {
    return specs.command("query", "Ask a model in a conversation, or print the request.", query());
  }

  public static Command toolResult() {
    return new ToolResultCommand();
  }

  public static CommandSpec toolResult(SpecFactory specs) {
    return specs.command(
        "tool-result", "Record a tool result and print what the model gets.", toolResult());
  }

  public static Command refresh() {
    return new RefreshCommand();
  }

  public static CommandSpec refresh(SpecFactory specs) {
    return specs.command("refresh", "Read an attachment again.", refresh());
  }
}
