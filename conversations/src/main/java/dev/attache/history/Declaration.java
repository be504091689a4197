package dev.attache.history;

import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import org.jspecify.annotations.Nullable;

/**
 * A reference that is declared to be attached to a conversation, and to its forks.
 *
 * @param reference what somebody wrote: {@code src/}, {@code !target}, {@code cmd:git diff}
 * @param meaning what that was decided to be when it was declared; null if it was declared by a
 *     version that left this to each turn
 * @param consent what proves that the user of this machine asked for it; null when the workspace
 *     did, or nobody can tell
 */
public record Declaration(String reference, @Nullable Meaning meaning, @Nullable String consent) {

  /** Returns the declaration of a reference. */
  public static Declaration of(Reference reference, @Nullable String consent) {
    return new Declaration(reference.text(), reference.meaning(), consent);
  }

  /** Whether it takes away what others name; by its spelling alone where it was not decided. */
  public boolean isExclusion() {
    return meaning == null ? Reference.of(0, reference).exclusion() : meaning == Meaning.EXCLUSION;
  }
}
