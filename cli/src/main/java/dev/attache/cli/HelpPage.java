package dev.attache.cli;

import dev.attache.cli.run.Command;
import dev.attache.cli.terminal.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A page of help in 80 columns: the overview, the options of every command, or a command with what
 * is its own. Not thread-safe.
 */
final class HelpPage {

  private static final int WIDTH = 80;

  /** The widest left column; what is longer has its text on the next line. */
  private static final int MAX_LEFT = 24;

  /** So many options of every command are named one by one. */
  private static final int NAMED = 10;

  private final StringBuilder text = new StringBuilder();
  private final boolean isColored;

  private HelpPage(boolean isColored) {
    this.isColored = isColored;
  }

  /** Returns the page about all commands. */
  static String overview(CommandLine root, boolean isColored) {
    var page = new HelpPage(isColored);
    page.text.append(description(root.getCommandSpec())).append("\n\n");
    page.head("Usage");
    page.line(Program.NAME + " [COMMAND] [OPTION]... [ARGUMENT]...");
    int longest = CommandSpecs.NAMES.stream().mapToInt(String::length).reduce(0, Math::max);
    CommandSpecs.groups()
        .forEach(
            (title, names) -> {
              page.text.append('\n');
              page.head(title);
              page.rows(rows(names, root.getSubcommands()::get), longest);
            });
    page.text.append('\n');
    page.head("Examples");
    page.line(Program.NAME + " src '!test' -o prompt.txt");
    page.line(Program.NAME + " plan --tree");
    page.text.append("\n`attache help COMMAND` explains a command, `attache help options` the\n");
    page.text.append("options that every command takes; -V or --version prints the version.\n");
    return page.text.toString();
  }

  /** Returns the page about the options that every command takes. */
  static String options(CommandSpec root, boolean isColored) {
    var page = new HelpPage(isColored);
    page.text.append("Options of every command, before or after its name; help for a command\n");
    page.text.append("names those that do not apply to it.\n\n");
    page.head("Options");
    page.options(root.options());
    return page.text.toString();
  }

  /** Returns the page about one command. */
  static String of(CommandLine command, CommandSpec root, boolean isColored) {
    var page = new HelpPage(isColored);
    CommandSpec spec = command.getCommandSpec();
    page.text.append(description(spec)).append("\n\n");
    page.head("Usage");
    page.line(synopsis(spec));
    page.addCommands(command.getSubcommands());
    page.addParameters(spec.positionalParameters());
    page.addOptions(spec, root);
    page.addExamples(examples(command));
    return page.text.toString();
  }

  private void addCommands(Map<String, CommandLine> commands) {
    if (!commands.isEmpty()) {
      text.append('\n');
      head("Commands");
      rows(rows(List.copyOf(commands.keySet()), commands::get), 0);
    }
  }

  private void addParameters(List<PositionalParamSpec> parameters) {
    if (!parameters.isEmpty()) {
      text.append('\n');
      head("Arguments");
      var rows = new LinkedHashMap<String, String>();
      parameters.forEach(each -> rows.put(label(each), description(each)));
      rows(rows, 0);
    }
  }

  private void addOptions(CommandSpec spec, CommandSpec root) {
    Set<String> global = root.optionsMap().keySet();
    List<OptionSpec> own =
        spec.options().stream().filter(each -> !global.contains(each.longestName())).toList();
    if (!own.isEmpty()) {
      text.append('\n');
      head("Options");
      options(own);
    }
    addGlobal(spec, root);
  }

  /** Says which options of every command mean something to this one. */
  private void addGlobal(CommandSpec spec, CommandSpec root) {
    var shown = new ArrayList<String>();
    var hidden = new ArrayList<String>();
    for (OptionSpec each : root.options()) {
      OptionSpec here = spec.findOption(each.longestName());
      if (here != null && !here.usageHelp()) {
        (here.hidden() ? hidden : shown).add(here.longestName());
      }
    }
    if (shown.isEmpty()) {
      return;
    }
    String which =
        hidden.isEmpty()
            ? "Also takes the global options"
            : shown.size() <= NAMED
                ? "Also takes " + enumerated(shown)
                : "Also takes the global options except " + enumerated(hidden);
    text.append('\n');
    wrap(which + " (see `attache help options`).", 0);
  }

  private static String enumerated(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** Those of a command; of a group the first ones of the commands in it. */
  private static List<String> examples(CommandLine command) {
    if (command.getCommandSpec().userObject() instanceof Command run) {
      return run.examples();
    }
    return command.getSubcommands().values().stream()
        .flatMap(each -> examples(each).stream().limit(1))
        .limit(2)
        .toList();
  }

  private void addExamples(List<String> examples) {
    text.append('\n');
    head("Examples");
    examples.forEach(this::line);
  }

  private static String synopsis(CommandSpec spec) {
    var synopsis = new StringBuilder(spec.qualifiedName());
    if (!spec.subcommands().isEmpty()) {
      return synopsis.append(" COMMAND").toString();
    }
    spec.positionalParameters().forEach(each -> synopsis.append(' ').append(each.paramLabel()));
    for (OptionSpec option : spec.options()) {
      if (option.required()) { // OptionSpec::required would keep that class out of the archive
        synopsis.append(' ').append(names(option));
      }
    }
    return synopsis.append(" [OPTION]...").toString();
  }

  private static String label(PositionalParamSpec parameter) {
    return parameter.paramLabel().replaceAll("^.* |[\\[\\]]|\\.\\.\\.", "");
  }

  private void options(List<OptionSpec> options) {
    var rows = new LinkedHashMap<String, String>();
    options.stream()
        .filter(each -> !each.hidden())
        .sorted((one, other) -> one.longestName().compareTo(other.longestName()))
        .forEach(each -> rows.put(indented(each), description(each)));
    rows(rows, 0);
  }

  /** Names of one letter stand before the others. */
  private static String indented(OptionSpec option) {
    String names = names(option);
    return names.startsWith("--") ? "    " + names : names;
  }

  private static String names(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .sorted((one, other) -> Integer.compare(one.length(), other.length()))
            .collect(Collectors.joining(", "));
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  private static Map<String, String> rows(
      List<String> names, Function<String, CommandLine> commands) {
    var rows = new LinkedHashMap<String, String>();
    names.forEach(name -> rows.put(name, description(commands.apply(name).getCommandSpec())));
    return rows;
  }

  private static String description(CommandSpec spec) {
    return String.join(" ", spec.usageMessage().description());
  }

  private static String description(ArgSpec argument) {
    return String.join(" ", argument.description());
  }

  private void rows(Map<String, String> rows, int least) {
    int left =
        rows.keySet().stream()
            .mapToInt(String::length)
            .filter(length -> length <= MAX_LEFT)
            .reduce(least, Math::max);
    rows.forEach(
        (name, description) -> {
          text.append("  ").append(name);
          if (name.length() > left) {
            text.append('\n').append(" ".repeat(left + 4));
          } else {
            text.append(" ".repeat(left - name.length() + 2));
          }
          wrap(description, left + 4);
        });
  }

  /** Writes a text at a column, which the line being written has reached. */
  private void wrap(String description, int column) {
    int at = column;
    for (String paragraph : description.split("\n", -1)) {
      if (at > column) {
        at = newLine(column);
      }
      for (String word : paragraph.split(" ", -1)) {
        if (at > column && at + 1 + word.length() > WIDTH) {
          at = newLine(column);
        }
        text.append(at > column ? " " : "").append(word);
        at += (at > column ? 1 : 0) + word.length();
      }
    }
    text.append('\n');
  }

  private int newLine(int column) {
    text.append('\n').append(" ".repeat(column));
    return column;
  }

  private void head(String title) {
    text.append(isColored ? "\u001b[1m" + title + "\u001b[0m" : title).append(":\n");
  }

  private void line(String line) {
    text.append("  ").append(line).append('\n');
  }
}
