package dev.attache.cli.resolve;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.OutputFileExclusion;
import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.run.Report;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
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
    boolean canAsk = input.canAsk(arguments, run.streams());
    try (ResolverSession resolving = input.open(arguments, run, canAsk)) {
      References references = input.references(arguments, resolving);
      if (arguments.has("--declared") || ServerReference.isAboutAny(references.texts())) {
        new TrustDialog(run.streams(), run.console(), run.trustStore()).sayProblems(references);
      }
      var uses = new Uses(resolving.policy(), resolving.servers());
      var reading = ReferenceReading.of(resolving, references, input.typed(), true);
      reading.refuseConversations();
      write(reading, uses, run, resolving.report());
      reading.sayWhatLedNowhere();
      return resolving.exitCode();
    }
  }

  /** The rules for what a plan may use. */
  private record Uses(CommandPolicy policy, ServerPool servers) {
    @Nullable PlannedUse of(Outcome.Planned planned) throws UsageException {
      PlannedProgram run = PlannedProgram.of(planned, policy);
      return run != null ? run : PlannedServer.of(planned, servers);
    }
  }

  private static void write(ReferenceReading reading, Uses uses, Run run, Report report)
      throws IOException, UsageException {
    try (ResultOutput result = output(run);
        Resolution plan = reading.plan()) {
      PlanFormat format =
          run.options().isJson()
              ? new PlanJson(result.stream())
              : new PlanTable(
                  result.stream(), run.options().isVerbose(), run.streams().isColored());
      write(plan, reading.own(result), uses, format, report);
      if (run.options().isStrict() && report.hasFailures()) {
        report.sayDenials();
      } else {
        result.commit();
      }
    }
  }

  /** Rows are sanitized one by one, because a table brings colours of its own. */
  private static ResultOutput output(Run run) throws IOException {
    return run.options().isJson()
        ? ResultOutput.standard(run.streams(), run.options().isStrict())
        : ResultOutput.colored(run.streams(), run.options().isStrict());
  }

  private static void write(
      Resolution plan, OutputFileExclusion own, Uses uses, PlanFormat format, Report report)
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
