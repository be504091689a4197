package dev.attache.cli.run;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.FruitlessReferences;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The report about all that was not attached: failures and surprises a line each, the rest as
 * numbers at the end.
 */
public final class Report {

  private static final Set<SkipReason> LIMITS = EnumSet.of(SkipReason.BUDGET, SkipReason.TOO_LARGE);

  /** So many that are over a limit have a line each. */
  private static final int NAMED_LIMITS = 3;

  private final Console console;
  private final boolean verbose;
  private final Map<SkipReason, Integer> expected = new EnumMap<>(SkipReason.class);
  private final FruitlessReferences fruitless = new FruitlessReferences();
  private final List<String> denials = new ArrayList<>();
  private @Nullable Set<String> typed;
  private final List<Outcome.Skipped> limited = new ArrayList<>();
  private final boolean isStrict;
  private int failures;

  public Report(Console console, boolean verbose, boolean isStrict) {
    this.console = console;
    this.verbose = verbose;
    this.isStrict = isStrict;
  }

  public void failed(Outcome.Failed failed) {
    failures++;
    String line = RemedyOption.of(failed.line(), failed.problem().remedy());
    console.error(line + hint(failed.problem().kind(), failed.candidate()));
  }

  /** What to do about a failure, where an option helps. */
  private static String hint(ResourceException.Kind kind, @Nullable Candidate candidate) {
    boolean isCommand = candidate != null && candidate.uri().scheme().equals("cmd");
    return switch (kind) {
      case TOO_LARGE -> "; raise it with --max-bytes";
      case TIMEOUT ->
          isCommand
              ? "; give it more with timeout=SECONDS in its URI, or with --timeout"
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

  /** Counts a failure that has been said already. */
  public void countFailure() {
    failures++;
  }

  /** Takes note of what was left out; what was named and is over a limit has failed. */
  public void skipped(Outcome.Skipped skipped) {
    boolean isLimit = LIMITS.contains(skipped.reason());
    if (isLimit && skipped.candidate().explicit()) {
      failures++;
      console.error(skipped.line() + "; raise it with --max-total");
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

  /** Says that something was named which the command itself leaves out. */
  void refused(String line) {
    failures++;
    console.error(line);
  }

  /** Says that something was left out by the command itself. */
  public void leftOut(String label, String why) {
    console.note(label + ": left out, " + why);
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
    console.note(noted.reference().redacted() + ": " + noted.text());
  }

  /** Takes note of the reference that led to an outcome. */
  public void ledSomewhere(Reference reference) {
    fruitless.ledSomewhere(reference);
  }

  /** Says which references led to nothing at all, if exclusions do not; returns the lines. */
  public List<String> sayWhatLedNowhere(References references) {
    List<String> lines = fruitless.lines(references);
    lines.forEach(console::note);
    return lines;
  }

  private void sayLimited() {
    if (limited.size() <= NAMED_LIMITS) {
      limited.forEach(each -> console.note(each.line()));
    } else {
      Outcome.Skipped first = limited.get(0);
      console.note(
          "left out "
              + limited.size()
              + " for a limit, the first "
              + first.candidate().label()
              + ": "
              + first.detail()
              + "; raise it with --max-total or --max-bytes (-v lists them)");
    }
    limited.clear();
  }

  /** Says the numbers, of which the next begin anew. */
  public void summarize() {
    sayLimited();
    if (expected.isEmpty()) {
      return;
    }
    var parts = new StringJoiner(", ");
    int total = 0;
    for (Map.Entry<SkipReason, Integer> entry : expected.entrySet()) {
      parts.add(entry.getValue() + " " + entry.getKey());
      total += entry.getValue();
    }
    console.note("left out " + total + ": " + parts + " (-v lists them)");
    expected.clear();
  }

  public boolean hasFailures() {
    return failures > 0;
  }
}
