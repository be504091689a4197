package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.terminal.YesQuestion;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code attache conversation rm}: deletes conversations, if the user says yes to each. */
final class ConversationRemoveCommand implements Command {

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParametersTo(options, ids);
    options.flag("Do not ask for confirmation.", "--yes");
  }

  @Override
  public List<String> examples() {
    return List.of("attache conversation rm review", "attache conversation rm --last --yes");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Set<ConversationId> all = ConversationChoice.all(ids, arguments, place, "delete");
    boolean asks = !arguments.has("--yes");
    if (asks && !run.streams().canAsk()) {
      throw new UsageException("cannot ask for confirmation without a terminal; add --yes");
    }
    Console console = run.console();
    var question = new YesQuestion(run.streams(), console);
    var removed = new ArrayList<ConversationId>();
    boolean isGood = true;
    for (ConversationId id : all) {
      if (asks && !question.ask(description(place, id) + " Delete it? [y/N] ")) {
        console.note("conversation " + id + " was kept");
        isGood = false;
      } else {
        place.store().remove(id);
        console.note("conversation " + id + " is deleted; attache store gc frees its contents");
        removed.add(id);
      }
    }
    if (run.options().isJson()) {
      ConversationChange.write("removed", removed, run.streams());
    }
    return isGood ? ExitCode.OK : ExitCode.FAILED;
  }

  private static String description(ConversationPlace place, ConversationId id) {
    try {
      ConversationSummary now = place.store().open(id).summary();
      return "Conversation "
          + id
          + " has "
          + ConversationOutput.count(now.turns(), "turn")
          + (now.title() == null ? "." : ": " + now.title() + ".");
    } catch (StoreException e) { // what is broken can be deleted, too
      return "Conversation " + id + " cannot be read.";
    }
  }
}
