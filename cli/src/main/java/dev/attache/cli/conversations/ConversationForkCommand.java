package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationId;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache conversation fork}: begins a conversation with the turns of another one. What is
 * declared is resolved anew in its next turn.
 */
final class ConversationForkCommand implements Command {

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
    options
        .value("NAME", "ID of the new conversation.", "--to")
        .value("N", "Copy the first N turns only.", "--turns");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation fork review --to review-2", "attache conversation fork --turns 3");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation parent = ConversationChoice.named(ids, arguments, place);
    String name = arguments.value("--to");
    ConversationId to =
        name == null
            ? ConversationId.next(Clock.systemUTC())
            : ConversationChoice.name("--to", name);
    int turns = turns(arguments.value("--turns"), parent);
    Conversation fork = parent.fork(to, turns);
    place.sayDamage(console);
    console.note(
        "conversation "
            + fork.id()
            + " has "
            + ConversationOutput.count(turns, "turn")
            + " of "
            + parent.id()
            + "; its next turn reads its attachments again");
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      if (run.options().isJson()) {
        ObjectLines.to(result.stream())
            .write(ConversationOutput.head(fork.summary(), true))
            .flush();
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  private static int turns(@Nullable String spelled, Conversation parent)
      throws IOException, UsageException {
    int all = parent.summary().turns();
    if (spelled == null) {
      return all;
    }
    try {
      int turns = Integer.parseInt(spelled);
      if (turns >= 0 && turns <= all) {
        return turns;
      }
    } catch (NumberFormatException e) {
      // Said below, as for numbers out of range.
    }
    throw new UsageException(
        "--turns ("
            + spelled
            + ") must be a whole number from 0 to "
            + all
            + ", which "
            + parent.id()
            + " has");
  }
}
