package dev.attache.cli.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.Columns;
import dev.attache.core.outcome.Outcome;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.support.text.Sanitizer;
import dev.attache.support.text.SizeText;
import dev.attache.support.text.TokenText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A plan by directories: what all below each costs, the largest first. What was found in none, such
 * as a page or the output of a command, has a row of its own. What is skipped has a line for each
 * reason.
 */
final class PlanTree implements PlanFormat {

  private final OutputStream out;
  private final int width;
  private final boolean isExact;
  private final PlanTotals totals;
  private final SkippedGroups groups = new SkippedGroups();
  private final Directory root = new Directory(".");

  /**
   * @param width how many characters fit into a line; 0 if it is no terminal
   * @param isExact whether the numbers of tokens are no estimates
   */
  PlanTree(OutputStream out, int width, boolean isExact) {
    this.out = out;
    this.width = width;
    this.isExact = isExact;
    this.totals = new PlanTotals(isExact, null);
  }

  /** The sums over one directory and all below. */
  private static final class Directory {
    private static final Comparator<Directory> LARGEST_FIRST =
        Comparator.<Directory>comparingLong(each -> each.tokens)
            .thenComparingLong(each -> each.bytes)
            .reversed()
            .thenComparing(each -> each.name);

    private final String name;
    private final Map<String, Directory> below = new TreeMap<>();
    private long tokens;
    private long bytes;
    private long items;

    Directory(String name) {
      this.name = name;
    }

    Directory below(String part) {
      return below.computeIfAbsent(part, Directory::new);
    }

    void add(Candidate candidate, long cost) {
      tokens += Math.max(0, cost);
      bytes += Math.max(0, candidate.size());
      items++;
    }

    /** Returns this, or the directory that has all that is in it: {@code src/main/java/}. */
    Directory joined() {
      if (below.size() != 1) {
        return this;
      }
      Directory only = below.values().iterator().next();
      if (only.items != items) {
        return this;
      }
      var joined = new Directory(name + only.name);
      joined.below.putAll(only.below);
      joined.tokens = tokens;
      joined.bytes = bytes;
      joined.items = items;
      return joined.joined();
    }

    List<Directory> sorted() {
      var all = new ArrayList<>(below.values());
      all.sort(LARGEST_FIRST);
      return all;
    }
  }

  @Override
  public void attach(Outcome.Planned planned, long tokens, @Nullable PlannedUse use) {
    totals.add(planned, tokens, use, null);
    if (use != null && !use.decision().isAllowed()) {
      return;
    }
    Candidate candidate = planned.candidate();
    root.add(candidate, tokens);
    if (candidate.explicit() && !candidate.uri().scheme().equals("file")) {
      root.below(candidate.label()).add(candidate, tokens);
      return;
    }
    Directory at = root;
    String path = candidate.label();
    int from = 0;
    for (int slash = path.indexOf('/', 1); slash >= 0; slash = path.indexOf('/', from)) {
      at = at.below(path.substring(from, slash + 1));
      at.add(candidate, tokens);
      from = slash + 1;
    }
  }

  @Override
  public void skip(Outcome.Skipped skipped) {
    totals.skip();
    groups.add(skipped, false);
  }

  @Override
  public void end() throws IOException {
    line(isExact ? "TOKENS" : "≈TOKENS", "BYTES", "ITEMS", "DIRECTORY");
    write(root, 0);
    for (String line : groups.lines(width, "")) {
      out.write((line + "\n").getBytes(UTF_8));
    }
    out.write((totals.line() + "\n").getBytes(UTF_8));
    out.flush();
  }

  private void write(Directory directory, int depth) throws IOException {
    line(
        isExact ? Long.toString(directory.tokens) : TokenText.of(directory.tokens),
        SizeText.of(directory.bytes),
        Long.toString(directory.items),
        "  ".repeat(depth) + Redaction.redactAllIn(directory.name));
    for (Directory each : directory.sorted()) {
      write(each.joined(), depth + 1);
    }
  }

  private void line(String tokens, String bytes, String items, String name) throws IOException {
    String line =
        Columns.right(tokens, 8)
            + "  "
            + Columns.right(bytes, 10)
            + "  "
            + Columns.right(items, 7)
            + "  "
            + name;
    out.write((Sanitizer.sanitizeLine(line) + "\n").getBytes(UTF_8));
  }
}
