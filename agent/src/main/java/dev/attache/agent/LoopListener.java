package dev.attache.agent;

import dev.attache.delivery.OmissionCost;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whoever watches a loop: a terminal, a log. Told on the thread of the loop, in order, unless it
 * says otherwise; an exception ends the loop.
 */
public interface LoopListener {

  /** The one that does not look. */
  LoopListener NOBODY = new LoopListener() {};

  /**
   * {@return a listener that tells this one and then another}
   *
   * @param next is told after this one, unless that throws
   */
  default LoopListener and(LoopListener next) {
    return this == NOBODY ? next : next == NOBODY ? this : new BothListeners(this, next);
  }

  /**
   * A request goes out.
   *
   * @param number which of the loop, from 1 on
   * @param body what is sent; may be written once more, for a log
   * @param lost what of the conversation is lost or damaged in the store, a line each
   * @throws IOException if the listener fails, which ends the loop
   */
  default void asking(int number, RequestBody body, List<String> lost) throws IOException {}

  /**
   * A request goes out by which the model answers what a tool asks; told on the thread of the call.
   *
   * @param body what is sent; may be written once more, for a log
   * @throws IOException if the listener fails; the tool then gets no answer of the model
   */
  default void askingAside(RequestBody body) throws IOException {}

  /**
   * A request was answered, or failed after all its tries; told once what came of it is recorded,
   * and for a request aside on the thread of the call.
   *
   * @param model who was asked
   * @param usage what the request and its answer took; null if the provider has not said
   * @param failure why it was not answered to the end; null if it was
   * @param took from the sending of the request to the end of its answer, with the tries before it
   *     and whatever the listener did meanwhile
   * @throws IOException if the listener fails, which ends the loop
   */
  default void asked(
      AskedModel model, @Nullable ModelUsage usage, @Nullable ModelException failure, Duration took)
      throws IOException {}

  /**
   * The provider has refused something, which is left out of the conversation from now on; the
   * model is asked once more.
   *
   * @param what its name, for people
   * @param why what the provider says
   * @throws IOException if the listener fails, which ends the loop
   */
  default void leftOut(String what, ModelException why) throws IOException {}

  /**
   * The model has answered with neither a text nor a call, and is asked once more.
   *
   * @throws IOException if the listener fails, which ends the loop
   */
  default void answeredNothing() throws IOException {}

  /**
   * Room was made in the window of the model, by leaving out what is old.
   *
   * @param elision what is left out from now on
   * @param cost what that brings, and costs
   * @throws IOException if the listener fails, which ends the loop
   */
  default void madeRoom(Elision elision, OmissionCost cost) throws IOException {}

  /**
   * What has changed of what is attached is recorded, and the next request has it.
   *
   * @param update the turn that has it, which no user has asked for
   * @throws IOException if the listener fails, which ends the loop
   */
  default void updated(Request update) throws IOException {}

  /**
   * A piece of an answer came.
   *
   * @param event the piece, as the provider sent it, before it is recorded
   * @throws IOException if the listener fails, which ends the loop
   */
  default void event(ModelEvent event) throws IOException {}

  /**
   * An answer is recorded.
   *
   * @param answer the answer as far as it came, which may have been interrupted
   * @throws IOException if the listener fails, which ends the loop
   */
  default void answered(ModelAnswer answer) throws IOException {}

  /**
   * A call begins, or was refused.
   *
   * @param call what the model called, with its arguments as they were written
   * @throws IOException if the listener fails, which ends the loop
   */
  default void calling(AnswerItem.Call call) throws IOException {}

  /**
   * Calls that do not run have results that say why, all of them the same.
   *
   * @param results what the model is given, in the order of the calls
   * @throws IOException if the listener fails, which ends the loop
   */
  default void notRun(List<ToolResult> results) throws IOException {
    for (ToolResult each : results) {
      result(each);
    }
  }

  /**
   * The result of a call is recorded.
   *
   * @param result what the model is given, as it stands in the history
   * @throws IOException if the listener fails, which ends the loop
   */
  default void result(ToolResult result) throws IOException {}
}
