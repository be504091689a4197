package dev.attache.oracles;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.CallReady;
import dev.attache.model.call.ModelEvent.CallStarted;
import dev.attache.model.call.ModelEvent.Finished;
import dev.attache.model.call.ModelEvent.Item;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import dev.attache.model.call.ModelEvent.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What an answer comes to, whoever has read it. Immutable.
 *
 * @param thinking all that the model thought
 * @param text all that it said
 * @param calls its calls, in order
 * @param items what goes back as it came, in order
 * @param usage what it took
 * @param stop the provider's word for why it stopped
 */
record ReadAnswer(
    String thinking,
    String text,
    List<Call> calls,
    List<JsonNode> items,
    Usage usage,
    String stop) {

  /**
   * A call of a tool.
   *
   * @param arguments a JSON object
   */
  record Call(String id, String name, JsonNode arguments) {

    /** Returns a call with arguments as the model wrote them, which may be nothing. */
    static Call of(String id, String name, String arguments) throws IOException {
      return new Call(id, name, SampleRequests.tree(arguments.isEmpty() ? "{}" : arguments));
    }
  }

  ReadAnswer {
    calls = List.copyOf(calls);
    items = List.copyOf(items);
  }

  /** Returns what the events of our own reader come to. */
  static ReadAnswer of(List<ModelEvent> events) throws IOException {
    var thinking = new StringBuilder();
    var text = new StringBuilder();
    var calls = new ArrayList<Call>();
    var items = new ArrayList<JsonNode>();
    var usage = new Usage(0, 0, 0, 0);
    String stop = "";
    for (ModelEvent event : events) {
      if (event instanceof ThinkingDelta delta) {
        thinking.append(delta.text());
      } else if (event instanceof TextDelta delta) {
        text.append(delta.text());
      } else if (event instanceof CallReady call) {
        calls.add(Call.of(call.id(), call.name(), call.arguments()));
      } else if (event instanceof Item item) {
        items.add(SampleRequests.tree(item.raw()));
      } else if (event instanceof Usage each) {
        usage = each;
      } else if (event instanceof Finished finished) {
        stop = String.valueOf(finished.word());
      } else if (!(event instanceof CallStarted)) {
        throw new AssertionError(event);
      }
    }
    return new ReadAnswer(thinking.toString(), text.toString(), calls, items, usage, stop);
  }
}
