package dev.attache.cli.turns;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that go on with a conversation: a turn, an answer, the result of a tool. */
public final class TurnCommands {

  private TurnCommands() {}

  public static CommandSpec query(SpecFactory specs) {
    return specs.command("query", "Record a turn and print its request.", new QueryCommand());
  }

  public static CommandSpec respond(SpecFactory specs) {
    return specs.command(
        "respond", "Record an answer.", new RespondCommand(), HiddenOptions.OF_STORES);
  }

  public static CommandSpec toolResult(SpecFactory specs) {
    return specs.command(
        "tool-result",
        "Record the result of a tool and print what the model gets.",
        new ToolResultCommand());
  }

  public static CommandSpec refresh(SpecFactory specs) {
    return specs.command("refresh", "Read again what is attached.", new RefreshCommand());
  }
}
