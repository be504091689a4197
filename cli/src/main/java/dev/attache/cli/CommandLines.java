package dev.attache.cli;

import dev.attache.cli.completion.CompletionCommand;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.OptionSpecs;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.DuplicateSchemeException;
import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The whole command line: its commands, its help, and how it fails. */
public final class CommandLines implements CompletionCommand.Specification, HelpCommand.Printer {

  private final Streams streams;
  private final RunOptions.Repeated repeated = new RunOptions.Repeated();

  /** The words that name the command which runs. */
  private String running = Program.NAME;

  CommandLines(Streams streams) {
    this.streams = streams;
  }

  /** Runs one command line and returns its exit code. */
  public static int run(Streams streams, String... args) {
    return new CommandLines(streams).run(args);
  }

  /** Returns all commands with their options, which nobody runs. */
  static CommandLine all() {
    return new CommandLines(Streams.standard()).whole();
  }

  /** Building a command costs milliseconds: where the first word names one, no other is needed. */
  private static List<String> needed(String... args) {
    boolean isCommand = args.length > 0 && CommandSpecs.NAMES.contains(args[0]);
    return isCommand ? List.of(args[0]) : CommandSpecs.NAMES;
  }

  private int run(String... args) {
    if (args.length == 0 && streams.inIsPiped()) {
      return run(ImpliedCommand.RESOLVE);
    }
    CommandLine commandLine = commandLine(needed(args));
    try {
      requireText(args);
      return run(commandLine.parseArgs(args));
    } catch (ParameterException e) {
      if (ImpliedCommand.isMeant(e, args)) {
        return run(streams, ImpliedCommand.before(args)); // nothing of the first parse counts twice
      }
      running = e.getCommandLine().getCommandSpec().qualifiedName();
      return failure().usage(UsageProblem.of(e));
    } catch (UsageException e) {
      return failure().of(e);
    } catch (DuplicateSchemeException e) {
      return failure().of(e);
    } catch (IOException e) {
      return failure().of(e);
    } catch (OutOfMemoryError e) {
      return failure().ofMemory();
    }
  }

  /**
   * Runs a command within another.
   *
   * @throws UsageException also if the line cannot be parsed
   */
  static int runWithin(Streams streams, String... args) throws IOException, UsageException {
    var lines = new CommandLines(streams);
    try {
      return lines.run(lines.commandLine(needed(args)).parseArgs(args));
    } catch (ParameterException e) {
      throw new UsageException(UsageProblem.of(e));
    }
  }

  /**
   * Java has lost the bytes of what is not UTF-8, and another file may have the name that is left.
   */
  private static void requireText(String... args) throws UsageException {
    for (int i = 0; i < args.length; i++) {
      if (args[i].indexOf('\uFFFD') >= 0) {
        throw new UsageException(
            "argument "
                + (i + 1)
                + " ("
                + Redaction.redact(args[i])
                + ") is not UTF-8; give such names with --from");
      }
    }
  }

  private int run(ParseResult parsed) throws IOException, UsageException {
    ParseResult innermost = parsed;
    var results = new ArrayList<ParseResult>(List.of(parsed));
    while (innermost.hasSubcommand() && !innermost.isUsageHelpRequested()) {
      innermost = innermost.subcommand();
      results.add(0, innermost);
    }
    CommandLine command = innermost.commandSpec().commandLine();
    running = innermost.commandSpec().qualifiedName();
    if (innermost.isUsageHelpRequested()) {
      return innermost == parsed ? print(List.of()) : show(usage(command));
    }
    if (parsed.isVersionHelpRequested()) {
      return show(Program.line() + "\n");
    }
    if (innermost.commandSpec().userObject() instanceof Command chosen) {
      Arguments arguments = OptionSpecs.arguments(results);
      return chosen.run(arguments, new Run(streams, new RunOptions(arguments, repeated)));
    }
    if (innermost == parsed) {
      streams.err().print(usage(command));
      streams.err().flush();
      return ExitCode.USAGE;
    }
    throw new UsageException(
        running + " needs one of: " + String.join(", ", command.getSubcommands().keySet()));
  }

  @Override
  public CommandLine whole() {
    return commandLine(CommandSpecs.NAMES);
  }

  private CommandLine commandLine(List<String> commands) {
    var specs = new SpecFactory(repeated);
    CommandSpec root =
        SpecFactory.described(
            Program.NAME,
            "Collects files, URLs, command output and MCP resources as context for an LLM.");
    root.addOption(
        OptionSpec.builder("--version", "-V")
            .versionHelp(true)
            .type(boolean.class)
            .description("Print the version.")
            .build());
    var options = new Options();
    RunOptions.addTo(options, repeated);
    OptionSpecs.add(options, root);
    for (String name : commands) {
      root.addSubcommand(name, CommandSpecs.of(name, specs, this));
    }
    CommandLine commandLine = new CommandLine(root);
    commandLine.setExpandAtFiles(false);
    commandLine.setInterpolateVariables(false);
    commandLine.setOverwrittenOptionsAllowed(true);
    return commandLine;
  }

  /** Prints the help of the command that these words name. */
  @Override
  public int print(List<String> words) throws IOException, UsageException {
    CommandLine whole = whole();
    if (words.equals(List.of(HelpCommand.OPTIONS))) {
      return show(HelpPage.options(whole.getCommandSpec(), streams.isColored()));
    }
    CommandLine command = whole;
    for (String word : words) {
      CommandLine below = command.getSubcommands().get(word);
      if (below == null) {
        running = command.getCommandSpec().qualifiedName();
        throw new UsageException(UsageProblem.noCommand(command.getCommandSpec(), word));
      }
      command = below;
    }
    return show(usage(command));
  }

  private String usage(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root == command
        ? HelpPage.overview(root, streams.isColored())
        : HelpPage.of(command, root.getCommandSpec(), streams.isColored());
  }

  private int show(String text) throws IOException {
    var out = new ResultStream(streams.out());
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return ExitCode.OK;
  }

  private RunFailure failure() {
    return new RunFailure(new Console(streams, false), running);
  }
}
