package dev.attache.budget;

import dev.attache.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a limit left out: sums by directory, however many items there are. Not thread-safe. */
public final class Cuts {

  private final TokenLimit limit;
  private final Map<String, Sum> byDirectory = new TreeMap<>();

  /**
   * Begins with nothing left out.
   *
   * @param limit the limit that leaves things out, by which they are told in words
   */
  public Cuts(TokenLimit limit) {
    this.limit = limit;
  }

  /**
   * What was left out of one directory.
   *
   * @param directory its path with the slash at its end; empty for that of the workspace
   * @param first the first of the items, by its path
   */
  public record Sum(String directory, long items, long tokens, String first) {

    private Sum and(Sum other, String inDirectory) {
      return new Sum(inDirectory, items + other.items, tokens + other.tokens, first);
    }
  }

  /**
   * Adds something that was left out.
   *
   * @param skipped the thing, by whose label its directory is known
   * @param tokens what it would have cost
   */
  public void add(Outcome.Skipped skipped, long tokens) {
    String label = skipped.candidate().label();
    String directory = label.substring(0, label.lastIndexOf('/') + 1);
    add(byDirectory, new Sum(directory, 1, tokens, label), directory);
  }

  private static void add(Map<String, Sum> sums, Sum sum, String directory) {
    sums.merge(directory, sum, (one, other) -> one.and(other, directory));
  }

  /** Returns the same, to which more can be added. */
  Cuts copy() {
    var copy = new Cuts(limit);
    copy.byDirectory.putAll(byDirectory);
    return copy;
  }

  /** {@return whether nothing was left out} */
  public boolean isEmpty() {
    return byDirectory.isEmpty();
  }

  /** {@return how many items were left out} */
  public long items() {
    return byDirectory.values().stream().mapToLong(Sum::items).sum();
  }

  /** {@return what they would have cost together} */
  public long tokens() {
    return byDirectory.values().stream().mapToLong(Sum::tokens).sum();
  }

  /**
   * {@return the sums, at most so many: of the directories, or of what is above them}
   *
   * @param most more are put together by the directories above them, down to one
   */
  public List<Sum> sums(int most) {
    if (byDirectory.size() <= most) {
      return List.copyOf(byDirectory.values());
    }
    int depth = byDirectory.keySet().stream().mapToInt(Cuts::depth).max().orElse(0);
    Map<String, Sum> sums = byDirectory;
    while (sums.size() > most && depth > 0) {
      depth--;
      var above = new TreeMap<String, Sum>();
      for (Sum sum : byDirectory.values()) {
        add(above, sum, above(sum.directory, depth));
      }
      sums = above;
    }
    var all = new ArrayList<Sum>();
    sums.forEach((directory, sum) -> all.add(new Sum(directory, sum.items, sum.tokens, sum.first)));
    return all;
  }

  /**
   * {@return the sums in words, a line each}
   *
   * @param most how many lines there may be
   */
  public List<String> lines(int most) {
    return sums(most).stream().map(this::line).toList();
  }

  /**
   * {@return a sum in words: {@code src/: 12 skipped for the limit of 50k tokens (≈ 48k tokens)}}
   *
   * @param sum one of {@link #sums}
   */
  public String line(Sum sum) {
    String why =
        "skipped for the limit of " + limit.inWords() + " (" + limit.counted(sum.tokens) + ")";
    if (sum.items == 1) {
      return sum.first + ": " + why;
    }
    return (sum.directory.isEmpty() ? "" : sum.directory + ": ") + sum.items + " " + why;
  }

  private static int depth(String directory) {
    return (int) directory.chars().filter(c -> c == '/').count();
  }

  private static String above(String directory, int depth) {
    int end = 0;
    for (int i = 0; i < depth; i++) {
      int slash = directory.indexOf('/', end);
      if (slash < 0) {
        return directory;
      }
      end = slash + 1;
    }
    return directory.substring(0, end);
  }
}
