package dev.attache.cli.agent;

import dev.attache.cli.models.AskedModel;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent.Request;
import java.io.IOException;

/** The asking of a model, once the turn that it is to answer is recorded. */
public final class Asking {

  private Asking() {}

  /**
   * Has a model answer a turn.
   *
   * @param request the request of the turn, which is recorded
   * @param result where the answer goes
   * @return the exit code
   */
  public static int ask(
      AskedModel model,
      Conversation conversation,
      Request request,
      ResolverSession resolving,
      ResultOutput result)
      throws IOException, UsageException {
    throw new UsageException("asking is not there yet");
  }
}
