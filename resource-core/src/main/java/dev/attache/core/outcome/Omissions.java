package dev.attache.core.outcome;

import dev.attache.resource.Remedy;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a run was asked for and did not give, as a model is told of it: a line each, and one for
 * many of a directory that were left out for the same reason. Not thread-safe.
 */
public final class Omissions {

  /** So many of a directory are named one by one. */
  static final int NAMED = 8;

  /** About so many lines are enough for a model to know what it does not see. */
  static final int LINES = 40;

  private final List<String> failures = new ArrayList<>();
  private final List<Outcome.Skipped> skipped = new ArrayList<>();
  private final Map<Group, Integer> sizes = new LinkedHashMap<>();

  /** Begins with nothing left out. */
  public Omissions() {}

  /** What is told of together. */
  private record Group(SkipReason reason, String directory) {}

  /**
   * Takes the next outcome.
   *
   * @param outcome any outcome; those that were read are passed over
   * @return the line about it; null if there is none, or there are too many of its kind by now
   */
  public @Nullable String add(Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      Remedy remedy = failed.problem().remedy();
      return add(failed.line() + (remedy == null ? "" : "; " + remedy.inWords()));
    } else if (outcome instanceof Outcome.Skipped each && !each.isExpected()) {
      skipped.add(each);
      int size = sizes.merge(group(each, Omissions::directory), 1, Integer::sum);
      return size <= NAMED ? each.line() : null;
    }
    return null;
  }

  /**
   * Adds a line about something that there is no outcome of; returns it.
   *
   * @param line what a model is told, without a line end
   * @return the same line
   */
  public String add(String line) {
    failures.add(line);
    return line;
  }

  /** {@return whether all that was asked for was given} */
  public boolean isEmpty() {
    return failures.isEmpty() && skipped.isEmpty();
  }

  /** {@return how much was asked for and not given, which may be more than the lines name} */
  public int count() {
    return failures.size() + skipped.size();
  }

  /**
   * {@return the lines: failures first, then what was left out, by directories if there are many}
   */
  public List<String> lines() {
    var lines = new ArrayList<String>(failures.subList(0, Math.min(LINES, failures.size())));
    if (failures.size() > LINES) {
      lines.add("and " + (failures.size() - LINES) + " more that failed");
    }
    if (skipped.isEmpty()) {
      return lines;
    }
    List<String> left = grouped(Omissions::directory);
    if (left.size() > LINES) {
      left = grouped(Omissions::top);
    }
    if (left.size() > LINES) {
      left = grouped(label -> "");
    }
    lines.addAll(left);
    return lines;
  }

  private List<String> grouped(UnaryOperator<String> directory) {
    var groups = new LinkedHashMap<Group, List<Outcome.Skipped>>();
    for (Outcome.Skipped each : skipped) {
      groups.computeIfAbsent(group(each, directory), any -> new ArrayList<>()).add(each);
    }
    var lines = new ArrayList<String>();
    groups.forEach((group, all) -> lines.addAll(lines(group, all)));
    return lines;
  }

  private static List<String> lines(Group group, List<Outcome.Skipped> all) {
    if (all.size() <= NAMED) {
      return all.stream().map(Outcome.Skipped::line).toList();
    }
    Outcome.Skipped first = all.get(0);
    return List.of(
        (group.directory.isEmpty() ? "" : group.directory + ": ")
            + all.size()
            + " skipped, "
            + group.reason
            + "; the first is "
            + first.candidate().label()
            + ": "
            + first.detail());
  }

  private static Group group(Outcome.Skipped each, UnaryOperator<String> directory) {
    return new Group(each.reason(), directory.apply(each.candidate().label()));
  }

  private static String directory(String label) {
    return label.substring(0, label.lastIndexOf('/') + 1);
  }

  private static String top(String label) {
    return label.substring(0, label.indexOf('/') + 1);
  }
}
