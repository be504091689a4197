package dev.attache.cli.forms;

import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;

/**
 * The tokens of all that a form prints for a snapshot. Thread-safe.
 *
 * @param formName what no other form is called
 */
public record FormCost(FormatOpening form, String formName, TokenEstimator estimator)
    implements SnapshotCost {

  @Override
  public String name() {
    return estimator.name() + " " + formName;
  }

  @Override
  public long of(Snapshot snapshot) throws IOException {
    var printed = new PrintedBytes(snapshot);
    Format format = form.open(printed);
    format.write(snapshot);
    format.flush();
    return printed.tokens(estimator);
  }
}
