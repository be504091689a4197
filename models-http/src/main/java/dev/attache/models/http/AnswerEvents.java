package dev.attache.models.http;

import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.WellFormed;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The events of an answer, between who reads the wire and who pulls. Empty texts are none; a
 * character of which half is in the next piece waits for it. What an answer has beyond 8 MiB of
 * texts and calls, or of thoughts, is no event any more. Not thread-safe.
 */
public final class AnswerEvents {

  /** More than a model can write; a text that ends here can still be read again in 256 MiB. */
  static final int MOST_BYTES = 8 << 20;

  private static final String NO_ARGUMENTS = "{}";

  private final Deque<ModelEvent> waiting = new ArrayDeque<>();
  private String half = "";
  private boolean isHalfThinking;
  private boolean isFinished;
  private long given; // the bytes of texts, calls and items, with what readers gather
  private long gathered;
  private long thought; // the bytes of thoughts
  private boolean isTooLarge;

  /** Begins without an event. */
  public AnswerEvents() {}

  /**
   * Adds text; null and the empty one are none.
   *
   * @param more the next piece, which may begin or end in half a character
   */
  public void text(@Nullable String more) {
    addText(more, false);
  }

  /**
   * Adds thinking; null and the empty one are none.
   *
   * @param more the next piece, which may begin or end in half a character
   */
  public void thinking(@Nullable String more) {
    addText(more, true);
  }

  /**
   * Adds that a call has begun, whose arguments are still to come.
   *
   * @param id what the call is known by, which {@link #callReady} repeats
   * @param name the tool, as the model wrote it
   */
  public void callStarted(String id, String name) {
    if (isTaken(bytes(id) + bytes(name))) {
      add(new ModelEvent.CallStarted(id, name));
    }
  }

  /**
   * Counts a piece of a call or of an item that the reader keeps until all of it has come. Once
   * there is too much, the call fails, whatever the reader does.
   *
   * @param more the next piece
   */
  public void gathering(String more) {
    long bytes = bytes(more);
    if (isTaken(bytes)) {
      gathered += bytes;
    }
  }

  /**
   * Adds a call.
   *
   * @param id what the call is known by, as {@link #callStarted} had it if its start was added
   * @param name the tool, as the model wrote it
   * @param arguments what the model wrote; blank for none
   */
  public void callReady(String id, String name, String arguments) {
    String written = arguments.isBlank() ? NO_ARGUMENTS : WellFormed.text(arguments);
    if (isTakenOfGathered(written)) {
      add(new ModelEvent.CallReady(id, name, written));
    }
  }

  /**
   * Adds a part that goes back as it is.
   *
   * @param raw the text of a JSON object, as the provider wrote it
   */
  public void item(String raw) {
    if (isTakenOfGathered(raw)) {
      add(new ModelEvent.Item(raw));
    }
  }

  /**
   * Adds what it took, unless that is what no call takes: a number below zero or above a billion,
   * or nothing at all.
   *
   * @param input the tokens that were neither read from the cache nor written to it
   * @param cacheRead those that were read from the cache
   * @param cacheWrite those that were written to the cache
   * @param output those of the answer, thinking and all
   */
  public void usage(long input, long cacheRead, long cacheWrite, long output) {
    var usage = new ModelEvent.Usage(input, cacheRead, cacheWrite, output);
    if (usage.isPossible()) {
      add(usage);
    }
  }

  /**
   * Adds what the call took, by a provider that counts the cached tokens among all of the prompt.
   *
   * @param prompt all tokens of the prompt; not less than the others of it, unless the provider
   *     counts otherwise
   * @param cacheRead those that were read from the cache
   * @param cacheWrite those that were written to the cache
   * @param output those of the answer, thinking and all
   */
  public void usageOf(long prompt, long cacheRead, long cacheWrite, long output) {
    if (ModelEvent.Usage.isPossible(prompt)
        && ModelEvent.Usage.isPossible(cacheRead)
        && ModelEvent.Usage.isPossible(cacheWrite)) {
      usage(Math.max(0, prompt - cacheRead - cacheWrite), cacheRead, cacheWrite, output);
    }
  }

  /**
   * {@return two numbers of tokens in one, by a provider that counts them apart; -1 if one of them
   * is one that no call takes}
   *
   * @param one a number as the provider says it
   * @param other another one
   */
  public static long both(long one, long other) {
    return ModelEvent.Usage.isPossible(one) && ModelEvent.Usage.isPossible(other)
        ? one + other
        : -1;
  }

  /**
   * Adds the end.
   *
   * @param stop why the model stopped, in our words
   * @param word the provider's own word for it; null if it has none
   */
  public void finished(Stop stop, @Nullable String word) {
    if (isTooLarge) {
      return; // it has not ended, but was cut
    }
    add(new ModelEvent.Finished(stop, word));
    isFinished = true;
  }

  /** {@return whether the end was added} */
  public boolean isFinished() {
    return isFinished;
  }

  /** Whether there is more than an answer may have. */
  boolean isTooLarge() {
    return isTooLarge;
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
    if (more == null || more.isEmpty() || isTooLarge) {
      return;
    }
    String taken = beginning(more, MOST_BYTES - (isThinking ? thought : given));
    isTooLarge = taken.length() < more.length();
    thought += isThinking ? bytes(taken) : 0;
    given += isThinking ? 0 : bytes(taken);
    if (taken.isEmpty()) {
      return;
    }
    if (isThinking != isHalfThinking) {
      flush();
    }
    String text = half + taken;
    int end = text.length() - (Character.isHighSurrogate(text.charAt(text.length() - 1)) ? 1 : 0);
    half = text.substring(end);
    isHalfThinking = isThinking;
    if (end > 0) {
      waiting.add(delta(WellFormed.text(text.substring(0, end)), isThinking));
    }
  }

  /** Takes so many bytes more, if there is room for all of them. */
  private boolean isTaken(long bytes) {
    isTooLarge |= given + bytes > MOST_BYTES;
    given += isTooLarge ? 0 : bytes;
    return !isTooLarge;
  }

  /** Takes what was perhaps counted piece by piece. */
  private boolean isTakenOfGathered(String whole) {
    long bytes = bytes(whole);
    long known = Math.min(bytes, gathered);
    gathered -= known;
    return isTaken(bytes - known);
  }

  /** How many bytes a text has in UTF-8. */
  private static long bytes(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += bytes(text.charAt(i));
    }
    return bytes;
  }

  private static int bytes(char c) {
    return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }

  /** Returns as much of a text as has so many bytes, and no half character. */
  private static String beginning(String text, long most) {
    if (3L * text.length() <= most) {
      return text;
    }
    long bytes = 0;
    for (int end = 0; end < text.length(); end++) {
      bytes += bytes(text.charAt(end));
      if (bytes > most) {
        return OneLine.beginning(text, end);
      }
    }
    return text;
  }

  private void add(ModelEvent event) {
    flush();
    waiting.add(event);
  }

  private static ModelEvent delta(String text, boolean isThinking) {
    return isThinking ? new ModelEvent.ThinkingDelta(text) : new ModelEvent.TextDelta(text);
  }
}
