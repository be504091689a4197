package dev.attache.store.memory;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.EventStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a conversation in memory as they were at one moment. What is added later shares
 * their array, beyond what these look at; so only the newest may be added to, by one thread at a
 * time. Immutable otherwise.
 */
final class MemoryEvents {

  /** How many calls and results of tools are kept; what is forgotten is delivered in full again. */
  static final int MAX_OF_TOOLS = 4_000;

  private static final int SLACK = MAX_OF_TOOLS / 10;

  private final @Nullable ConversationEvent[] events;
  private final int size;
  private final int ofTools;
  private final Object lineage;

  private MemoryEvents(
      @Nullable ConversationEvent[] events, int size, int ofTools, Object lineage) {
    this.events = events;
    this.size = size;
    this.ofTools = ofTools;
    this.lineage = lineage;
  }

  /** Returns those of a conversation that has none yet. */
  static MemoryEvents none() {
    return new MemoryEvents(new ConversationEvent[0], 0, 0, new Object());
  }

  /** What stays the same as long as none is forgotten. */
  Object lineage() {
    return lineage;
  }

  private static boolean isOfTool(@Nullable ConversationEvent event) {
    return event instanceof ToolCall
        || event instanceof ToolResult
        || (event instanceof ModelAnswer answer && !answer.calls().isEmpty());
  }

  /** Returns these and more after them, without the oldest of tools where those are too many. */
  MemoryEvents and(List<ConversationEvent> more) {
    int next = size + more.size();
    @Nullable ConversationEvent[] array =
        next <= events.length ? events : Arrays.copyOf(events, Math.max(16, next * 2));
    int tools = ofTools;
    for (int i = 0; i < more.size(); i++) {
      array[size + i] = more.get(i);
      tools += isOfTool(more.get(i)) ? 1 : 0;
    }
    var all = new MemoryEvents(array, next, tools, lineage);
    return tools > MAX_OF_TOOLS + SLACK ? all.trimmed() : all;
  }

  private MemoryEvents trimmed() {
    @Nullable ConversationEvent[] kept = new ConversationEvent[size];
    int left = 0;
    int tooMany = ofTools - MAX_OF_TOOLS;
    for (int i = 0; i < size; i++) {
      if (tooMany > 0 && isOfTool(events[i])) {
        tooMany--;
      } else {
        kept[left++] = events[i];
      }
    }
    return new MemoryEvents(kept, left, MAX_OF_TOOLS, new Object());
  }

  /** All of them. */
  List<ConversationEvent> all() {
    return List.of(Arrays.copyOf(events, size, ConversationEvent[].class));
  }

  EventStream oldestFirst() {
    return new Stream(0, 1);
  }

  EventStream newestFirst() {
    return new Stream(size - 1, -1);
  }

  private final class Stream implements EventStream {

    private final int step;
    private int next;

    Stream(int first, int step) {
      this.next = first;
      this.step = step;
    }

    @Override
    public @Nullable ConversationEvent next() {
      if (next < 0 || next >= size) {
        return null;
      }
      ConversationEvent event = events[next];
      next += step;
      return event;
    }

    @Override
    public void close() {}
  }
}
