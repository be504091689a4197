package dev.attache.models.openai;

import dev.attache.models.http.AnswerEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of an answer of Chat Completions, in the order in which they begin. Servers disagree on
 * what a piece of a call belongs to: some number all calls 0, some do not number them, some have no
 * ids, and some a new one in each piece. Not thread-safe.
 */
final class ChatCalls {

  private final List<ChatCall> all = new ArrayList<>();
  private final Map<Long, ChatCall> last = new HashMap<>(); // of each number
  private final Map<Place, ChatCall> byId = new HashMap<>();

  private record Place(long index, String id) {}

  /**
   * Adds a piece of a call.
   *
   * @param index the number that the server gives the call; -1 if it gives none
   */
  void add(long index, String id, String name, String arguments, AnswerEvents out) {
    ChatCall call = id.isEmpty() ? null : byId.get(new Place(index, id));
    if (call == null) {
      call = last.get(index);
      if (call == null || isAnother(call, index, id, name)) {
        call = new ChatCall();
        all.add(call);
        last.put(index, call);
      }
      if (!id.isEmpty()) {
        byId.put(new Place(index, id), call);
      }
    }
    call.add(id, name, arguments, out);
  }

  /**
   * Whether a piece begins another call than the last one of its number: it has another id, or none
   * after a call that is complete, and names a tool. Without a name it can only be a further piece.
   */
  private static boolean isAnother(ChatCall call, long index, String id, String name) {
    if (id.isEmpty() || !call.hasId()) {
      return !name.isEmpty() && call.isComplete();
    }
    return !name.isEmpty() || index < 0 || call.isComplete();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Says of all of them that they have begun, unless it was said. */
  void start(AnswerEvents out) {
    all.forEach(call -> call.start(out));
  }

  /** Hands on all of them. */
  void end(AnswerEvents out) {
    all.forEach(call -> call.end(out));
  }
}
