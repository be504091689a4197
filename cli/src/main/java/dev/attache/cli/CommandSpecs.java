package dev.attache.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands as picocli knows them: their names, options and descriptions. */
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

  /** What means nothing where a server is used by hand. */
  private static final Set<String> NOT_OF_SERVERS =
      Set.of(
          "--allow-host",
          "--handler-jar",
          "--hidden",
          "--html",
          "--jobs",
          "--max-total",
          "--no-ignore",
          "--root");

  /** What means nothing where nothing is read but conversations. */
  private static final Set<String> NOT_OF_STORES =
      Set.of(
          "--allow-host",
          "--config",
          "--handler-jar",
          "--hidden",
          "--html",
          "--jobs",
          "--max-bytes",
          "--max-total",
          "--mcp-config",
          "--no-ignore",
          "--no-progress",
          "--offline",
          "--root",
          "--strict",
          "--timeout",
          "--verbose");

  /** The same where the configuration is read, too, of which a new conversation is made. */
  private static final Set<String> NOT_OF_DECLARATIONS = without(NOT_OF_STORES, "--config");

  /** What means nothing where files are only written. */
  private static final Set<String> NOT_OF_PROJECTS = with(NOT_OF_STORES, "--workspace");

  /** What means nothing where clients are served. */
  private static final Set<String> NOT_SERVED = Set.of("--json", "--no-progress", "--strict");

  private static Set<String> with(Set<String> names, String name) {
    var more = new HashSet<String>(names);
    more.add(name);
    return Set.copyOf(more);
  }

  private static Set<String> without(Set<String> names, String name) {
    var others = new HashSet<String>(names);
    others.remove(name);
    return Set.copyOf(others);
  }

  private final RunOptions.Repeated repeated;
  private final CompletionCommand.Specification whole;
  private final HelpCommand.Printer printer;

  CommandSpecs(
      RunOptions.Repeated repeated,
      CompletionCommand.Specification whole,
      HelpCommand.Printer printer) {
    this.repeated = repeated;
    this.whole = whole;
    this.printer = printer;
  }

  /** Returns a command and all below it. */
  CommandSpec command(String name) {
    return switch (name) {
      case "resolve" -> spec(name, "Print snapshots of what is named.", new ResolveCommand());
      case "plan" -> spec(name, "Print what would be attached, and what not.", new PlanCommand());
      case "query" -> spec(name, "Record a turn and print its request.", new QueryCommand());
      case "respond" -> spec(name, "Record an answer.", new RespondCommand(), NOT_OF_STORES);
      case "tool-result" ->
          spec(
              name,
              "Record the result of a tool and print what the model gets.",
              new ToolResultCommand());
      case "refresh" -> spec(name, "Read again what is attached.", new RefreshCommand());
      case "serve" ->
          spec(name, "Serve what is attached to clients of MCP.", new ServeCommand(), NOT_SERVED);
      case "attachment" -> attachment();
      case "conversation" -> conversation();
      case "store" -> store();
      case "canonicalize" ->
          spec(name, "Print the canonical URI of each reference.", new CanonicalizeCommand());
      case "trust" -> trust();
      case "mcp" -> mcp();
      case "handlers" -> handlers();
      case "completion" ->
          spec(name, "Print the completion script of a shell.", new CompletionCommand(whole));
      case "help" -> spec(name, "Print the help of a command.", new HelpCommand(printer));
      default -> throw new AssertionError(name); // one of NAMES
    };
  }

  private CommandSpec attachment() {
    CommandSpec attachment = described("attachment", "Show and change what is attached.");
    RunOptions.addTo(new Options(attachment, NOT_OF_STORES), repeated);
    attachment.addSubcommand(
        "add",
        spec(
            "add",
            "Declare what the next turn attaches.",
            new AttachmentAddCommand(),
            NOT_OF_DECLARATIONS));
    attachment.addSubcommand(
        "rm", stored("rm", "Declare it no longer.", new AttachmentRemoveCommand()));
    attachment.addSubcommand(
        "ls", spec("ls", "List what is attached, and will be.", new AttachmentListCommand()));
    attachment.addSubcommand(
        "print", stored("print", "Print what was attached.", new AttachmentPrintCommand()));
    return attachment;
  }

  private CommandSpec conversation() {
    CommandSpec conversation = described("conversation", "Show and change conversations.");
    RunOptions.addTo(new Options(conversation, NOT_OF_STORES), repeated);
    conversation.addSubcommand(
        "ls", stored("ls", "List conversations.", new ConversationListCommand()));
    conversation.addSubcommand(
        "show", spec("show", "Print what a conversation holds.", new ConversationShowCommand()));
    conversation.addSubcommand(
        "print",
        stored("print", "Print all that a model is sent.", new ConversationPrintCommand()));
    conversation.addSubcommand(
        "fork", stored("fork", "Begin one with turns of another.", new ConversationForkCommand()));
    conversation.addSubcommand(
        "rm", stored("rm", "Delete conversations.", new ConversationRemoveCommand()));
    conversation.addSubcommand(
        "archive", stored("archive", "Put conversations aside.", new ConversationArchiveCommand()));
    conversation.addSubcommand(
        "set", stored("set", "Set something for one.", new ConversationSetCommand()));
    return conversation;
  }

  private CommandSpec store() {
    CommandSpec store = described("store", "Look after what conversations are kept in.");
    RunOptions.addTo(new Options(store, NOT_OF_STORES), repeated);
    store.addSubcommand(
        "gc", stored("gc", "Delete what no conversation needs.", new StoreCollectCommand()));
    store.addSubcommand(
        "verify",
        stored(
            "verify",
            "Read it all, say what is wrong, and put damaged contents aside.",
            new StoreVerifyCommand()));
    store.addSubcommand("du", stored("du", "Say how much is stored.", new StoreUsageCommand()));
    return store;
  }

  private CommandSpec stored(String name, String description, Command command) {
    return spec(name, description, command, NOT_OF_STORES);
  }

  private CommandSpec trust() {
    CommandSpec trust = described("trust", "Trust what would run or connect to something.");
    RunOptions.addTo(new Options(trust), repeated);
    trust.addSubcommand(
        "ls", spec("ls", "List what is trusted.", new TrustListCommand(), NOT_OF_STORES));
    trust.addSubcommand(
        "add", spec("add", "Trust commands, servers and jars of handlers.", new TrustAddCommand()));
    trust.addSubcommand("rm", spec("rm", "Trust them no more.", new TrustRemoveCommand()));
    return trust;
  }

  private CommandSpec mcp() {
    CommandSpec mcp = described("mcp", "Use servers of the Model Context Protocol by hand.");
    RunOptions.addTo(new Options(mcp, NOT_OF_SERVERS), repeated);
    mcp.addSubcommand("ls", mcp("ls", "List servers, or what one offers.", new McpListCommand()));
    mcp.addSubcommand("read", mcp("read", "Print a resource of a server.", new McpReadCommand()));
    mcp.addSubcommand(
        "call", mcp("call", "Call a tool and print its answer.", new McpCallCommand()));
    return mcp;
  }

  private CommandSpec mcp(String name, String description, Command command) {
    return spec(name, description, command, NOT_OF_SERVERS);
  }

  private CommandSpec handlers() {
    CommandSpec handlers = described("handlers", "Show the handlers of URI schemes.");
    RunOptions.addTo(new Options(handlers), repeated);
    handlers.addSubcommand(
        "ls", spec("ls", "List schemes and their handlers.", new HandlersListCommand()));
    handlers.addSubcommand(
        "doctor",
        spec("doctor", "Say which handlers cannot be used, and why.", new HandlersDoctorCommand()));
    handlers.addSubcommand(
        "trust", spec("trust", "Let jars of handlers be loaded.", new HandlersTrustCommand()));
    handlers.addSubcommand(
        "new",
        spec(
            "new",
            "Write the project of a new handler, ready to be built.",
            new HandlersNewCommand(),
            NOT_OF_PROJECTS));
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
    RunOptions.addTo(options, repeated);
    return spec;
  }

  /** Returns a command that only has others below it, and its help. */
  static CommandSpec described(String name, String description) {
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
}
