package dev.attache.conversation;

import dev.attache.history.Declaration.Refresh;
import org.jspecify.annotations.Nullable;

/**
 * The words of the setting {@code refresh}: when the model hears of changes, and how a refresh is
 * answered. Either may be missing. Immutable.
 *
 * @param when {@code manual}, {@code notify} or {@code refresh}; null if it is not said
 * @param how {@code delta} or {@code full}; null if it is not said
 */
record RefreshWords(@Nullable String when, @Nullable String how) {

  static final String DELTA = "delta";
  static final String FULL = "full";

  /** What the setting may be, after "must be". */
  static final String RULE =
      "manual, notify or refresh, delta or full, or one of each: notify full";

  /** Returns the words of a value that the setting can have. */
  static RefreshWords of(Object value) {
    String when = null;
    String how = null;
    for (String word : value.toString().split(" ", -1)) { // no stream: it is asked at each start
      if (when == null && Refresh.ofWord(word) != null) {
        when = word;
      } else if (how == null && (word.equals(DELTA) || word.equals(FULL))) {
        how = word;
      }
    }
    return new RefreshWords(when, how);
  }

  /** Returns the value that is spelled so; null if there is none. */
  static @Nullable Object spelled(String text) {
    RefreshWords words = of(text);
    boolean isKnown = !words.toString().isEmpty();
    boolean isAll = words.toString().length() == text.length(); // no word twice, and no other
    return isKnown && isAll ? words.toString() : null;
  }

  /** Returns these words, with those of another value over them. */
  RefreshWords under(RefreshWords upper) {
    return new RefreshWords(
        upper.when == null ? when : upper.when, upper.how == null ? how : upper.how);
  }

  boolean isAnswered(String word) {
    return word.equals(how);
  }

  /** When the model hears of changes; null if it is not said. */
  @Nullable Refresh policy() {
    return when == null ? null : Refresh.ofWord(when);
  }

  /** The words as a setting has them: {@code notify full}. */
  @Override
  public String toString() {
    String separator = when == null || how == null ? "" : " ";
    return (when == null ? "" : when) + separator + (how == null ? "" : how);
  }
}
