package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
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
import dev.attache.history.ConversationEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code attache conversation repair}: shows what of a history is not as it was written, and takes
 * it as it is now, as people want who have edited it.
 */
final class ConversationRepairCommand implements Command {

  private static final String ACCEPT = "--accept";

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
    options.flag("Accept the changes; lines that cannot be read are set aside.", ACCEPT);
  }

  @Override
  public List<String> examples() {
    return List.of("attache conversation repair", "attache conversation repair review --accept");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    boolean isAccepted = arguments.has(ACCEPT);
    var problems = new ArrayList<String>();
    var events = new ArrayList<ConversationEvent>();
    place.accept(
        conversation.id(),
        !isAccepted,
        (problem, event) -> {
          problems.add(problem);
          if (event != null) {
            events.add(event);
          }
        });
    for (String each : problems) {
      if (isAccepted) {
        console.note(each);
      } else {
        console.error(each);
      }
    }
    show(events, conversation, run);
    if (problems.isEmpty()) {
      console.note("conversation " + conversation.id() + " is as it was written");
    } else if (isAccepted) {
      console.note(
          "conversation "
              + conversation.id()
              + ": "
              + ConversationOutput.count(problems.size(), "change")
              + " accepted");
    } else {
      console.error("nothing was done; " + ACCEPT + " accepts the conversation as it is now");
    }
    return problems.isEmpty() || isAccepted ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Shows what the changed lines say now. */
  private static void show(List<ConversationEvent> events, Conversation conversation, Run run)
      throws IOException {
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      var output = new HistoryOutput(result.stream(), run.options().isJson(), Map.of(), null);
      output.begin(conversation.summary());
      for (ConversationEvent each : events) {
        output.write(each);
      }
      output.flush();
      result.commit();
    }
  }
}
