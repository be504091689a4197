package dev.attache.cli.resolve;

import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan in another order than the one it was found in. Not thread-safe. */
final class PlanOrder implements PlanFormat {

  /** What a plan can be sorted by. */
  static final List<String> KEYS = List.of("tokens", "size", "path");

  private static final Comparator<Row> BY_PATH =
      Comparator.comparing(row -> row.planned.candidate().label());

  private final PlanFormat format;
  private final Comparator<Row> order;
  private final List<Row> rows = new ArrayList<>();
  private final List<Outcome.Skipped> skipped = new ArrayList<>();

  private record Row(Outcome.Planned planned, long tokens, @Nullable PlannedUse use) {}

  private PlanOrder(PlanFormat format, Comparator<Row> order) {
    this.format = format;
    this.order = order;
  }

  /**
   * Returns the format, sorted.
   *
   * @param by {@code tokens} or {@code size}, the largest first, or {@code path}
   */
  static PlanFormat of(PlanFormat format, String by) throws UsageException {
    Comparator<Row> order =
        switch (by) {
          case "tokens" -> Comparator.comparingLong(Row::tokens).reversed().thenComparing(BY_PATH);
          case "size" ->
              Comparator.<Row>comparingLong(row -> row.planned.candidate().size())
                  .reversed()
                  .thenComparing(BY_PATH);
          case "path" -> BY_PATH;
          default -> throw new UsageException("--sort (" + by + ") must be tokens, size or path");
        };
    return new PlanOrder(format, order);
  }

  @Override
  public void attach(Outcome.Planned planned, long tokens, @Nullable PlannedUse use) {
    rows.add(new Row(planned, tokens, use));
  }

  @Override
  public void skip(Outcome.Skipped each) {
    skipped.add(each);
  }

  @Override
  public void end() throws IOException {
    rows.sort(order);
    for (Row row : rows) {
      format.attach(row.planned, row.tokens, row.use);
    }
    for (Outcome.Skipped each : skipped) {
      format.skip(each);
    }
    format.end();
  }
}
