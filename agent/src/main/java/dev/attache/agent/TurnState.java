package dev.attache.agent;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a turn has come.
 *
 * @param ids the ids of its calls, which may become more
 * @param left its calls that have no result, in order
 * @param last the last answer of a model; null if there is none
 * @param answers how many there are
 */
record TurnState(
    Set<String> ids, List<AnswerItem.Call> left, @Nullable ModelAnswer last, int answers) {

  /** Reads the last turn, and no more. */
  static TurnState read(ConversationLog log, int turn) throws StoreException {
    var ids = new HashSet<String>();
    var ended = new HashSet<String>();
    var left = new ArrayList<AnswerItem.Call>();
    ModelAnswer last = null;
    int answers = 0;
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= turn;
          event = events.next()) {
        if (event instanceof ToolResult result) {
          ended.add(result.id());
        } else if (event instanceof ToolCall call) {
          ids.add(call.id());
        } else if (event instanceof ModelAnswer answer) {
          last = last == null ? answer : last;
          answers++;
          int at = 0;
          for (AnswerItem.Call call : answer.calls()) {
            ids.add(call.id());
            if (!ended.contains(call.id())) {
              left.add(at++, call); // before those of later answers
            }
          }
        }
      }
    }
    ids.addAll(ended);
    return new TurnState(ids, left, last, answers);
  }
}
