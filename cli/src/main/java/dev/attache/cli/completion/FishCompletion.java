package dev.attache.cli.completion;

import dev.attache.cli.terminal.Program;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script of fish: a line for each command and option. */
final class FishCompletion {

  private static final String START =
      """
      # fish completion for attache. Save this as ~/.config/fish/completions/attache.fish.

      function __attache_values
          set -l words (commandline -opc)
          set -l workspace .
          if set -l at (contains -i -- --workspace $words)
              set workspace $words[(math $at + 1)]
          end
          type -q attache; and attache --workspace $workspace completion $argv 2> /dev/null
      end

      function __attache_parts
          set -l word (commandline -ct)
          set -l parts
          switch (string lower -- $word)
      @PARTS@    end
          set -l file (string unescape -- (string replace -r '#.*' '' -- $word | string trim -lc '\\'"'))
          if contains sheet= $parts; and string match -qr '#s' -- $word
              set -l sheets (__attache_values --sheets (string replace -r '^~/' "$HOME/" -- $file))
              set -q sheets[1]; and set parts $sheets
          end
          for each in $parts
              echo $file#$each
          end
      end

      """;

  private final StringBuilder text = new StringBuilder(START);

  private FishCompletion() {}

  static String script(CommandLine commandLine) {
    var script = new FishCompletion();
    script.add("__fish_use_subcommand", commandLine);
    script.addParts("complete -c " + Program.NAME + " -n '__fish_use_subcommand'"); // no command
    for (Map.Entry<String, CommandLine> entry : commandLine.getSubcommands().entrySet()) {
      String seen = "__fish_seen_subcommand_from " + entry.getKey();
      Set<String> below = entry.getValue().getSubcommands().keySet();
      String open =
          below.isEmpty()
              ? seen
              : seen + "; and not __fish_seen_subcommand_from " + String.join(" ", below);
      script.add(open, entry.getValue());
      for (Map.Entry<String, CommandLine> each : entry.getValue().getSubcommands().entrySet()) {
        script.add(seen + "; and __fish_seen_subcommand_from " + each.getKey(), each.getValue());
      }
    }
    return script.text.toString().replace("@PARTS@", parts());
  }

  private static String parts() {
    var branches = new StringBuilder();
    DocumentParts.BY_EXTENSION.forEach(
        (ends, parts) -> {
          branches.append("        case");
          ends.forEach(end -> branches.append(" '*.").append(end).append("#*'"));
          branches.append("\n            set parts ").append(String.join(" ", parts)).append('\n');
        });
    return branches.toString();
  }

  /** Adds what may follow a command: those below it, its options and its parameters. */
  private void add(String condition, CommandLine command) {
    String start = "complete -c " + Program.NAME + " -n " + quote(condition);
    for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
      String description = description(below.getValue().getCommandSpec());
      text.append(start).append(" -f -a ").append(below.getKey());
      text.append(" -d ").append(quote(description)).append('\n');
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        add(start, option);
      }
    }
    for (PositionalParamSpec each : command.getCommandSpec().positionalParameters()) {
      LineValue value = LineValue.of(each);
      String values = values(value);
      if (value.isReference()) {
        addParts(start);
      } else if (!values.isEmpty()) {
        text.append(start).append(" -f -a ").append(quote(values)).append('\n');
      }
    }
  }

  /** They are offered beside files. */
  private void addParts(String start) {
    text.append(start).append(" -a '(__attache_parts)'\n");
  }

  private void add(String start, OptionSpec option) {
    text.append(start);
    for (String spelled : option.names()) {
      text.append(spelled.startsWith("--") ? " -l " : " -s ")
          .append(spelled.replaceFirst("^--?", ""));
    }
    if (option.arity().max() > 0) {
      LineValue value = LineValue.of(option);
      String values = values(value);
      text.append(
          value.isReference()
              ? " -r -a '(__attache_parts)'"
              : values.isEmpty() ? " -r" : " -x -a " + quote(values));
    }
    text.append(" -d ").append(quote(String.join(" ", option.description()))).append('\n');
  }

  private static String values(LineValue value) {
    if (!value.words().isEmpty()) {
      return String.join(" ", value.words());
    }
    if (!value.question().isEmpty()) {
      return "(__attache_values --values " + value.question() + ")";
    }
    return value.isDirectory() ? "(__fish_complete_directories)" : "";
  }

  private static String description(CommandSpec spec) {
    return String.join(" ", spec.usageMessage().description());
  }

  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
