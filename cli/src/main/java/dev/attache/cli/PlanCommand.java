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

  private final Streams streams;
  private final ReferenceOptions input = new ReferenceOptions();

  PlanCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    input.addTo(options);
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    boolean canAsk = streams.canAsk() && !input.readsStandardInput(arguments);
    try (ResolverRun run =
        ResolverRun.open(streams, global, canAsk, input.standardInput(arguments, streams))) {
      Report report = run.report();
      References references =
          input.references(
              arguments, streams, run.configuration(), new ListProblems(run.console(), report));
      report.sayNothingOfExclusionsBut(input.typed());
      input.noteIfNothing(arguments, references, run.console());
      if (arguments.has("--declared") || ServerReference.isAboutAny(references.texts())) {
        new TrustDialog(streams, run.console(), global.trustStore()).sayProblems(references);
      }
      var uses = new Uses(run.policy(), run.servers());
      Resolver resolver = run.resolver(references, true);
      run.conversations().named(references, resolver).forEach(report::refused);
      write(resolver, run.conversations().excludedFrom(references), uses, global, report);
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

  private void write(
      Resolver resolver, References references, Uses uses, GlobalOptions global, Report report)
      throws IOException, UsageException {
    try (ResultOutput result = output(global);
        Resolution plan = resolver.plan(references)) {
      PlanFormat format =
          global.isJson()
              ? new PlanJson(result.stream())
              : new PlanTable(result.stream(), global.isVerbose(), streams.isColored());
      var own = OwnResult.of(result, streams, resolver);
      write(plan, own, uses, format, report);
      if (global.isStrict() && report.hasFailures()) {
        report.sayDenials();
      } else {
        result.commit();
      }
    }
  }

  /** Rows are sanitized one by one, because a table brings colours of its own. */
  private ResultOutput output(GlobalOptions global) throws IOException {
    return global.isJson()
        ? ResultOutput.standard(streams, global.isStrict())
        : ResultOutput.colored(streams, global.isStrict());
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
