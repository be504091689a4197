package dev.attache.cli.run;

import dev.attache.core.outcome.Conversions;
import dev.attache.core.outcome.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * What the Markdown of documents lacks, as their converters say: a line for each document, and of
 * many the first. Not thread-safe.
 */
final class ConversionLosses {

  private static final int MOST_LINES = 5;

  private final List<String> lines = new ArrayList<>();

  void add(Snapshot snapshot) {
    List<String> notes = Conversions.losses(snapshot.notes());
    if (!notes.isEmpty()) {
      lines.add(snapshot.resource().label() + ": " + String.join(" ", notes));
    }
  }

  /** Returns what to say of them, and begins anew. */
  List<String> take(boolean all) {
    var said = new ArrayList<>(all ? lines : lines.subList(0, Math.min(lines.size(), MOST_LINES)));
    int more = lines.size() - said.size();
    if (more > 0) {
      said.add(
          more
              + (more == 1 ? " more document is" : " more documents are")
              + " incomplete (-v lists them)");
    }
    lines.clear();
    return said;
  }
}
