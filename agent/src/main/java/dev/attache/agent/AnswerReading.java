package dev.attache.agent;

import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.CallArguments;
import dev.attache.model.call.ModelEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reading of an answer, event by event. Not thread-safe. */
final class AnswerReading {

  private final List<AnswerItem> items = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final Set<String> takenIds;
  private final Map<String, Integer> repeated = new HashMap<>(); // an id, and the next number
  private @Nullable ModelUsage usage;
  private ModelEvent.@Nullable Finished end;

  /**
   * @param takenIds the ids of the calls before in the turn, to which those of this answer are
   *     added
   */
  AnswerReading(Set<String> takenIds) {
    this.takenIds = takenIds;
  }

  void add(ModelEvent event) {
    if (event instanceof ModelEvent.TextDelta more) {
      text.append(more.text());
    } else if (event instanceof ModelEvent.CallReady call) {
      endText();
      items.add(
          new AnswerItem.Call(
              freeId(call.id()), call.name(), CallArguments.decoded(call.arguments())));
    } else if (event instanceof ModelEvent.Item item) {
      endText();
      items.add(new AnswerItem.Opaque(item.raw()));
    } else if (event instanceof ModelEvent.Usage all) {
      usage =
          all.isPossible()
              ? new ModelUsage(all.input(), all.cacheRead(), all.cacheWrite(), all.output())
              : null;
    } else if (event instanceof ModelEvent.Finished finished) {
      end = finished;
    }
  }

  /** Some servers have one id for the first call of each answer. */
  private String freeId(String id) {
    String free = id;
    while (!takenIds.add(free)) {
      int n = repeated.merge(id, 2, (last, first) -> last + 1);
      free = id + "-" + n;
    }
    return free;
  }

  private void endText() {
    if (!text.isEmpty()) {
      items.add(new AnswerItem.Text(text.toString()));
      text.setLength(0);
    }
  }

  /** What came so far, in order. */
  List<AnswerItem> items() {
    endText();
    return List.copyOf(items);
  }

  /** The texts of what came so far. */
  List<AnswerItem> texts() {
    return items().stream().filter(AnswerItem.Text.class::isInstance).toList();
  }

  /** What the request took; null as long as the provider has not said. */
  @Nullable ModelUsage usage() {
    return usage;
  }

  /** How the answer ended; null if it has not. */
  ModelEvent.@Nullable Finished end() {
    return end;
  }
}
