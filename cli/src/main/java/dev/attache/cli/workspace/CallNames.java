package dev.attache.cli.workspace;

import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of the turn that is under way.
 *
 * @param tools the tool of each call, by its id
 * @param answered the calls that have a result
 */
public record CallNames(Map<String, String> tools, Set<String> answered) {

  /** Reads the last turn, and no more. */
  public static CallNames of(Conversation conversation) throws StoreException {
    int turn = conversation.summary().turns() - 1;
    var names = new CallNames(new LinkedHashMap<>(), new LinkedHashSet<>());
    try (EventStream events = conversation.log().newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= turn;
          event = events.next()) {
        if (event instanceof ToolCall call) {
          names.tools.put(call.id(), call.name());
        } else if (event instanceof ModelAnswer answer) {
          answer.calls().forEach(call -> names.tools.put(call.id(), call.name()));
        } else if (event instanceof ToolResult result) {
          names.tools.putIfAbsent(result.id(), result.name());
          names.answered.add(result.id());
        }
      }
    }
    return names;
  }

  /** Returns the first of {@code call_1}, {@code call_2}, … that is free. */
  public String next() {
    int number = 1;
    while (tools.containsKey("call_" + number)) {
      number++;
    }
    return "call_" + number;
  }

  /** The tool of a call; null if there is no such call. */
  public @Nullable String tool(String call) {
    return tools.get(call);
  }
}
