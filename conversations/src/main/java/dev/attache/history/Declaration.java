package dev.attache.history;

import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A reference that is declared to be attached to a conversation, and to its forks. Immutable.
 *
 * @param reference what somebody wrote: {@code src/}, {@code !target}, {@code cmd:git diff}
 * @param meaning what that was decided to be when it was declared; null if it was declared by a
 *     version that left this to each turn
 * @param consent what proves that the user of this machine asked for it; null when the workspace
 *     did, or nobody can tell
 * @param refresh when the model hears of changes of what it leads to; null if that is as the
 *     conversation has it
 */
public record Declaration(
    String reference,
    @Nullable Meaning meaning,
    @Nullable String consent,
    @Nullable Refresh refresh) {

  /** When a model hears that what is attached has changed at its source. */
  public enum Refresh {
    /** When it asks. */
    MANUAL,
    /** With the next request, in a line. */
    NOTIFY,
    /** With the next request, which has the new content. */
    REFRESH;

    /** {@return the word for it} */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return the one for a word; null if there is none}
     *
     * @param word a word in small letters, as a history or a setting has it
     */
    public static @Nullable Refresh ofWord(String word) {
      for (Refresh each : values()) {
        if (each.word().equals(word)) {
          return each;
        }
      }
      return null;
    }
  }

  /**
   * A declaration whose changes are told as the conversation has it.
   *
   * @param reference what somebody wrote
   * @param meaning what that was decided to be; null if each turn decides
   * @param consent what proves that the user of this machine asked for it; null if nothing does
   */
  public Declaration(String reference, @Nullable Meaning meaning, @Nullable String consent) {
    this(reference, meaning, consent, null);
  }

  /**
   * {@return the declaration of a reference}
   *
   * @param reference what is declared; its text and its meaning are kept
   * @param consent what proves that the user of this machine asked for it; null if nothing does
   */
  public static Declaration of(Reference reference, @Nullable String consent) {
    return new Declaration(reference.text(), reference.meaning(), consent);
  }

  /**
   * {@return the same, of which changes are told by another policy}
   *
   * @param value when the model hears of changes; null if that is as the conversation has it
   */
  public Declaration refreshed(@Nullable Refresh value) {
    return new Declaration(reference, meaning, consent, value);
  }

  /**
   * {@return whether it takes away what others name; by its spelling alone where it was not
   * decided}
   */
  public boolean isExclusion() {
    return meaning == null ? Reference.of(0, reference).exclusion() : meaning == Meaning.EXCLUSION;
  }
}
