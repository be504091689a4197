package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.FormChoice;
import dev.attache.cli.models.RequestChoice;
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
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache conversation print}: prints the request that a whole conversation comes to, as
 * {@code attache query --print --whole} does, and records nothing. So a model goes on after the
 * result of a tool.
 */
final class ConversationPrintCommand implements Command {

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
    FormChoice.addTo(options);
    RequestChoice.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation print review > prompt.txt",
        "attache conversation print --request anthropic");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    RequestChoice request = RequestChoice.of(arguments, run);
    FormChoice form = FormChoice.of(arguments, run.options().isJson(), false);
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    if (conversation.summary().turns() == 0) {
      console.error("no turns yet in " + conversation.id());
      return ExitCode.FAILED;
    }
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      List<String> lost =
          request != null
              ? request.write(conversation.log(), console, result.stream())
              : form.isJson()
                  ? RequestJson.writeConversation(conversation.log(), result.stream())
                  : PromptText.writeConversation(
                      conversation.log(), text(form, conversation), result.stream());
      LostContents.say(lost, console);
      result.commit();
    }
    place.sayDamage(console);
    return ExitCode.OK;
  }

  /** The form that all texts are to have; null for what was recorded with each. */
  private static @Nullable TextForm text(FormChoice form, Conversation conversation)
      throws StoreException {
    return form.isOfTexts() ? form.text(conversation.text(conversation.summary())) : null;
  }
}
