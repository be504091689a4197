package dev.attache.cli;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code attache help}: prints the help of a command. */
final class HelpCommand implements Command {

  /** Prints the help of the command that these words name. */
  @FunctionalInterface
  interface Printer {
    int print(List<String> words) throws IOException, UsageException;
  }

  /** What {@code help} is asked for in place of a command. */
  static final String OPTIONS = "options";

  private static final List<String> TOPICS = topics();

  private final Printer printer;
  private final List<String> words = new ArrayList<>();

  HelpCommand(Printer printer) {
    this.printer = printer;
  }

  static CommandSpec spec(SpecFactory specs, Printer printer) {
    return specs.command(
        "help", "Show help for a command.", new HelpCommand(printer), HiddenOptions.ALL);
  }

  private static List<String> topics() {
    var topics = new ArrayList<>(CommandSpecs.NAMES);
    topics.add(OPTIONS);
    return List.copyOf(topics);
  }

  @Override
  public void addTo(Options options) {
    options.parameters(
        "[COMMAND]...", words, TOPICS, "A command, or `options` for the options of every command.");
  }

  @Override
  public List<String> examples() {
    return List.of("attache help resolve", "attache help trust add");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    return printer.print(words);
  }
}
