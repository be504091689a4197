package dev.attache.conversation;

import dev.attache.history.Declaration.Refresh;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private static final List<String> WHEN = Stream.of(Refresh.values()).map(Refresh::word).toList();
  private static final List<String> HOW = List.of(DELTA, FULL);

  /** Returns the words of a value that the setting can have. */
  static RefreshWords of(Object value) {
    List<String> words = List.of(value.toString().split(" ", -1));
    return new RefreshWords(first(WHEN, words), first(HOW, words));
  }

  private static @Nullable String first(List<String> some, List<String> words) {
    return words.stream().filter(some::contains).findFirst().orElse(null);
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
    return Stream.of(when, how).filter(word -> word != null).collect(Collectors.joining(" "));
  }
}
