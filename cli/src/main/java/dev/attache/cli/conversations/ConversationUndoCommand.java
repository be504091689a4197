package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
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

/**
 * {@code attache conversation undo}: takes back the last turn that the user has asked for, for
 * instance one that never reached the model. The conversation as it was is archived under another
 * name.
 */
final class ConversationUndoCommand implements Command {

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
  }

  @Override
  public List<String> examples() {
    return List.of("attache conversation undo", "attache conversation undo review");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    ConversationId aside = ConversationId.next(Clock.systemUTC());
    int before = conversation.summary().turns();
    conversation.undo(aside);
    place.sayDamage(run.console());
    run.console()
        .note(
            "conversation "
                + conversation.id()
                + ": "
                + removed(conversation.summary().turns() + 1, before)
                + " removed; a copy of the conversation before that is "
                + aside
                + ", archived");
    if (run.options().isJson()) {
      try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
        ObjectLines.to(result.stream())
            .write(ConversationOutput.head(conversation.summary(), true))
            .flush();
        result.commit();
      }
    }
    return ExitCode.OK;
  }

  private static String removed(int first, int last) {
    return last > first ? "turns " + first + " to " + last + " were" : "turn " + first + " was";
  }
}
