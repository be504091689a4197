package dev.attache.cli.conversations;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.workspace.ModelTokens;
import dev.attache.conversation.Conversation;
import dev.attache.delivery.OmissionCost;
import dev.attache.delivery.RequestItems;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveryPlace;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leaving out of contents from all requests of a conversation, after it was said what that
 * costs.
 *
 * @param reason the word of the event
 * @param isTrial whether it is only said
 */
record Omission(Conversation conversation, GivenContents given, String reason, boolean isTrial) {

  /**
   * Leaves out what stands at some places.
   *
   * @param items what a request is made of before
   * @param places where it stands; the conversation has each of them in full
   */
  void leaveOut(RequestItems items, List<DeliveryPlace> places, Run run) throws IOException {
    Console console = run.console();
    int turn = conversation.summary().turns() - 1;
    Elision elision = items.elision(reason, places, conversation.time(), turn);
    OmissionCost cost = items.cost(elision);
    console.note("conversation " + conversation.id() + ": " + ModelTokens.inWords(cost));
    if (isTrial) {
      console.note("dry run, nothing recorded: this would leave out " + given.names(places));
    } else {
      elision = conversation.leaveOut(reason, places);
      console.note("left out " + given.names(elision.dropped()));
    }
    if (!elision.restored().isEmpty()) {
      console.note("in full because of that: " + given.names(elision.restored()));
    }
    write(elision, cost, run);
  }

  /** Says that there is nothing to leave out. */
  void leaveOutNothing(String why, Run run) throws IOException {
    run.console().note("conversation " + conversation.id() + ": " + why);
    write(null, null, run);
  }

  private void write(@Nullable Elision elision, @Nullable OmissionCost cost, Run run)
      throws IOException {
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      if (run.options().isJson()) {
        var line = new LinkedHashMap<String, Object>();
        line.put("conversation", conversation.id().value());
        line.put("reason", reason);
        line.put("dropped", elision == null ? 0 : elision.dropped().size());
        line.put("restored", elision == null ? 0 : elision.restored().size());
        if (cost != null) {
          line.put("tokensBefore", cost.before());
          line.put("tokensAfter", cost.after());
          line.put("tokensReadAnew", cost.rewritten());
        }
        line.put("dryRun", isTrial);
        ObjectLines.to(result.stream()).write(line).flush();
      }
      result.commit();
    }
  }
}
