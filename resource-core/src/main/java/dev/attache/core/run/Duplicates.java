package dev.attache.core.run;

import dev.attache.core.outcome.Outcome;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of what has been named already: the same resource is attached once, at its first
 * place.
 *
 * <p>One reference names nothing twice, by the contract of {@link
 * dev.attache.resource.spi.CandidateSink}, so a run of a single reference has nothing to remember,
 * and one over a million files costs no more memory than one over ten.
 */
final class Duplicates {

  private final @Nullable Map<ResourceUri, Reference> firstNamedBy;

  Duplicates(boolean severalReferences) {
    this.firstNamedBy = severalReferences ? new HashMap<>() : null;
  }

  /** Returns the slot, or one that says that its resource was named before. */
  PendingItem check(PendingItem slot) {
    Candidate candidate = slot.candidate;
    if (candidate == null || firstNamedBy == null) {
      return slot;
    }
    Reference first = firstNamedBy.putIfAbsent(candidate.uri(), slot.reference);
    if (first == null) {
      return slot;
    }
    String detail = "named before by " + first.redacted();
    return PendingItem.done(
        new Outcome.Skipped(slot.reference, candidate, SkipReason.DUPLICATE, detail));
  }
}
