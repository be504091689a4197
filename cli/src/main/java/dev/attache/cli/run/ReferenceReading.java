package dev.attache.cli.run;

import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.References;
import dev.attache.resource.spi.SkipReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * One command's reading of references: the resolver that knows them, the question of trust, the
 * outcomes without what the command writes itself, and at the end what led to nothing.
 */
public final class ReferenceReading {

  /** How long a result may wait for company before it is passed on. */
  private static final Duration PATIENCE = Duration.ofMillis(20);

  /** How often to look how much has arrived of what takes its time. */
  private static final Duration REFRESH = Duration.ofMillis(100);

  private final ResolverSession run;
  private final Report report;
  private final References references;
  private final Resolver resolver;

  private ReferenceReading(ResolverSession run, References references, Resolver resolver) {
    this.run = run;
    this.report = run.report();
    this.references = references;
    this.resolver = resolver;
  }

  /** What takes the outcomes of a run, in order. */
  public interface Sink {
    /** Takes an outcome, of which all that is to be said is said. */
    void take(Outcome outcome) throws IOException;

    /** Passes on what it has; there may be nothing more for a while. */
    default void pause() throws IOException {}
  }

  /**
   * Makes the resolver; reads nothing yet.
   *
   * @param typed the references that the user has typed, who looks for what is said of them
   */
  public static ReferenceReading of(
      ResolverSession run, References references, Collection<String> typed, boolean keepsContent)
      throws UsageException {
    run.report().sayNothingOfExclusionsBut(typed);
    return new ReferenceReading(run, references, run.resolver(references, keepsContent));
  }

  public Resolver resolver() {
    return resolver;
  }

  /**
   * Asks about what is wanted and needs the user's trust.
   *
   * @param isDeclared whether some of it may be asked for by the workspace
   * @param canAsk whether somebody can answer
   */
  public void settleTrust(boolean isDeclared, boolean canAsk) throws UsageException {
    run.settleTrust(resolver, references, isDeclared, canAsk);
  }

  /** The files that the result is written to, which are no part of it. */
  public OutputFileExclusion own(ResultOutput result) {
    return OutputFileExclusion.of(result, run.streams(), resolver);
  }

  /** Begins a plan, which leaves out the workspace's conversations. */
  public Resolution plan() throws UsageException {
    return resolver.plan(run.conversations().excludedFrom(references));
  }

  /** Hands all outcomes to a sink as they come, and says what was not attached. */
  public void read(OutputFileExclusion own, Sink sink) throws IOException, UsageException {
    try (Resolution resolution = resolver.resolve(run.conversations().excludedFrom(references))) {
      read(resolution, own, sink);
    }
    run.progress().end();
  }

  private void read(Resolution resolution, OutputFileExclusion own, Sink sink) throws IOException {
    while (resolution.hasNextWithin(PATIENCE) || pauseAndWait(resolution, sink)) {
      Outcome outcome = resolution.next();
      report.ledSomewhere(outcome.reference());
      if (own.is(outcome)) {
        own.report(outcome, report);
      } else if (!report.isNothing(outcome)) {
        say(outcome);
        sink.take(outcome);
      }
    }
    sink.pause();
  }

  private void say(Outcome outcome) {
    if (outcome instanceof Outcome.Resolved resolved) {
      Snapshot snapshot = resolved.snapshot();
      report.resolved(snapshot);
      run.progress().add(snapshot.resource().label(), snapshot.resource().content().size());
    } else if (outcome instanceof Outcome.Failed failed) {
      report.failed(failed);
    } else if (outcome instanceof Outcome.Skipped skipped) {
      report.skipped(skipped);
    } else if (outcome instanceof Outcome.Noted noted) {
      report.noted(noted);
    }
  }

  private boolean pauseAndWait(Resolution resolution, Sink sink) throws IOException {
    sink.pause();
    while (run.progress().isShown() && !resolution.isOver()) {
      if (resolution.hasNextWithin(REFRESH)) {
        return true;
      }
      run.progress().refresh();
    }
    return resolution.hasNext();
  }

  /** Refuses what names the workspace's conversations; returns a line for each such reference. */
  public List<String> refuseConversations() throws UsageException {
    List<String> lines = List.copyOf(run.conversations().named(references, resolver).values());
    for (String line : lines) {
      report.refused(line);
    }
    return lines;
  }

  /**
   * Says which references led to nothing at all, and which rules for types cannot be used; returns
   * the lines about the references.
   */
  public List<String> sayWhatLedNowhere() {
    String problem = ClassPath.types().problem();
    if (problem != null) {
      run.console().error(problem);
    }
    sayWhatWouldMatch(report.unmatched());
    return report.sayWhatLedNowhere(references);
  }

  /** Says what patterns of the workspace's own directory find below it, in one look. */
  private void sayWhatWouldMatch(List<String> patterns) {
    if (patterns.isEmpty()) {
      return;
    }
    List<String> deep = patterns.stream().map(each -> "**/" + each).toList();
    var files = new int[deep.size()];
    try (Resolution plan = resolver.plan(deep)) {
      for (Outcome outcome : plan) {
        boolean isFile =
            outcome instanceof Outcome.Planned
                || (outcome instanceof Outcome.Skipped skipped // found by another as well
                    && skipped.reason() == SkipReason.DUPLICATE);
        files[outcome.reference().position()] += isFile ? 1 : 0;
      }
    }
    for (int i = 0; i < files.length; i++) {
      if (files[i] > 0) {
        run.console()
            .note(
                "did you mean '"
                    + deep.get(i)
                    + "' ("
                    + files[i]
                    + (files[i] == 1 ? " file)?" : " files)?"));
      }
    }
  }
}
