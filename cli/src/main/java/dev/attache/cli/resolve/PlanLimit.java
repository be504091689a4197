package dev.attache.cli.resolve;

import dev.attache.budget.BudgetItem;
import dev.attache.budget.BudgetSelection;
import dev.attache.budget.LimitReport;
import dev.attache.budget.Rank;
import dev.attache.budget.TokenLimit;
import dev.attache.cli.forms.ClosingText;
import dev.attache.cli.forms.PromptFormat;
import dev.attache.core.outcome.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan within a limit in tokens: what does not fit is shown as left out, at its place. What
 * nobody has read, and so costs an unknown number of tokens, is shown as attached. Not thread-safe.
 */
final class PlanLimit implements PlanFormat {

  private final PlanFormat format;
  private final TokenLimit limit;
  private final LimitReport report;
  private final ClosingText closing;
  private final BudgetSelection<Integer> selection;
  private final List<Row> rows = new ArrayList<>();
  private final Map<Integer, Outcome.Skipped> cut = new HashMap<>();

  /** A row that is not written yet: one of the two. */
  private record Row(
      Outcome.@Nullable Planned planned,
      long tokens,
      @Nullable PlannedUse use,
      Outcome.@Nullable Skipped skipped) {}

  PlanLimit(PlanFormat format, TokenLimit limit, LimitReport report) {
    this.format = format;
    this.limit = limit;
    this.report = report;
    this.closing = new ClosingText(PromptFormat::new, limit);
    this.selection = new BudgetSelection<>(limit, this::leftOut);
  }

  private void leftOut(BudgetItem<Integer> item) {
    if (item.otherwise() != null) {
      cut.put(item.value(), item.otherwise());
      report.leftOut(limit, item.otherwise(), item.tokens());
    }
  }

  @Override
  public void attach(Outcome.Planned planned, long tokens, @Nullable PlannedUse use) {
    int number = rows.size();
    rows.add(new Row(planned, tokens, use, null));
    if (tokens >= 0) {
      boolean isNamed = planned.candidate().explicit();
      selection.add(
          new BudgetItem<>(
              Rank.of(planned.reference(), isNamed, planned.kind(), tokens, number),
              tokens,
              limit.leftOut(planned.reference(), planned.candidate(), tokens),
              number));
    }
  }

  @Override
  public void skip(Outcome.Skipped skipped) {
    rows.add(new Row(null, -1, null, skipped));
    closing.add(skipped);
  }

  @Override
  public void fail(Outcome.Failed failed) {
    closing.add(failed);
  }

  @Override
  public void end() throws IOException {
    report.used(limit, selection.choose(closing).tokens());
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Outcome.Skipped skipped = cut.getOrDefault(i, row.skipped());
      if (skipped != null) {
        format.skip(skipped);
      } else if (row.planned() != null) {
        format.attach(row.planned(), row.tokens(), row.use());
      }
    }
    format.end();
  }
}
