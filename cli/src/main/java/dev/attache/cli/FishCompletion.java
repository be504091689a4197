package dev.attache.cli;

import dev.attache.cli.terminal.Program;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of the fish shell, made from the same specification as the parser. */
final class FishCompletion {

  private FishCompletion() {}

  static String script(CommandLine commandLine) {
    var script = new StringBuilder("# fish completion of " + Program.NAME + "\n");
    add(script, "__fish_use_subcommand", commandLine);
    for (Map.Entry<String, CommandLine> entry : commandLine.getSubcommands().entrySet()) {
      String seen = "__fish_seen_subcommand_from " + entry.getKey();
      Set<String> below = entry.getValue().getSubcommands().keySet();
      String open =
          below.isEmpty()
              ? seen
              : seen + "; and not __fish_seen_subcommand_from " + String.join(" ", below);
      add(script, open, entry.getValue());
      for (Map.Entry<String, CommandLine> each : entry.getValue().getSubcommands().entrySet()) {
        add(script, seen + "; and __fish_seen_subcommand_from " + each.getKey(), each.getValue());
      }
    }
    return script.toString();
  }

  /** Adds what may follow a command: those below it, and its options. */
  private static void add(StringBuilder script, String condition, CommandLine command) {
    String start = "complete -c " + Program.NAME + " -n " + quote(condition);
    for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
      String description = description(below.getValue().getCommandSpec());
      script.append(start).append(" -f -a ").append(below.getKey());
      script.append(" -d ").append(quote(description)).append('\n');
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      script.append(start);
      for (String spelled : option.names()) {
        script
            .append(spelled.startsWith("--") ? " -l " : " -s ")
            .append(spelled.replaceFirst("^--?", ""));
      }
      if (option.arity().max() > 0) {
        script.append(" -r");
      }
      script.append(" -d ").append(quote(String.join(" ", option.description()))).append('\n');
    }
  }

  private static String description(CommandSpec spec) {
    return String.join(" ", spec.usageMessage().description());
  }

  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
