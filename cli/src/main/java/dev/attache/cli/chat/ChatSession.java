package dev.attache.cli.chat;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.turns.Question;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A session: asks the model line by line, and does what lines that begin with a slash say. */
final class ChatSession {

  private final ChatState state;
  private final ChatCommand.Commands commands;
  private final ChatLines lines;
  private final CtrlC ctrlC;
  private final SlashCommands slash;
  private final ChatPlace place;
  private final Console console;
  private boolean isOver;

  ChatSession(ChatState state, ChatCommand.Commands commands, ChatLines lines, CtrlC ctrlC)
      throws UsageException {
    this.state = state;
    this.commands = commands;
    this.lines = lines;
    this.ctrlC = ctrlC;
    this.slash = new SlashCommands(state, commands);
    this.place = new ChatPlace(state.run().realWorkspace(), state.resolving());
    this.console = state.console();
    lines.complete(state);
  }

  /**
   * Goes on until the user ends it, or nobody reads the answers any more. A line that fails is said
   * to, and is no failure of the session.
   *
   * @param attached what the first turn attaches besides
   * @return the exit code
   */
  int run(List<String> attached) throws UsageException {
    console.note(
        (state.isNew() ? "new conversation " : "conversation ")
            + state.id()
            + ", "
            + state.modelName()
            + "; /help explains, Ctrl-D ends");
    var waiting = new ArrayList<>(attached);
    while (!isOver) {
      String line = lines.next();
      if (line == null) {
        break;
      }
      if (!line.isBlank() && !takes(line, waiting)) {
        return ExitCode.PIPE_CLOSED;
      }
    }
    return ExitCode.OK;
  }

  /** Does what a line says; returns whether somebody still reads what comes of it. */
  private boolean takes(String line, List<String> waiting) {
    int exitCode = commands.attempt(console, () -> take(line, waiting));
    console.clearProgress();
    return exitCode != ExitCode.PIPE_CLOSED;
  }

  private int take(String line, List<String> waiting) throws IOException, UsageException {
    if (!line.startsWith("/") || line.startsWith("//")) {
      return ask(line.startsWith("/") ? line.substring(1) : line, waiting);
    }
    SlashCommand command = SlashCommands.named(line);
    if (command == SlashCommand.EXIT) {
      isOver = true;
      return ExitCode.OK;
    }
    if (command == SlashCommand.CONTINUE) {
      return goOn();
    }
    return ctrlC.during(null, () -> slash.run(command, line));
  }

  private int ask(String text, List<String> waiting) throws IOException, UsageException {
    Question question = state.question();
    return ctrlC.during(
        question,
        () -> {
          NamedInText named = NamedInText.in(text, place);
          named.notes().forEach(console::note);
          var attached = new ArrayList<>(waiting);
          attached.addAll(named.references());
          if (!named.references().isEmpty()) {
            console.note("attaching " + String.join(", ", named.references()));
          }
          try (ConversationPlace conversations = question.place()) {
            ConversationChoice.Chosen chosen = state.chosen(conversations);
            return question.ask(text, attached, null, chosen, conversations);
          } finally {
            if (question.isRecorded()) {
              state.begun();
              waiting.clear();
            }
          }
        });
  }

  private int goOn() throws IOException, UsageException {
    if (state.isNew()) {
      console.note("there is no turn to continue yet");
      return ExitCode.OK;
    }
    Question question = state.question();
    return ctrlC.during(
        question,
        () -> {
          try (ConversationPlace conversations = question.place()) {
            return question.goOn(state.chosen(conversations).conversation(), conversations);
          }
        });
  }
}
