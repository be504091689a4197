package dev.attache.models.http;

import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.support.text.WellFormed;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The events of an answer, between who reads the wire and who pulls. Empty texts are none; a
 * character of which half is in the next piece waits for it. Not thread-safe.
 */
public final class AnswerEvents {

  private static final String NO_ARGUMENTS = "{}";

  private final Deque<ModelEvent> waiting = new ArrayDeque<>();
  private String half = "";
  private boolean isHalfThinking;
  private boolean isFinished;

  public AnswerEvents() {}

  /** Adds text; null and the empty one are none. */
  public void text(@Nullable String more) {
    addText(more, false);
  }

  /** Adds thinking; null and the empty one are none. */
  public void thinking(@Nullable String more) {
    addText(more, true);
  }

  public void callStarted(String id, String name) {
    add(new ModelEvent.CallStarted(id, name));
  }

  /**
   * Adds a call.
   *
   * @param arguments what the model wrote; blank for none
   */
  public void callReady(String id, String name, String arguments) {
    String written = arguments.isBlank() ? NO_ARGUMENTS : WellFormed.text(arguments);
    add(new ModelEvent.CallReady(id, name, written));
  }

  /** Adds a part that goes back as it is. */
  public void item(String raw) {
    add(new ModelEvent.Item(raw));
  }

  /** Adds what it took; what is below zero counts as none. */
  public void usage(long input, long cacheRead, long cacheWrite, long output) {
    add(
        new ModelEvent.Usage(
            Math.max(0, input),
            Math.max(0, cacheRead),
            Math.max(0, cacheWrite),
            Math.max(0, output)));
  }

  /** Adds the end. */
  public void finished(Stop stop, @Nullable String word) {
    add(new ModelEvent.Finished(stop, word));
    isFinished = true;
  }

  /** {@return whether the end was added} */
  public boolean isFinished() {
    return isFinished;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Returns the next event and forgets it; null if none waits. */
  @Nullable ModelEvent poll() {
    return waiting.poll();
  }

  /** Gives up waiting for the rest of a character. */
  private void flush() {
    if (!half.isEmpty()) {
      half = "";
      waiting.add(delta("\uFFFD", isHalfThinking));
    }
  }

  private void addText(@Nullable String more, boolean isThinking) {
    if (more == null || more.isEmpty()) {
      return;
    }
    if (isThinking != isHalfThinking) {
      flush();
    }
    String text = half + more;
    int end = text.length() - (Character.isHighSurrogate(text.charAt(text.length() - 1)) ? 1 : 0);
    half = text.substring(end);
    isHalfThinking = isThinking;
    if (end > 0) {
      waiting.add(delta(WellFormed.text(text.substring(0, end)), isThinking));
    }
  }

  private void add(ModelEvent event) {
    flush();
    waiting.add(event);
  }

  private static ModelEvent delta(String text, boolean isThinking) {
    return isThinking ? new ModelEvent.ThinkingDelta(text) : new ModelEvent.TextDelta(text);
  }
}
