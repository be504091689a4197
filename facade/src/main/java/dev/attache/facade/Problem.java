package dev.attache.facade;

import dev.attache.core.outcome.Outcome;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.SkipReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that was to be attached and is not. Immutable.
 *
 * @param kind the reason, for programs: {@code DENIED} also for what may hold secrets or lies
 *     outside the workspace, {@code TOO_LARGE} also for what no longer fits into the total
 * @param reference the reference that led to it, as it was written, without secrets
 * @param line the line that the model is told as well, without secrets: what is not there, and why
 * @param remedy what somebody can allow so that it is; null if nothing is known
 */
public record Problem(Kind kind, String reference, String line, @Nullable Remedy remedy) {

  /**
   * Checks that only the remedy is null.
   *
   * @param kind the reason, for programs
   * @param reference the reference that led to it
   * @param line the line that the model is told as well
   * @param remedy what somebody can allow so that it is; null if nothing is known
   */
  public Problem {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(line, "line");
  }

  /** Returns that of an outcome about which there is a line. */
  static Problem of(Outcome outcome, String line) {
    String reference = outcome.reference().redacted();
    if (outcome instanceof Outcome.Failed failed) {
      return new Problem(failed.problem().kind(), reference, line, failed.problem().remedy());
    } else if (outcome instanceof Outcome.Skipped skipped) {
      return new Problem(kind(skipped.reason()), reference, line, null);
    }
    return new Problem(Kind.FAILED, reference, line, null);
  }

  private static Kind kind(SkipReason reason) {
    return switch (reason) {
      case TOO_LARGE, OVER_LIMIT -> Kind.TOO_LARGE;
      case OUTSIDE_WORKSPACE, SENSITIVE, HIDDEN, IGNORED, EXCLUDED -> Kind.DENIED;
      case UNREADABLE, SPECIAL_FILE, DUPLICATE -> Kind.FAILED;
    };
  }

  /** The line. */
  @Override
  public String toString() {
    return line;
  }
}
