package dev.attache.model.call;

import org.jspecify.annotations.Nullable;

/**
 * A piece of an answer. Texts of the same kind that follow each other belong together; items and
 * calls stand where they belong between texts. Immutable.
 */
public sealed interface ModelEvent {

  /**
   * More of the text.
   *
   * @param text never empty, and without a half character
   */
  record TextDelta(String text) implements ModelEvent {}

  /**
   * More of what the model thinks, in words for people, which never goes back.
   *
   * @param text never empty, and without a half character
   */
  record ThinkingDelta(String text) implements ModelEvent {}

  /**
   * The beginning of a call, whose arguments are still to come.
   *
   * @param id the call
   * @param name the tool
   */
  record CallStarted(String id, String name) implements ModelEvent {}

  /**
   * A call in full, in the order in which results are expected.
   *
   * @param id the call, by a name that no other of the conversation has
   * @param name the tool
   * @param arguments what the model wrote, as a rule the text of a JSON object: {@code {}} where it
   *     wrote nothing
   */
  record CallReady(String id, String name, String arguments) implements ModelEvent {}

  /**
   * A part of the answer that only its provider understands, and wants back byte for byte.
   *
   * @param raw the text of a JSON object, as its wire has it
   */
  record Item(String raw) implements ModelEvent {}

  /**
   * What the call took, in tokens; once, at the end. It is not recorded if it is not {@linkplain
   * Usage#isPossible() possible}.
   *
   * @param input those that were neither read from the cache nor written to it
   * @param cacheRead those that were read from the cache
   * @param cacheWrite those that were written to the cache
   * @param output those of the answer, thinking and all
   */
  record Usage(long input, long cacheRead, long cacheWrite, long output) implements ModelEvent {

    /** A hundred times the largest window of a model. */
    private static final long MOST = 1_000_000_000;

    /**
     * {@return whether a call can take this: no number is below zero, or above a billion, and not
     * all of them are zero, as with servers that do not count}
     */
    public boolean isPossible() {
      return isPossible(input)
          && isPossible(cacheRead)
          && isPossible(cacheWrite)
          && isPossible(output)
          && input + cacheRead + cacheWrite + output > 0;
    }

    /**
     * {@return whether a call can take this many tokens}
     *
     * @param tokens a number as a provider says it
     */
    public static boolean isPossible(long tokens) {
      return tokens >= 0 && tokens <= MOST;
    }
  }

  /**
   * The end of the answer; nothing comes after it.
   *
   * @param stop why the model stopped
   * @param word the provider's own word for it; null if it has none
   */
  record Finished(Stop stop, @Nullable String word) implements ModelEvent {}

  /** Why a model stopped. */
  enum Stop {
    /** It had said what it had to say. */
    END,
    /** It waits for the results of its calls. */
    CALLS,
    /** The answer was as long as it may be. */
    LENGTH,
    /** The window of the model is full. */
    CONTEXT_FULL,
    /** The model or a filter of its provider refuses. */
    REFUSED,
    /** The provider wants the answer back as it is, to go on with it. */
    PAUSED,
    /** Anything else; the word says what. */
    OTHER
  }
}
