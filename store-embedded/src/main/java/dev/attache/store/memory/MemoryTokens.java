package dev.attache.store.memory;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tokens of the last appends to a conversation, with what they added. Not thread-safe. */
final class MemoryTokens {

  private final Map<AppendToken, List<ConversationEvent>> events = new HashMap<>();
  private final Deque<Known> oldestFirst = new ArrayDeque<>();
  private long count;

  /**
   * A token that is known.
   *
   * @param upTo how many events there were after its append
   */
  private record Known(AppendToken token, long upTo) {}

  /** Takes note of an append, and forgets tokens after which very much has come. */
  void add(@Nullable AppendToken token, List<ConversationEvent> added) {
    count += added.size();
    if (token != null) {
      events.put(token, added);
      oldestFirst.add(new Known(token, count));
    }
    for (Known first = oldestFirst.peek();
        first != null && count - first.upTo() > AppendToken.REMEMBERED;
        first = oldestFirst.peek()) {
      oldestFirst.remove();
      events.remove(first.token());
    }
  }

  /** What was added with a token; empty if that is not known. */
  List<ConversationEvent> events(AppendToken token) {
    return events.getOrDefault(token, List.of());
  }
}
