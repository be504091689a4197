package dev.attache.cli.resolve;

import dev.attache.cli.models.PlannedDelivery;
import dev.attache.core.outcome.Outcome;
import dev.attache.model.Rung;
import dev.attache.support.text.SizeText;
import dev.attache.support.text.TokenText;
import org.jspecify.annotations.Nullable;

/** The sums over a plan, and the line that says them. Not thread-safe. */
final class PlanTotals {

  private final boolean isExact;
  private final String where;
  private long attached;
  private long named;
  private long denied;
  private long skipped;
  private long bytes;
  private long tokens;
  private long unknown;

  /**
   * @param isExact whether the numbers of tokens are no estimates
   * @param delivery what a model would be given; null if nobody asks for one
   */
  PlanTotals(boolean isExact, @Nullable PlannedDelivery delivery) {
    this.isExact = isExact;
    this.where = delivery == null ? "as a prompt" : "for " + delivery.model();
  }

  void add(Outcome.Planned planned, long cost, @Nullable PlannedUse use, @Nullable Rung rung) {
    if (use != null && !use.decision().isAllowed()) {
      denied++;
      return;
    }
    tokens += Math.max(0, cost);
    if (PlanFormat.action(planned, null, rung).equals("named")) {
      named++;
      return;
    }
    attached++;
    unknown += planned.candidate().size() < 0 ? 1 : 0;
    bytes += Math.max(0, planned.candidate().size());
  }

  void skip() {
    skipped++;
  }

  /** The line: {@code 3 to attach, 30 B, ≈ 140 tokens as a prompt; 1 only named, 6 left out}. */
  String line() {
    return attached
        + " to attach, "
        + SizeText.of(bytes)
        + (unknown == 0 ? "" : " and " + unknown + " of unknown size")
        + ", "
        + TokenText.counted(tokens, isExact)
        + " "
        + where
        + "; "
        + (named == 0 ? "" : named + " only named, ")
        + skipped
        + " skipped"
        + (denied == 0 ? "" : ", " + denied + " denied");
  }
}
