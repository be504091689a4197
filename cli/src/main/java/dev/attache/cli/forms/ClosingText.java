package dev.attache.cli.forms;

import dev.attache.budget.BudgetSelection;
import dev.attache.budget.ClosingLines;
import dev.attache.budget.Cuts;
import dev.attache.budget.TokenLimit;
import dev.attache.core.outcome.Omissions;
import dev.attache.core.outcome.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * The end of a result that has a limit in tokens: what is not there, in fewer lines where the limit
 * is small. Not thread-safe.
 */
public final class ClosingText implements BudgetSelection.Closing {

  private final FormatOpening form;
  private final TokenLimit limit;
  private final Omissions omissions = new Omissions();

  public ClosingText(FormatOpening form, TokenLimit limit) {
    this.form = form;
    this.limit = limit;
  }

  /** Takes note of something that is not there for another reason than the limit. */
  public void add(Outcome outcome) {
    omissions.add(outcome);
  }

  /** Takes note of a line about something that led to nothing. */
  public void add(String line) {
    omissions.add(line);
  }

  @Override
  public long tokens(Cuts cuts) throws IOException {
    byte[] text = text(cuts);
    return text.length == 0 ? 0 : limit.count(text);
  }

  /** Returns it as it is printed; nothing if all is there. */
  public byte[] text(Cuts cuts) throws IOException {
    return ClosingLines.fit(limit, 0, most -> text(cuts, most));
  }

  private byte[] text(Cuts cuts, int most) throws IOException {
    var printed = new ByteArrayOutputStream();
    Format format = form.open(printed);
    List<String> others = omissions.lines();
    if (others.size() <= most) {
      for (String line : others) {
        format.omit(line);
      }
    } else {
      format.omit(omissions.count() + " more were not attached, for other reasons");
    }
    for (Cuts.Sum sum : cuts.sums(most)) {
      format.omit(sum, cuts.line(sum));
    }
    format.finish();
    format.flush();
    return printed.toByteArray();
  }
}
