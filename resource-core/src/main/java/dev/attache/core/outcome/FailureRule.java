package dev.attache.core.outcome;

import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;

/**
 * The rule for what a failure to read means: what the user named exactly has failed; what a
 * directory or a pattern led to is left out when a rule or its own state forbids reading it.
 */
public final class FailureRule {

  private FailureRule() {}

  /**
   * {@return what a failure means for the run: an outcome that has failed, or one that was left
   * out}
   *
   * @param reference what led there
   * @param candidate what could not be read; whether it is {@linkplain Candidate#explicit explicit}
   *     decides
   * @param problem what reading it threw
   */
  public static Outcome of(Reference reference, Candidate candidate, ResourceException problem) {
    if (!candidate.explicit()) {
      switch (problem.kind()) {
        case TOO_LARGE -> {
          return skipped(reference, candidate, SkipReason.TOO_LARGE, problem);
        }
        case DENIED, NOT_FOUND -> {
          return skipped(reference, candidate, SkipReason.UNREADABLE, problem);
        }
        default -> {
          // It should have been read, and was not.
        }
      }
    }
    return new Outcome.Failed(reference, candidate, problem);
  }

  private static Outcome skipped(
      Reference reference, Candidate candidate, SkipReason reason, ResourceException problem) {
    return new Outcome.Skipped(reference, candidate, reason, problem.message());
  }
}
