package dev.attache.cli.resolve;

import dev.attache.core.outcome.Outcome;
import dev.attache.support.text.TokenText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A plan that may not cost more than so many tokens. Not thread-safe. */
final class PlanBudget implements PlanFormat {

  private final PlanFormat format;
  private final long budget;
  private final boolean isExact;
  private long tokens;

  /**
   * @param isExact whether the numbers of tokens are no estimates
   */
  PlanBudget(PlanFormat format, long budget, boolean isExact) {
    this.format = format;
    this.budget = budget;
    this.isExact = isExact;
  }

  @Override
  public void attach(Outcome.Planned planned, long cost, @Nullable PlannedUse use)
      throws IOException {
    tokens += Math.max(0, cost);
    format.attach(planned, cost, use);
  }

  @Override
  public void skip(Outcome.Skipped skipped) throws IOException {
    format.skip(skipped);
  }

  @Override
  public void fail(Outcome.Failed failed) {
    format.fail(failed);
  }

  @Override
  public void end() throws IOException {
    format.end();
  }

  /**
   * What is wrong with the plan; null if it is within its budget.
   *
   * @param counted the sum as the provider has counted it; null if nobody has asked
   */
  @Nullable String excess(@Nullable Long counted) {
    long sum = counted == null ? tokens : counted;
    return sum <= budget
        ? null
        : "the plan costs "
            + TokenText.counted(sum, isExact || counted != null)
            + ", more than --token-budget "
            + budget;
  }
}
