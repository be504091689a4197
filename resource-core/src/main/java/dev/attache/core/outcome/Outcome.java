package dev.attache.core.outcome;

import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.TypeDecision;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What became of one thing that a reference covers. Immutable. */
public sealed interface Outcome {

  /** The reference that led here. */
  Reference reference();

  /** It was read. */
  record Resolved(Reference reference, Snapshot snapshot) implements Outcome {}

  /**
   * It would be attached.
   *
   * @param type how its type looks from its name and its first bytes; null when nothing could be
   *     looked at
   * @param text whether its first bytes look like text; null when nothing could be looked at
   */
  record Planned(
      Reference reference, Candidate candidate, @Nullable TypeDecision type, @Nullable Boolean text)
      implements Outcome {}

  /** It was left out, by a rule. */
  record Skipped(Reference reference, Candidate candidate, SkipReason reason, String detail)
      implements Outcome {

    /** What users ask for by their rules. */
    private static final Set<SkipReason> EXPECTED =
        EnumSet.of(
            SkipReason.IGNORED,
            SkipReason.EXCLUDED,
            SkipReason.HIDDEN,
            SkipReason.DUPLICATE,
            SkipReason.NOT_REGULAR);

    /** Whether the user's own rules say so, and nobody has to be told of each. */
    public boolean isExpected() {
      return EXPECTED.contains(reason);
    }

    /** What was left out, and why, for people: {@code a.txt: left out, ignored: …}. */
    public String line() {
      return candidate.label() + ": left out, " + reason + ": " + detail;
    }
  }

  /**
   * It was asked for and cannot be had.
   *
   * @param candidate what was to be read; null when the reference itself is at fault
   */
  record Failed(Reference reference, @Nullable Candidate candidate, ResourceException problem)
      implements Outcome {

    /** What failed, and why, for people: {@code src/a.txt: there is no such file}. */
    public String line() {
      String subject = candidate == null ? reference.redacted() : candidate.label();
      return (subject.isEmpty() ? "\"\"" : subject) + ": " + problem.message();
    }
  }

  /** Something to tell the user that changes nothing. */
  record Noted(Reference reference, String text) implements Outcome {}
}
