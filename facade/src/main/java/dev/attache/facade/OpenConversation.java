package dev.attache.facade;

import dev.attache.agent.AskedModel;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.delivery.Delivered;
import java.io.IOException;
import java.util.Objects;

/** A conversation of a workspace, in which turns are taken. Thread-safe. */
public final class OpenConversation {

  private final Attache attache;
  private final Conversation conversation;

  OpenConversation(Attache attache, Conversation conversation) {
    this.attache = attache;
    this.conversation = conversation;
  }

  /** {@return its name} */
  public String id() {
    return conversation.id().value();
  }

  /**
   * {@return a turn in the making, of which nothing is recorded yet}
   *
   * @param text what the user says
   */
  public Turn turn(String text) {
    return new Turn(attache, conversation, Objects.requireNonNull(text, "text"));
  }

  /**
   * {@return the same conversation, in which turns attach all contents in full, and {@code
   * refresh_resource} answers with them} It is for a model that you ask yourself and that is not
   * sent all earlier turns, such as one with a memory of the last few messages: a line that refers
   * to what it no longer has would mislead it.
   */
  public OpenConversation inFull() {
    ConversationOptions options = conversation.options().delivered(Delivered.NOTHING);
    return new OpenConversation(attache, conversation.with(options));
  }

  /**
   * Has a model answer the last turn, which is recorded: after a failure, it goes on where that
   * ended, and nothing is said twice. A turn that is answered to its end has its answer returned.
   *
   * @param model the model, with the way to it and its key
   * @return the answer, with the built-in tool alone; for tools of your own, and all else that a
   *     turn can be told, ask the same {@link Turn} again
   * @throws dev.attache.model.call.ModelException if the model does not answer, or not to the end
   * @throws dev.attache.history.StoreException {@code REFUSED} if there is no turn yet; if the
   *     answer cannot be recorded, it is in {@link dev.attache.history.StoreException#unrecorded}
   * @throws IOException if the history or a content cannot be read
   */
  public TurnAnswer answer(AskedModel model) throws IOException {
    return turn("").askAgain(Objects.requireNonNull(model, "model"));
  }

  /**
   * Has a model answer the last turn, which is recorded.
   *
   * @param model {@code PROVIDER} or {@code PROVIDER/MODEL}, with the key of the environment
   * @return the answer
   * @throws IllegalArgumentException if there is no such provider, or no key
   * @throws IOException as for {@link #answer(AskedModel)}
   */
  public TurnAnswer answer(String model) throws IOException {
    return answer(AskedModel.of(model));
  }

  /**
   * {@return the conversation itself, with its history, its forks and all that is not needed every
   * day}
   */
  public Conversation conversation() {
    return conversation;
  }

  /** Its name. */
  @Override
  public String toString() {
    return "OpenConversation[" + id() + "]";
  }
}
