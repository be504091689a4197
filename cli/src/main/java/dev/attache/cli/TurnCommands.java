package dev.attache.cli;

import picocli.CommandLine.Model.CommandSpec;

/** The commands that go on with a conversation: a turn, an answer, the result of a tool. */
final class TurnCommands {

  private TurnCommands() {}

  static CommandSpec query(SpecFactory specs) {
    return specs.command("query", "Record a turn and print its request.", new QueryCommand());
  }

  static CommandSpec respond(SpecFactory specs) {
    return specs.command(
        "respond", "Record an answer.", new RespondCommand(), HiddenOptions.OF_STORES);
  }

  static CommandSpec toolResult(SpecFactory specs) {
    return specs.command(
        "tool-result",
        "Record the result of a tool and print what the model gets.",
        new ToolResultCommand());
  }

  static CommandSpec refresh(SpecFactory specs) {
    return specs.command("refresh", "Read again what is attached.", new RefreshCommand());
  }
}
