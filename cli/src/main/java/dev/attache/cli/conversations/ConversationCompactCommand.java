package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.delivery.Channel;
import dev.attache.delivery.RequestItems;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveryPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache conversation compact}: makes room in the requests of a conversation, by leaving
 * out what tools answered in old turns and what newer versions have superseded there.
 */
final class ConversationCompactCommand implements Command {

  /** The turn under way, and the one that it is likely to go on from. */
  private static final int USUALLY_KEPT = 2;

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
    options
        .value("N", "Leave the last N turns as they are (default: 2).", "--keep")
        .flag("Only show what would be left out, and what that costs.", "--dry-run");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation compact --dry-run", "attache conversation compact review --keep 5");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    int keep = keep(arguments.value("--keep"));
    var place = ConversationPlace.of(run, new ConversationDefaults(), Channel.STRUCTURED);
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    RequestItems items = conversation.items();
    List<DeliveryPlace> places = items.compactable(conversation.summary().turns() - keep);
    place.sayDamage(run.console());
    var omission =
        new Omission(
            conversation,
            GivenContents.read(conversation.log()),
            Elision.COMPACTED,
            arguments.has("--dry-run"));
    if (places.isEmpty()) {
      omission.leaveOutNothing("nothing to leave out before the last " + kept(keep), run);
    } else {
      omission.leaveOut(items, places, run);
    }
    return ExitCode.OK;
  }

  private static String kept(int turns) {
    return turns == 1 ? "turn" : turns + " turns";
  }

  private static int keep(@Nullable String given) throws UsageException {
    if (given == null) {
      return USUALLY_KEPT;
    } else if (given.matches("\\d{1,9}")) {
      return Integer.parseInt(given);
    }
    throw new UsageException("--keep (" + given + ") must be a whole number, 0 or more");
  }
}
