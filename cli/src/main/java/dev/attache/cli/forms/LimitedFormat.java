package dev.attache.cli.forms;

import dev.attache.budget.BudgetItem;
import dev.attache.budget.BudgetSelection;
import dev.attache.budget.LimitReport;
import dev.attache.budget.Rank;
import dev.attache.budget.TokenLimit;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A form within a limit in tokens. It keeps what the form prints for each snapshot, counts that,
 * and writes at the end what fits, in the order in which it came. What is counted is therefore what
 * is written, whatever becomes of the files meanwhile. Not thread-safe.
 */
public final class LimitedFormat implements Format {

  private final OutputStream out;
  private final FormatOpening form;
  private final TokenLimit limit;
  private final LimitReport report;
  private final ClosingText closing;
  private final BudgetSelection<Printed> selection;
  private final @Nullable TextForm tree;
  private long number;

  /**
   * @param tree the form of a tree of what is in it, which comes first; null for none
   */
  public LimitedFormat(
      OutputStream out,
      FormatOpening form,
      @Nullable TextForm tree,
      TokenLimit limit,
      LimitReport report) {
    this.out = out;
    this.form = form;
    this.tree = tree;
    this.limit = limit;
    this.report = report;
    this.closing = new ClosingText(form, limit);
    this.selection = new BudgetSelection<>(limit, this::leftOut);
  }

  /** What is to be written of one outcome. */
  private static final class Printed {
    final PrintedBytes bytes;
    final IncludedTree.@Nullable Entry entry;

    /**
     * @param entry what of it is in the tree; null for nothing
     */
    Printed(PrintedBytes bytes, IncludedTree.@Nullable Entry entry) {
      this.bytes = bytes;
      this.entry = entry;
    }
  }

  private void leftOut(BudgetItem<Printed> item) {
    if (item.otherwise() != null) {
      report.leftOut(limit, item.otherwise(), item.tokens());
    }
  }

  @Override
  public void write(Outcome.Resolved resolved) throws IOException {
    Snapshot snapshot = resolved.snapshot();
    PrintedBytes printed = printed(new PrintedBytes(snapshot), format -> format.write(snapshot));
    IncludedTree.Entry entry = tree == null ? null : IncludedTree.Entry.of(snapshot);
    long tokens =
        printed.tokens(limit.estimator()) + (entry == null ? 0 : limit.count(entry.line()));
    Rank rank =
        Rank.of(resolved.reference(), resolved.isNamed(), snapshot.kind(), tokens, number++);
    selection.add(
        new BudgetItem<>(
            rank, tokens, limit.leftOut(resolved, tokens), new Printed(printed, entry)));
  }

  @Override
  public void write(Snapshot snapshot) {
    throw new AssertionError("what is to be ranked is an outcome");
  }

  /** A form that says it at its place has to, before all else; one that does not says it last. */
  @Override
  public void omit(Outcome outcome) throws IOException {
    PrintedBytes printed = printed(new PrintedBytes(), format -> format.omit(outcome));
    if (printed.size() == 0) {
      closing.add(outcome);
    } else {
      selection.add(
          new BudgetItem<>(
              Rank.said(number++),
              printed.tokens(limit.estimator()),
              null,
              new Printed(printed, null)));
    }
  }

  @Override
  public void omit(String line) {
    closing.add(line);
  }

  @Override
  public void finish() throws IOException {
    long around = tree == null ? 0 : limit.count(new IncludedTree(tree).around());
    BudgetSelection.Choice<Printed> choice =
        selection.choose(cuts -> closing.tokens(cuts) + around);
    if (tree != null) {
      writeTree(choice.items(), tree);
    }
    for (BudgetItem<Printed> item : choice.items()) {
      item.value().bytes.writeTo(out);
    }
    if (choice.hasClosing()) {
      out.write(closing.text(choice.cuts()));
    }
    report.used(limit, choice.tokens());
  }

  private void writeTree(List<BudgetItem<Printed>> items, TextForm text) throws IOException {
    var included = new IncludedTree(text);
    for (BudgetItem<Printed> item : items) {
      IncludedTree.Entry entry = item.value().entry;
      if (entry != null) {
        included.add(entry);
      }
    }
    out.write(included.text());
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** Something that a form is to write. */
  private interface Writing {
    void writeTo(Format format) throws IOException;
  }

  private PrintedBytes printed(PrintedBytes printed, Writing writing) throws IOException {
    Format format = form.open(printed);
    writing.writeTo(format);
    format.flush();
    return printed;
  }
}
