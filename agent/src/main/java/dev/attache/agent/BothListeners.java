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
 * Two listeners to one loop. What the first throws ends the loop before the second is told.
 *
 * @param first who is told first
 * @param second who is told then
 */
record BothListeners(LoopListener first, LoopListener second) implements LoopListener {

  @Override
  public void asking(int number, RequestBody body, List<String> lost) throws IOException {
    first.asking(number, body, lost);
    second.asking(number, body, lost);
  }

  @Override
  public void askingAside(RequestBody body) throws IOException {
    first.askingAside(body);
    second.askingAside(body);
  }

  @Override
  public void asked(
      AskedModel model, @Nullable ModelUsage usage, @Nullable ModelException failure, Duration took)
      throws IOException {
    first.asked(model, usage, failure, took);
    second.asked(model, usage, failure, took);
  }

  @Override
  public void leftOut(String what, ModelException why) throws IOException {
    first.leftOut(what, why);
    second.leftOut(what, why);
  }

  @Override
  public void answeredNothing() throws IOException {
    first.answeredNothing();
    second.answeredNothing();
  }

  @Override
  public void madeRoom(Elision elision, OmissionCost cost) throws IOException {
    first.madeRoom(elision, cost);
    second.madeRoom(elision, cost);
  }

  @Override
  public void updated(Request update) throws IOException {
    first.updated(update);
    second.updated(update);
  }

  @Override
  public void event(ModelEvent event) throws IOException {
    first.event(event);
    second.event(event);
  }

  @Override
  public void answered(ModelAnswer answer) throws IOException {
    first.answered(answer);
    second.answered(answer);
  }

  @Override
  public void calling(AnswerItem.Call call) throws IOException {
    first.calling(call);
    second.calling(call);
  }

  @Override
  public void result(ToolResult result) throws IOException {
    first.result(result);
    second.result(result);
  }
}
