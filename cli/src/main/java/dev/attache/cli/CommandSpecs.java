package dev.attache.cli;

import dev.attache.cli.attachments.AttachmentCommands;
import dev.attache.cli.conversations.ConversationCommands;
import dev.attache.cli.handlers.HandlerCommands;
import dev.attache.cli.resolve.ResolveCommands;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.serve.ServeCommand;
import dev.attache.cli.servers.McpCommands;
import dev.attache.cli.store.StoreCommands;
import dev.attache.cli.trust.TrustCommands;
import dev.attache.cli.turns.TurnCommands;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The commands below the program, of which each is made only when it is asked for. */
final class CommandSpecs {

  /** All commands, in the order of the help. */
  static final List<String> NAMES =
      List.of(
          "resolve",
          "plan",
          "query",
          "respond",
          "tool-result",
          "refresh",
          "serve",
          "attachment",
          "conversation",
          "store",
          "canonicalize",
          "trust",
          "mcp",
          "handlers",
          "completion",
          "help");

  private CommandSpecs() {}

  /** Returns a command and all below it. */
  static CommandSpec of(String name, SpecFactory specs, CommandLines all) {
    return switch (name) {
      case "resolve" -> ResolveCommands.resolve(specs);
      case "plan" -> ResolveCommands.plan(specs);
      case "query" -> TurnCommands.query(specs);
      case "respond" -> TurnCommands.respond(specs);
      case "tool-result" -> TurnCommands.toolResult(specs);
      case "refresh" -> TurnCommands.refresh(specs);
      case "serve" -> ServeCommand.spec(specs);
      case "attachment" -> AttachmentCommands.group(specs);
      case "conversation" -> ConversationCommands.group(specs);
      case "store" -> StoreCommands.group(specs);
      case "canonicalize" -> ResolveCommands.canonicalize(specs);
      case "trust" -> TrustCommands.group(specs);
      case "mcp" -> McpCommands.group(specs);
      case "handlers" -> HandlerCommands.group(specs);
      case "completion" -> CompletionCommand.spec(specs, all);
      case "help" -> HelpCommand.spec(specs, all);
      default -> throw new AssertionError(name); // one of NAMES
    };
  }
}
