package dev.attache.cli;

import dev.attache.core.conversation.Conversation;
import dev.attache.core.delivery.PromptText;
import dev.attache.core.delivery.RequestJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code attache conversation print}: prints the request that a whole conversation comes to, as
 * {@code attache query --whole} does, and records nothing. So a model goes on after the result of a
 * tool.
 */
final class ConversationPrintCommand implements Command {

  private final Streams streams;
  private final List<String> ids = new ArrayList<>();

  ConversationPrintCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParameterTo(options, ids);
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    var console = new Console(streams, global.isQuiet());
    var place = ConversationPlace.of(global, streams, new ConversationDefaults());
    Conversation conversation = ConversationChoice.named(ids, arguments, place);
    if (conversation.summary().turns() == 0) {
      console.error("nothing was asked yet in " + conversation.id());
      return ExitCode.FAILED;
    }
    try (ResultOutput result = ResultOutput.standard(streams, global.isStrict())) {
      if (global.isJson()) {
        RequestJson.writeConversation(conversation.log(), result.stream());
      } else {
        PromptText.writeConversation(conversation.log(), result.stream());
      }
      result.commit();
    }
    place.sayDamage(console);
    return ExitCode.OK;
  }
}
