package dev.attache.cli.run;

import dev.attache.budget.Cuts;
import dev.attache.budget.LimitReport;
import dev.attache.budget.TokenLimit;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.FruitlessReferences;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The report about all that was not attached: failures and surprises a line each, the rest as
 * numbers at the end.
 */
public final class Report implements LimitReport {

  /** So many that are over a limit have a line each. */
  private static final int NAMED_LIMITS = 3;

  /** So many directories that a limit in tokens cut have a line each. */
  private static final int CUT_LINES = 40;

  private final Console console;
  private final boolean verbose;
  private final Map<SkipReason, Integer> expected = new TreeMap<>();
  private final FruitlessReferences fruitless = new FruitlessReferences();
  private final List<String> denials = new ArrayList<>();
  private final List<String> unmatched = new ArrayList<>();
  private @Nullable Set<String> typed;
  private final List<Outcome.Skipped> limited = new ArrayList<>();
  private final boolean isStrict;
  private @Nullable Cuts cuts;
  private String used = "";
  private Set<String> optional = Set.of();
  private int failures;
  private int limitFailures;
  private @Nullable NamedOnly namedOnly;
  private final ConversionLosses losses = new ConversionLosses();
  private int cutFailures;

  public Report(Console console, boolean verbose, boolean isStrict) {
    this.console = console;
    this.verbose = verbose;
    this.isStrict = isStrict;
  }

  public void failed(Outcome.Failed failed) {
    failures++;
    String text = failed.reference().text();
    boolean isUnmatched =
        failed.problem().kind() == ResourceException.Kind.NOT_FOUND
            && failed.candidate() == null
            && text.indexOf('*') >= 0
            && text.indexOf('/') < 0;
    if (isUnmatched) {
      unmatched.add(text);
    }
    String line = RemedyOption.of(failed.line(), failed.problem().remedy());
    String said = line + hint(failed.problem().kind(), failed.candidate());
    if (failed.problem().kind() == ResourceException.Kind.TOO_LARGE) {
      failedForLimit(said);
    } else {
      console.error(said);
    }
  }

  /** What to do about a failure, where an option helps. */
  private static String hint(ResourceException.Kind kind, @Nullable Candidate candidate) {
    boolean isCommand = candidate != null && candidate.uri().scheme().equals("cmd");
    return switch (kind) {
      case TOO_LARGE -> "; raise it with --max-bytes";
      case TIMEOUT ->
          isCommand
              ? "; raise it with --timeout, or timeout=SECONDS in its URI"
              : "; raise it with --timeout";
      default -> "";
    };
  }

  /** Takes note of a command that may not run, and why. */
  public void denied(Candidate candidate, CommandPolicy.Decision decision) {
    failures++;
    denials.add(candidate.label() + ": " + RemedyOption.of(decision.why(), decision.remedy()));
  }

  /** Says which commands may not run, where nothing else has shown it. */
  public void sayDenials() {
    denials.forEach(console::error);
  }

  /** The patterns of one directory that matched nothing, of those that failed so far. */
  List<String> unmatched() {
    return List.copyOf(unmatched);
  }

  /** Lets patterns match nothing, which is only noted then. */
  public void mayMatchNothing(Set<String> patterns) {
    optional = Set.copyOf(patterns);
  }

  /** Whether it is a pattern that may match nothing; says so then. */
  public boolean isNothing(Outcome outcome) {
    boolean isNothing =
        outcome instanceof Outcome.Failed failed
            && failed.problem().kind() == ResourceException.Kind.NOT_FOUND
            && optional.contains(failed.reference().text());
    if (isNothing) {
      console.note(((Outcome.Failed) outcome).line());
    }
    return isNothing;
  }

  /** Counts a failure that has been said already. */
  public void countFailure() {
    failures++;
  }

  /** Takes note of what was left out; what was named and is over a limit has failed. */
  public void skipped(Outcome.Skipped skipped) {
    SkipReason reason = skipped.reason();
    boolean isLimit = reason == SkipReason.OVER_LIMIT || reason == SkipReason.TOO_LARGE;
    if (isLimit && skipped.candidate().explicit()) {
      failures++;
      failedForLimit(skipped.line() + "; raise it with --max-total-bytes");
      return;
    }
    if (isStrict && (isLimit || skipped.reason() == SkipReason.UNREADABLE)) {
      failures++;
    }
    if (isLimit && !verbose) {
      limited.add(skipped);
    } else if (verbose || !skipped.isExpected()) {
      console.note(skipped.line());
    } else {
      expected.merge(skipped.reason(), 1, Integer::sum);
    }
  }

  /** Says of the first that were named and are over a limit a line each; a shell names hundreds. */
  private void failedForLimit(String line) {
    if (verbose || limitFailures < NAMED_LIMITS) {
      console.error(line);
    }
    limitFailures++;
  }

  /** Takes note of what did not fit into a limit in tokens; what was named has failed then. */
  @Override
  public void leftOut(TokenLimit limit, Outcome.Skipped skipped, long tokens) {
    boolean isNamed = skipped.candidate().explicit();
    failures += isNamed || isStrict ? 1 : 0;
    if (isNamed && (verbose || cutFailures++ < NAMED_LIMITS)) {
      console.error(skipped.line() + "; raise it with --max-tokens");
      return;
    }
    if (verbose) {
      console.note(skipped.line());
    }
    if (cuts == null) {
      cuts = new Cuts(limit);
    }
    cuts.add(skipped, tokens);
  }

  @Override
  public void used(TokenLimit limit, long tokens) {
    used = limit.spelled(tokens) + " of " + limit.inWords() + " used";
  }

  /** Says that something was named which the command itself leaves out. */
  void refused(String line) {
    failures++;
    console.error(line);
  }

  /** Says that something was left out by the command itself. */
  public void leftOut(String label, String why) {
    console.note(label + ": skipped, " + why);
  }

  /** Lets it say nothing of exclusions that the user has not typed, who would look for them. */
  public void sayNothingOfExclusionsBut(Collection<String> typedReferences) {
    typed = new HashSet<>(typedReferences);
  }

  public void noted(Outcome.Noted noted) {
    if (typed != null
        && noted.reference().exclusion()
        && !typed.contains(noted.reference().text())) {
      return;
    }
    console.note(noted.line());
  }

  /** Has it say what a prompt only names, as it has no text. */
  public void sayWhatIsOnlyNamed() {
    namedOnly = new NamedOnly();
  }

  void resolved(Snapshot snapshot) {
    if (namedOnly != null) {
      namedOnly.add(snapshot);
      losses.add(snapshot);
    }
  }

  /** Takes note of the reference that led to an outcome. */
  public void ledSomewhere(Reference reference) {
    fruitless.ledSomewhere(reference);
  }

  /** Says which references led to nothing at all, if exclusions do not; returns the lines. */
  public List<String> sayWhatLedNowhere(References references) {
    List<String> lines = fruitless.lines(references);
    for (String line : lines) {
      console.note(line);
    }
    return lines;
  }

  /** Says what a limit in tokens left out, a line for each directory. */
  private void sayCuts() {
    if (cuts != null) {
      if (!verbose) {
        cuts.lines(CUT_LINES).forEach(console::note);
      }
      String items = cuts.items() + (cuts.items() == 1 ? " item" : " items") + " left out";
      console.note(used.isEmpty() ? items : used + "; " + items);
      cuts = null;
    }
  }

  private void sayLimited() {
    if (!verbose && limitFailures > NAMED_LIMITS) {
      console.error(
          "skipped "
              + (limitFailures - NAMED_LIMITS)
              + " more that were named, for a limit; raise it with --max-total-bytes or --max-bytes"
              + " (-v lists them)");
    }
    limitFailures = 0;
    if (limited.size() <= NAMED_LIMITS) {
      for (Outcome.Skipped each : limited) {
        console.note(each.line());
      }
    } else {
      Outcome.Skipped first = limited.get(0);
      console.note(
          "skipped "
              + limited.size()
              + " for a limit, the first "
              + first.candidate().label()
              + ": "
              + first.detail()
              + "; raise it with --max-total-bytes or --max-bytes (-v lists them)");
    }
    limited.clear();
  }

  /** Says the numbers, of which the next begin anew. */
  public void summarize() {
    sayLimited();
    losses.take(verbose).forEach(console::note);
    String named = namedOnly == null ? null : namedOnly.take();
    if (named != null) {
      console.note(named);
    }
    sayCuts();
    if (expected.isEmpty()) {
      return;
    }
    var parts = new StringJoiner(", ");
    int total = 0;
    for (Map.Entry<SkipReason, Integer> entry : expected.entrySet()) {
      parts.add(entry.getValue() + " " + entry.getKey());
      total += entry.getValue();
    }
    console.note("skipped " + total + ": " + parts + " (-v lists them)");
    expected.clear();
  }

  public boolean hasFailures() {
    return failures > 0;
  }
}
