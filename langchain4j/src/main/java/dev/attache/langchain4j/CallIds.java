package dev.attache.langchain4j;

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
 * The calls of a turn by the ids that they have in the history: those of their provider where it
 * gives any, and each once. Not thread-safe.
 */
final class CallIds {

  private static final String NAMELESS = "call";

  private final Set<String> taken;
  private final List<AnswerItem.Call> open;

  private CallIds(Set<String> taken, List<AnswerItem.Call> open) {
    this.taken = taken;
    this.open = open;
  }

  /** Reads a turn, and no more. */
  static CallIds of(ConversationLog log, int turn) throws StoreException {
    var taken = new HashSet<String>();
    var ended = new HashSet<String>();
    List<AnswerItem.Call> last = null;
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= turn;
          event = events.next()) {
        if (event instanceof ToolResult result) {
          ended.add(result.id());
        } else if (event instanceof ToolCall call) {
          taken.add(call.id());
        } else if (event instanceof ModelAnswer answer) {
          last = last == null ? answer.calls() : last;
          answer.calls().forEach(call -> taken.add(call.id()));
        }
      }
    }
    taken.addAll(ended);
    var open = new ArrayList<AnswerItem.Call>();
    for (AnswerItem.Call call : last == null ? List.<AnswerItem.Call>of() : last) {
      if (!ended.contains(call.id())) {
        open.add(call);
      }
    }
    return new CallIds(taken, open);
  }

  /** The calls of the last answer that have no result, in order. */
  List<AnswerItem.Call> open() {
    return List.copyOf(open);
  }

  /** Returns the id of another call of the turn, and takes it. */
  String next(@Nullable String given) {
    String id = given == null || given.isEmpty() ? NAMELESS + "-0" : given;
    for (int n = 1; !taken.add(id); n++) {
      id = base(given) + n;
    }
    return id;
  }

  /** Returns the call that a result is of; null if it is of none that has no result. */
  AnswerItem.@Nullable Call open(@Nullable String given, String name) {
    for (AnswerItem.Call call : open) {
      if (call.id().equals(given)) {
        return call;
      }
    }
    for (AnswerItem.Call call : open) {
      if (call.name().equals(name) && call.id().startsWith(base(given))) {
        return call;
      }
    }
    return null;
  }

  private static String base(@Nullable String given) {
    return (given == null || given.isEmpty() ? NAMELESS : given) + "-";
  }
}
