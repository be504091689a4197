package dev.attache.models.openai;

import dev.attache.models.http.AnswerEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The calls of an answer of Chat Completions, in the order in which they begin. Servers disagree on
 * what a piece of a call belongs to: some number all calls 0, some do not number them, some have no
 * ids, and some a new one in each piece. Not thread-safe.
 */
final class ChatCalls {

  private final List<ChatCall> all = new ArrayList<>();
  private final Map<Long, ChatCall> last = new HashMap<>(); // of each number
  private final Map<Place, ChatCall> byId = new HashMap<>();
  private final Set<ChatCall> inChunk = new HashSet<>();

  private record Place(long index, String id) {}

  /**
   * Adds a piece of a call.
   *
   * @param index the number that the server gives the call; -1 if it gives none
   */
  void add(long index, String id, String name, String arguments, AnswerEvents out) {
    ChatCall call = id.isEmpty() ? null : byId.get(new Place(index, id));
    if (call != null && call.isRepeated(name, arguments)) {
      return;
    }
    if (call == null || call.isComplete()) {
      call = last.get(index);
      if (call == null || isAnother(call, id, name, arguments)) {
        call = new ChatCall();
        all.add(call);
        last.put(index, call);
      }
      if (!id.isEmpty()) {
        byId.put(new Place(index, id), call);
      }
    }
    inChunk.add(call);
    call.add(id, name, arguments, out);
  }

  /** Begins another chunk: the pieces of one are of different calls, unless ids tell otherwise. */
  void nextChunk() {
    inChunk.clear();
  }

  /**
   * Tests whether a piece begins another call than the last one of its number: it names a tool and
   * has another id, or comes when that is complete or in one chunk with it. A piece without a name
   * belongs to that, unless it has another id and arguments after those that are complete.
   */
  private boolean isAnother(ChatCall call, String id, String name, String arguments) {
    boolean isOver = call.isComplete() || (id.isEmpty() && inChunk.contains(call));
    boolean hasOtherId = !id.isEmpty() && call.hasId() && !call.has(id);
    return name.isEmpty()
        ? hasOtherId && call.isComplete() && !arguments.isBlank()
        : hasOtherId || (isOver && !(call.has(id) && arguments.isBlank()));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Reports the start of all of them, once. */
  void start(AnswerEvents out) {
    all.forEach(call -> call.start(out));
  }

  /** Reports all of them as complete. */
  void end(AnswerEvents out) {
    all.forEach(call -> call.end(out));
  }
}
