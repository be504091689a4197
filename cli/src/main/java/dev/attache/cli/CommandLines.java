package dev.attache.cli;

import dev.attache.core.DuplicateSchemeException;
import dev.attache.resource.Redaction;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The whole command line: its commands, its help, and how it fails. */
final class CommandLines implements CompletionCommand.Specification, HelpCommand.Printer {

  static final String NAME = "attache";

  /** All commands, in the order of the help. */
  private static final List<String> COMMANDS =
      List.of("resolve", "plan", "canonicalize", "trust", "mcp", "handlers", "completion", "help");

  /** What means nothing where a server is used by hand. */
  private static final Set<String> NOT_OF_SERVERS =
      Set.of(
          "--allow-host", "--hidden", "--html", "--jobs", "--max-total", "--no-ignore", "--root");

  private final Streams streams;
  private final GlobalOptions.Repeated repeated = new GlobalOptions.Repeated();

  /** The words that name the command which runs. */
  private String running = NAME;

  private CommandLines(Streams streams) {
    this.streams = streams;
  }

  /** Runs one command line and returns its exit code. */
  static int run(Streams streams, String... args) {
    return new CommandLines(streams).run(args);
  }

  private int run(String... args) {
    // Building a command costs milliseconds: where the first word names one, build no other.
    boolean isCommand = args.length > 0 && COMMANDS.contains(args[0]);
    CommandLine commandLine = commandLine(isCommand ? List.of(args[0]) : COMMANDS);
    try {
      requireText(args);
      return run(commandLine.parseArgs(args));
    } catch (ParameterException e) {
      return usageError(UsageProblem.of(e), e.getCommandLine().getCommandSpec().qualifiedName());
    } catch (UsageException e) {
      return usageError(String.valueOf(e.getMessage()), running);
    } catch (DuplicateSchemeException e) {
      new Console(streams, false).error(String.valueOf(e.getMessage()));
      return ExitCode.FAILED;
    } catch (IOException e) {
      return outputFailed(e);
    } catch (OutOfMemoryError e) {
      new Console(streams, false)
          .error(
              "the memory does not suffice; lower --max-bytes or --jobs, or set"
                  + " ATTACHE_JAVA_OPTS=-Xmx1g");
      return ExitCode.FAILED;
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
      return show(Version.line() + "\n");
    }
    if (innermost.commandSpec().userObject() instanceof Command chosen) {
      var arguments = new Arguments(List.copyOf(results));
      return chosen.run(arguments, GlobalOptions.of(arguments, repeated, streams));
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
    return commandLine(COMMANDS);
  }

  private CommandLine commandLine(List<String> commands) {
    CommandSpec root = spec(NAME, "Turns references into snapshots that models can be given.");
    root.addOption(
        OptionSpec.builder("--version", "-V")
            .versionHelp(true)
            .type(boolean.class)
            .description("Print the version.")
            .build());
    GlobalOptions.addTo(new Options(root), repeated);
    for (String name : commands) {
      root.addSubcommand(name, command(name));
    }
    CommandLine commandLine = new CommandLine(root);
    commandLine.setExpandAtFiles(false);
    commandLine.setInterpolateVariables(false);
    commandLine.setOverwrittenOptionsAllowed(true);
    commandLine.setUsageHelpWidth(100);
    return commandLine;
  }

  private CommandSpec command(String name) {
    return switch (name) {
      case "resolve" ->
          spec(name, "Print snapshots of what is named.", new ResolveCommand(streams));
      case "plan" ->
          spec(name, "Print what would be attached, and what not.", new PlanCommand(streams));
      case "canonicalize" ->
          spec(
              name, "Print the canonical URI of each reference.", new CanonicalizeCommand(streams));
      case "trust" ->
          spec(name, "Trust what a workspace would run or connect to.", new TrustCommand(streams));
      case "mcp" -> mcp();
      case "handlers" -> handlers();
      case "completion" ->
          spec(
              name,
              "Print the completion script of a shell.",
              new CompletionCommand(streams, this));
      case "help" -> spec(name, "Print the help of a command.", new HelpCommand(this));
      default -> throw new AssertionError(name); // one of COMMANDS
    };
  }

  private CommandSpec mcp() {
    CommandSpec mcp = spec("mcp", "Use servers of the Model Context Protocol by hand.");
    GlobalOptions.addTo(new Options(mcp, NOT_OF_SERVERS), repeated);
    mcp.addSubcommand(
        "ls", mcp("ls", "List servers, or what one offers.", new McpListCommand(streams)));
    mcp.addSubcommand(
        "read", mcp("read", "Print a resource of a server.", new McpReadCommand(streams)));
    mcp.addSubcommand(
        "call", mcp("call", "Call a tool and print its answer.", new McpCallCommand(streams)));
    return mcp;
  }

  private CommandSpec mcp(String name, String description, Command command) {
    return spec(name, description, command, NOT_OF_SERVERS);
  }

  private CommandSpec handlers() {
    CommandSpec handlers = spec("handlers", "Show the handlers of URI schemes.");
    GlobalOptions.addTo(new Options(handlers), repeated);
    handlers.addSubcommand(
        "ls", spec("ls", "List schemes and their handlers.", new HandlersListCommand(streams)));
    handlers.addSubcommand(
        "doctor",
        spec(
            "doctor",
            "Say which handlers cannot be used, and why.",
            new HandlersDoctorCommand(streams)));
    return handlers;
  }

  private CommandSpec spec(String name, String description, Command command) {
    return spec(name, description, command, Set.of());
  }

  private CommandSpec spec(
      String name, String description, Command command, Set<String> hiddenOptions) {
    CommandSpec spec = describe(CommandSpec.wrapWithoutInspection(command), name, description);
    Options options = new Options(spec, hiddenOptions);
    command.addTo(options);
    GlobalOptions.addTo(options, repeated);
    return spec;
  }

  private static CommandSpec spec(String name, String description) {
    return describe(CommandSpec.create(), name, description);
  }

  private static CommandSpec describe(CommandSpec spec, String name, String description) {
    spec.name(name);
    spec.usageMessage().description(description);
    spec.addOption(
        OptionSpec.builder("--help", "-h")
            .usageHelp(true)
            .type(boolean.class)
            .description("Print this help.")
            .build());
    return spec;
  }

  /** Prints the help of the command that these words name. */
  @Override
  public int print(List<String> words) throws IOException, UsageException {
    CommandLine command = whole();
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
    var text = new StringWriter();
    command.usage(new PrintWriter(text), streams.isColored() ? Ansi.ON : Ansi.OFF);
    return text.toString();
  }

  private int show(String text) throws IOException {
    streams.out().write(text.getBytes(StandardCharsets.UTF_8));
    streams.out().flush();
    return ExitCode.OK;
  }

  private int usageError(String message, String command) {
    var console = new Console(streams, false);
    console.error(message);
    console.error("see " + NAME + " help" + command.substring(NAME.length()));
    return ExitCode.USAGE;
  }

  private int outputFailed(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("Broken pipe")) {
      return ExitCode.PIPE_CLOSED; // whoever read the result has seen enough
    }
    new Console(streams, false).error("the result cannot be written: " + message);
    return ExitCode.FAILED;
  }
}
