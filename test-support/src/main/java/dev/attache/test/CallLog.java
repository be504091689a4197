package dev.attache.test;

import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import dev.attache.model.call.ModelException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a call has given.
 *
 * @param events its events, with neighbouring pieces of text as one
 * @param failure how it ended; null if well
 */
public record CallLog(List<ModelEvent> events, @Nullable ModelException failure) {

  /** Pulls until there is nothing more. */
  public static CallLog of(ModelCall call) {
    var events = new ArrayList<ModelEvent>();
    try (call) {
      for (ModelEvent event = call.next(); event != null; event = call.next()) {
        add(event, events);
      }
      return new CallLog(events, null);
    } catch (ModelException e) {
      return new CallLog(events, e);
    }
  }

  private static void add(ModelEvent event, List<ModelEvent> events) {
    int last = events.size() - 1;
    ModelEvent previous = last < 0 ? null : events.get(last);
    if (event instanceof TextDelta more && previous instanceof TextDelta begin) {
      events.set(last, new TextDelta(begin.text() + more.text()));
    } else if (event instanceof ThinkingDelta more && previous instanceof ThinkingDelta begin) {
      events.set(last, new ThinkingDelta(begin.text() + more.text()));
    } else {
      events.add(event);
    }
  }

  /** Whether these events are a beginning of others, the last text maybe only in part. */
  public boolean isBeginningOf(List<ModelEvent> whole) {
    int last = events.size() - 1;
    return last < 0
        || (last < whole.size()
            && events.subList(0, last).equals(whole.subList(0, last))
            && isBeginning(events.get(last), whole.get(last)));
  }

  private static boolean isBeginning(ModelEvent part, ModelEvent whole) {
    if (part instanceof TextDelta begin && whole instanceof TextDelta text) {
      return text.text().startsWith(begin.text());
    } else if (part instanceof ThinkingDelta begin && whole instanceof ThinkingDelta text) {
      return text.text().startsWith(begin.text());
    }
    return part.equals(whole);
  }
}
