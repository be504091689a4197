package dev.attache.cli.chat;

import dev.attache.cli.agent.CallNotes;
import dev.attache.cli.agent.NamedTools;
import dev.attache.cli.models.ChosenModel;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.SourceCheck;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.EventStream;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.support.text.NearestName;
import java.io.IOException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands of a session as they are run: by the commands of the program, where these can. */
final class SlashCommands {

  private static final String NOTHING_YET = "nothing is recorded in this conversation yet";

  private final ChatState state;
  private final ChatCommand.Commands commands;

  SlashCommands(ChatState state, ChatCommand.Commands commands) {
    this.state = state;
    this.commands = commands;
  }

  /**
   * Returns the command that a line begins with.
   *
   * @throws UsageException if there is none of that name
   */
  static SlashCommand named(String line) throws UsageException {
    String word = line.split("\\s", 2)[0];
    Optional<SlashCommand> command = SlashCommand.of(word);
    if (command.isPresent()) {
      return command.get();
    }
    List<String> all = Arrays.stream(SlashCommand.values()).map(SlashCommand::word).toList();
    String meant = NearestName.of(word, all);
    throw new UsageException(
        "unknown command "
            + word
            + (meant == null
                ? "; commands: " + String.join(", ", all)
                : "; did you mean " + meant + "?")
            + " (// begins a message with a slash)");
  }

  /** Runs any of them but those that ask the model or end the session. */
  int run(SlashCommand command, String line) throws IOException, UsageException {
    List<String> arguments = arguments(command, line);
    return switch (command) {
      case ATTACH -> attach(arguments);
      case DETACH -> onConversation(List.of("attachment", "rm"), arguments);
      case REFRESH -> refresh(arguments);
      case PLAN -> plan(arguments);
      case UNDO -> onConversation(List.of("conversation", "undo"), arguments);
      case MODEL -> model(arguments);
      case COST -> onConversation(List.of("conversation", "show", "--usage"), arguments);
      case TOOLS -> tools();
      case NEW -> begin();
      case HELP -> help();
      case CONTINUE, EXIT -> throw new AssertionError(command); // the session does these
    };
  }

  private static List<String> arguments(SlashCommand command, String line) throws UsageException {
    String rest = line.substring(line.split("\\s", 2)[0].length());
    if (!command.takesArguments() && !rest.isBlank()) {
      throw new UsageException(command.word() + " takes no arguments: " + rest.strip());
    }
    try {
      return ShellWords.split(rest.strip()).words();
    } catch (ParseException e) {
      throw new UsageException(command.word() + ": " + e.getMessage());
    }
  }

  private int run(Streams streams, List<String> words) throws IOException, UsageException {
    return commands.run(streams, state.arguments(), words);
  }

  private int run(List<String> words) throws IOException, UsageException {
    return run(state.run().streams(), words);
  }

  private int onConversation(List<String> command, List<String> references)
      throws IOException, UsageException {
    return state.conversation() == null
        ? sayThatThereIsNothing()
        : run(words(command, references, "--id"));
  }

  private List<String> words(List<String> command, List<String> references, String... options) {
    var words = new ArrayList<>(command);
    words.addAll(List.of(options));
    words.add(state.id().value());
    if (!references.isEmpty()) {
      words.add("--");
      words.addAll(references);
    }
    return words;
  }

  private int sayThatThereIsNothing() {
    state.console().note(NOTHING_YET);
    return ExitCode.OK;
  }

  private int attach(List<String> references) throws IOException, UsageException {
    List<String> add = List.of("attachment", "add");
    int exitCode =
        run(
            state.isNew()
                ? words(add, references, "--new", "--id")
                : words(add, references, "--id"));
    if (exitCode == ExitCode.OK) {
      state.begun();
    }
    return exitCode;
  }

  private int refresh(List<String> references) throws IOException, UsageException {
    Conversation conversation = state.conversation();
    if (conversation == null) {
      return sayThatThereIsNothing();
    }
    if (references.size() > 1) {
      throw new UsageException("/refresh takes one REF, or none for all files that have changed");
    }
    List<String> wanted = references.isEmpty() ? changed(conversation) : references;
    if (wanted.isEmpty()) {
      state.console().note("no attached file has changed");
    }
    int exitCode = ExitCode.OK;
    for (String reference : wanted) {
      exitCode = Math.max(exitCode, refresh(reference, conversation));
    }
    return exitCode;
  }

  /** Returns the addresses of what is attached and known to be another now. */
  private List<String> changed(Conversation conversation) throws IOException, UsageException {
    var changed = new ArrayList<String>();
    for (ChangeCheck.Finding each : SourceCheck.findings(conversation, state.run())) {
      if (each.result() == ChangeCheck.Result.CHANGED) {
        changed.add(each.state().attachment().snapshot().address().value());
      }
    }
    return changed;
  }

  /** Says what the model gets, which it reads with the next turn. */
  private int refresh(String reference, Conversation conversation)
      throws IOException, UsageException {
    int exitCode =
        run(state.run().streams().unseen(), words(List.of("refresh"), List.of(reference), "--id"));
    ToolResult result = last(conversation);
    if (result != null) {
      new CallNotes(state.console()).refreshed(result);
    }
    return exitCode;
  }

  private static @Nullable ToolResult last(Conversation conversation) throws IOException {
    try (EventStream newest = conversation.log().newestFirst()) {
      ConversationEvent event = newest.next();
      while (event != null && !(event instanceof ToolResult)) {
        event = newest.next();
      }
      return (ToolResult) event;
    }
  }

  private int plan(List<String> typed) throws IOException, UsageException {
    var words = new ArrayList<>(List.of("plan", "--for", state.modelName()));
    Conversation conversation = state.conversation();
    if (conversation == null) {
      words.add("--declared");
      return plan(words, typed);
    }
    String workspace = state.arguments().value("--workspace", ".");
    return plan(words, AttachArguments.ofNext(conversation, typed, workspace).references().texts());
  }

  private int plan(List<String> words, List<String> references) throws IOException, UsageException {
    if (references.isEmpty() && !words.contains("--declared")) {
      state.console().note("the next turn attaches nothing");
      return ExitCode.OK;
    }
    words.add("--");
    words.addAll(references);
    return run(words);
  }

  private int model(List<String> names) throws IOException, UsageException {
    if (names.size() > 1) {
      throw new UsageException("/model takes one NAME");
    }
    if (!names.isEmpty()) {
      state.ask(ChosenModel.named("/model", names.get(0), state.run()));
    }
    state.console().show("model: " + state.modelName());
    return names.isEmpty() ? run(List.of("models", "ls")) : ExitCode.OK;
  }

  private int tools() throws IOException, UsageException {
    List<String> names =
        NamedTools.all(
            state.agent(), state.resolving().configuration().agent(), state.conversation());
    Console console = state.console();
    console.show("the model may call: " + String.join(", ", names));
    return run(List.of("tool", "ls"));
  }

  private int begin() {
    state.beginAnother();
    state.console().note("the next message starts conversation " + state.id());
    return ExitCode.OK;
  }

  private int help() {
    int width =
        Arrays.stream(SlashCommand.values())
            .mapToInt(each -> each.usage().length())
            .reduce(0, Math::max);
    Console console = state.console();
    for (SlashCommand each : SlashCommand.values()) {
      String usage = each.usage();
      console.show("  " + usage + " ".repeat(width - usage.length() + 2) + each.description());
    }
    console.show("");
    console.show("@path in a message attaches a file, @\"a path\" one with blanks, @src/**/*.java");
    console.show("all that match, @SERVER:URI a resource of an MCP server. A backslash at the end");
    console.show("of a line goes on in the next one; // begins a message with a slash. Ctrl-C");
    console.show("stops an answer, or empties the line.");
    return ExitCode.OK;
  }
}
