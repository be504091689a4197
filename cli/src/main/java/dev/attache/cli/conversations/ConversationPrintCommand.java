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
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.LostContents;
import dev.attache.conversation.Conversation;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code attache conversation print}: prints the request that a whole conversation comes to, as
 * {@code attache query --whole} does, and records nothing. So a model goes on after the result of a
 * tool.
 */
final class ConversationPrintCommand implements Command {

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    if (conversation.summary().turns() == 0) {
      console.error("nothing was asked yet in " + conversation.id());
      return ExitCode.FAILED;
    }
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      List<String> lost =
          run.options().isJson()
              ? RequestJson.writeConversation(conversation.log(), result.stream())
              : PromptText.writeConversation(conversation.log(), result.stream());
      LostContents.say(lost, console);
      result.commit();
    }
    place.sayDamage(console);
    return ExitCode.OK;
  }
}
