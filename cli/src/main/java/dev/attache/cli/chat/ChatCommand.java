package dev.attache.cli.chat;

import dev.attache.cli.agent.AgentOptions;
import dev.attache.cli.models.ChosenModel;
import dev.attache.cli.models.RequestChoice;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.turns.Question;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.ConversationChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code attache chat}: asks a model line by line, in one conversation. */
public final class ChatCommand implements Command {

  /** The other commands, and how it is said what goes wrong with them. */
  public interface Commands {

    /**
     * Runs a command.
     *
     * @param session the options of the session, of which the command gets those that all take
     * @param words the words of the command, without the program
     * @return the exit code
     */
    int run(Streams streams, Arguments session, List<String> words)
        throws IOException, UsageException;

    /** Does something; says what goes wrong, and returns the exit code. */
    int attempt(Console console, Work work);
  }

  /** Something that a session does for one line. */
  @FunctionalInterface
  public interface Work {
    /** Does it, and returns the exit code. */
    int run() throws IOException, UsageException;
  }

  private final Commands commands;
  private final List<String> attached = new ArrayList<>();
  private final AgentOptions agent = new AgentOptions().resumedBy("/continue");

  private ChatCommand(Commands commands) {
    this.commands = commands;
  }

  public static CommandSpec spec(SpecFactory specs, Commands commands) {
    return specs.command(
        "chat",
        "Ask a model line by line, in one conversation.",
        new ChatCommand(commands),
        HiddenOptions.NONE.with("--json"));
  }

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithNewTo(options);
    options.values(
        "REF", attached, "Attach REF to the first turn; !REF excludes.", "--attach", "-a");
    RequestChoice.addModelTo(options);
    agent.addTo(options);
    TokenOptions.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of("attache chat --new -a src", "attache chat -m ollama/qwen3 --tool mcp+github");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (run.options().isJson()) {
      throw new UsageException(
          "--json is for single questions: attache query --json; a chat is for people");
    }
    AttachArguments.require("--attach", attached);
    agent.read(arguments);
    try (CtrlC ctrlC = run.streams().canAsk() ? CtrlC.ofTerminal() : CtrlC.ofNobody();
        ChatLines lines = lines(run, ctrlC)) {
      var own = new Run(run.streams().kept(lines.answers()), run.options());
      boolean canAsk = own.streams().canAsk();
      try (ResolverSession resolving = ResolverSession.open(own, canAsk)) {
        ChosenModel model =
            ChosenModel.of(
                arguments,
                own,
                resolving.configuration().agent(),
                Question.modelOf(arguments, own, resolving.configuration().conversation()));
        if (model == null) {
          ChosenModel.sayThatThereIsNone(own);
          return ExitCode.USAGE;
        }
        var state = ChatState.of(new ChatState.Setup(own, arguments, agent, resolving), model);
        return new ChatSession(state, commands, lines, ctrlC).run(attached);
      }
    }
  }

  /** A line is edited where the terminal can do that. */
  private static ChatLines lines(Run run, CtrlC ctrlC) throws UsageException {
    Streams streams = run.streams();
    boolean canEdit =
        streams.canAsk() && !streams.environment().getOrDefault("TERM", "dumb").equals("dumb");
    ChatLines edited = canEdit ? EditedLines.open(run, ctrlC) : null;
    return edited == null ? PlainLines.of(streams, run.console(), ctrlC) : edited;
  }
}
