package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** {@code attache plan}: prints what would be attached, and what not and why. */
final class PlanCommand implements Command {

  private final ReferenceOptions input = new ReferenceOptions();

  @Override
  public void addTo(Options options) {
    input.addTo(options);
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean canAsk = run.streams().canAsk() && !input.readsStandardInput(arguments);
    try (ResolverRun reading =
        ResolverRun.open(run, canAsk, input.standardInput(arguments, run.streams()))) {
      Report report = reading.report();
      References references =
          input.references(
              arguments,
              run.streams(),
              reading.configuration(),
              new ListProblems(reading.console(), report));
      report.sayNothingOfExclusionsBut(input.typed());
      input.noteIfNothing(arguments, references, reading.console());
      if (arguments.has("--declared") || ServerReference.isAboutAny(references.texts())) {
        new TrustDialog(run.streams(), reading.console(), run.trustStore()).sayProblems(references);
      }
      var uses = new Uses(reading.policy(), reading.servers());
      Resolver resolver = reading.resolver(references, true);
      reading.conversations().named(references, resolver).forEach(report::refused);
      write(resolver, reading.conversations().excludedFrom(references), uses, run, report);
      report.sayWhatLedNowhere(references.texts());
      return report.hasFailures() ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  /** The rules for what a plan may use. */
  private record Uses(CommandPolicy policy, ServerPool servers) {
    @Nullable PlannedUse of(Outcome.Planned planned) throws UsageException {
      PlannedRun run = PlannedRun.of(planned, policy);
      return run != null ? run : PlannedServer.of(planned, servers);
    }
  }

  private void write(Resolver resolver, References references, Uses uses, Run run, Report report)
      throws IOException, UsageException {
    try (ResultOutput result = output(run);
        Resolution plan = resolver.plan(references)) {
      PlanFormat format =
          run.options().isJson()
              ? new PlanJson(result.stream())
              : new PlanTable(
                  result.stream(), run.options().isVerbose(), run.streams().isColored());
      var own = OwnResult.of(result, run.streams(), resolver);
      write(plan, own, uses, format, report);
      if (run.options().isStrict() && report.hasFailures()) {
        report.sayDenials();
      } else {
        result.commit();
      }
    }
  }

  /** Rows are sanitized one by one, because a table brings colours of its own. */
  private ResultOutput output(Run run) throws IOException {
    return run.options().isJson()
        ? ResultOutput.standard(run.streams(), run.options().isStrict())
        : ResultOutput.colored(run.streams(), run.options().isStrict());
  }

  private static void write(
      Resolution plan, OwnResult own, Uses uses, PlanFormat format, Report report)
      throws IOException, UsageException {
    for (Outcome outcome : plan) {
      report.ledSomewhere(outcome.reference());
      if (own.is(outcome)) {
        own.report(outcome, report);
      } else if (outcome instanceof Outcome.Planned planned) {
        PlannedUse use = uses.of(planned);
        format.attach(planned, use);
        if (use != null && !use.decision().isAllowed()) {
          report.denied(planned.candidate(), use.decision());
        }
      } else if (outcome instanceof Outcome.Skipped skipped) {
        format.skip(skipped);
      } else if (outcome instanceof Outcome.Failed failed) {
        report.failed(failed);
      } else if (outcome instanceof Outcome.Noted noted) {
        report.noted(noted);
      }
    }
    format.end();
  }
}
