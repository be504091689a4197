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
 * {@code attache conversation quarantine}: leaves contents out of a conversation for good, such as
 * an image that a provider refuses, and with which it refuses every later request.
 */
final class ConversationQuarantineCommand implements Command {

  private final List<String> words = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters(
        "REF...", words, "URI or path of what was attached or returned, or the ID of a tool call.");
    ConversationChoice.addTo(options);
    options
        .value("N", "Only what was given in turn N.", "--turn")
        .flag("Only show what would be left out, and what that costs.", "--dry-run");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation quarantine logo.png",
        "attache conversation quarantine notes.txt --turn 3 --dry-run");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (words.isEmpty()) {
      throw new UsageException("missing argument: REF");
    }
    Integer turn = turn(arguments.value("--turn"));
    var place = ConversationPlace.of(run, new ConversationDefaults(), Channel.STRUCTURED);
    Conversation conversation = ConversationChoice.chosen(arguments, place);
    var given = GivenContents.read(conversation.log());
    RequestItems items = conversation.items();
    place.sayDamage(run.console());
    var places = new ArrayList<DeliveryPlace>();
    for (String word : words) {
      List<DeliveryPlace> named = items.withAllOfTheSame(given.named(word, turn));
      if (named.isEmpty()) {
        run.console()
            .error(
                word
                    + " is not in the requests of "
                    + conversation.id()
                    + "; `attache conversation show` lists what was given");
        return ExitCode.FAILED;
      }
      places.addAll(named);
    }
    new Omission(conversation, given, Elision.WITHHELD, arguments.has("--dry-run"))
        .leaveOut(items, places.stream().distinct().toList(), run);
    return ExitCode.OK;
  }

  /** Returns the turn from 0 on; people count from 1. */
  private static @Nullable Integer turn(@Nullable String given) throws UsageException {
    if (given == null) {
      return null;
    } else if (given.matches("[1-9]\\d{0,8}")) {
      return Integer.parseInt(given) - 1;
    }
    throw new UsageException("--turn (" + given + ") must be a whole number from 1 on");
  }
}
