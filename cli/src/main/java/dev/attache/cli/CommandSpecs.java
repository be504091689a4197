package dev.attache.cli;

import dev.attache.cli.attachments.AttachmentCommands;
import dev.attache.cli.chat.ChatCommand;
import dev.attache.cli.completion.CompletionCommand;
import dev.attache.cli.conversations.ConversationCommands;
import dev.attache.cli.handlers.HandlerCommands;
import dev.attache.cli.models.ModelCommands;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.resolve.ResolveCommands;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.serve.ServeCommand;
import dev.attache.cli.servers.McpCommands;
import dev.attache.cli.store.StoreCommands;
import dev.attache.cli.tools.ToolCommands;
import dev.attache.cli.trust.TrustCommands;
import dev.attache.cli.turns.TurnCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The commands below the program, of which each is made only when it is asked for. */
final class CommandSpecs {

  private static final List<String> CORE = List.of("resolve", "plan", "canonicalize");

  private static final List<String> OF_CONVERSATIONS =
      List.of("query", "chat", "tool-result", "refresh", "attachment", "conversation");

  private static final List<String> CONNECTING = List.of("serve", "mcp", "tool", "models");

  private static final List<String> EXTENDING = List.of("handlers", "trust");

  private static final List<String> MAINTAINING = List.of("store", "completion", "help");

  /** All commands, in the order of the help. */
  static final List<String> NAMES = all(CORE, OF_CONVERSATIONS, CONNECTING, EXTENDING, MAINTAINING);

  private CommandSpecs() {}

  /** Returns a command and all below it. */
  static CommandSpec of(String name, SpecFactory specs, CommandLines all) {
    return switch (name) {
      case "resolve" -> ResolveCommands.resolve(specs);
      case "plan" -> ResolveCommands.plan(specs);
      case "query" -> TurnCommands.query(specs);
      case "chat" -> ChatCommand.spec(specs, SessionCommands.all());
      case "tool-result" -> TurnCommands.toolResult(specs);
      case "refresh" -> TurnCommands.refresh(specs);
      case "serve" -> ServeCommand.spec(specs);
      case "attachment" -> AttachmentCommands.group(specs);
      case "conversation" -> ConversationCommands.group(specs);
      case "store" -> StoreCommands.group(specs);
      case "canonicalize" -> ResolveCommands.canonicalize(specs);
      case "trust" -> TrustCommands.group(specs);
      case "mcp" -> McpCommands.group(specs);
      case "tool" -> ToolCommands.group(specs);
      case "models" -> ModelCommands.group(specs);
      case "handlers" -> HandlerCommands.group(specs);
      case "completion" -> CompletionCommand.spec(specs, all);
      case "help" -> HelpCommand.spec(specs, all);
      default -> throw new AssertionError(name); // one of NAMES
    };
  }

  @SafeVarargs
  private static List<String> all(List<String>... groups) {
    var names = new ArrayList<String>();
    for (List<String> group : groups) {
      names.addAll(group);
    }
    return List.copyOf(names);
  }

  /** Returns all commands by the title of their group, in the order of the help. */
  static Map<String, List<String>> groups() {
    var groups = new LinkedHashMap<String, List<String>>();
    groups.put("Core", CORE);
    groups.put("Conversations", OF_CONVERSATIONS);
    groups.put("Serve and connect", CONNECTING);
    groups.put("Extend", EXTENDING);
    groups.put("Maintain", MAINTAINING);
    return groups;
  }

  /** Returns the options of a resolve, by all their names. */
  static Set<String> resolveOptions() {
    return ResolveCommands.resolve(new SpecFactory(new RunOptions.Repeated()))
        .optionsMap()
        .keySet();
  }
}
