package dev.attache.cli.resolve;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.forms.FormCost;
import dev.attache.cli.forms.PromptFormat;
import dev.attache.cli.models.ExactCount;
import dev.attache.cli.models.PlannedDelivery;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.OutputFileExclusion;
import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.run.Report;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.history.TextForm;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code attache plan}: prints what would be attached, and what not and why. */
final class PlanCommand implements Command {

  private final ReferenceOptions input = new ReferenceOptions();

  @Override
  public void addTo(Options options) {
    input.addTo(options);
    options
        .flag("Show tokens and bytes per directory, largest first.", "--tree")
        .choice("KEY", PlanOrder.KEYS, "Sort by tokens, size or path.", "--sort");
    TokenOptions.addTo(options);
    PlannedDelivery.addTo(options);
    options.value("N", "Exit with 1 if it costs more than N tokens.", "--token-budget");
  }

  @Override
  public List<String> examples() {
    return List.of("attache plan src '!test'", "attache plan --tree");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    input.takePipe(arguments, run.streams());
    boolean canAsk = input.canAsk(arguments, run.streams());
    try (ResolverSession resolving = input.open(arguments, run, canAsk)) {
      if (arguments.has("--exact") && resolving.configuration().isOffline()) {
        throw new UsageException("--exact cannot be combined with --offline");
      }
      TextForm printed = ResultForm.textForm(resolving.configuration().resolve());
      var look = Look.of(arguments, run, resolving.configuration().tokens(), printed);
      PlannedDelivery delivery = look.delivery();
      resolving.countTokens(
          delivery == null
              ? new FormCost(
                  out -> new PromptFormat(out, printed), "prompt " + printed, look.estimator())
              : delivery);
      References references = input.references(arguments, resolving);
      resolving.report().mayMatchNothing(input.optional());
      if (arguments.has("--declared") || ServerReference.isAboutAny(references.texts())) {
        new TrustDialog(run.streams(), run.console(), run.trustStore()).sayProblems(references);
      }
      var uses = new Uses(resolving.policy(), resolving.servers());
      var reading = ReferenceReading.of(resolving, references, input.typed(), false);
      reading.refuseConversations();
      String excess = write(reading, uses, run, look, resolving.report());
      reading.sayWhatLedNowhere();
      if (look.isTree()) { // which has no rows for what is left out
        resolving.report().summarize();
      }
      if (excess != null) {
        run.console().error(excess);
      }
      return excess == null ? resolving.exitCode() : ExitCode.FAILED;
    }
  }

  /** The rules for what a plan may use. */
  private record Uses(CommandPolicy policy, ServerPool servers) {
    @Nullable PlannedUse of(Outcome.Planned planned) throws UsageException {
      PlannedProgram run = PlannedProgram.of(planned, policy);
      return run != null ? run : PlannedServer.of(planned, servers);
    }
  }

  /**
   * How the plan is to look.
   *
   * @param sort what it is sorted by; null if the order is that of the references
   * @param limit what all of it has to fit into; null if that does not matter
   * @param budget how many tokens it may cost without a complaint
   * @param delivery what a model would be given of each item; null if nobody asks for one
   */
  private record Look(
      TokenEstimator estimator,
      boolean isTree,
      @Nullable String sort,
      @Nullable TokenLimit limit,
      long budget,
      @Nullable PlannedDelivery delivery) {

    static Look of(Arguments arguments, Run run, Map<String, Object> settings, TextForm printed)
        throws UsageException {
      TokenEstimator estimator = TokenOptions.estimator(arguments, settings);
      String budget = arguments.value("--token-budget");
      var look =
          new Look(
              estimator,
              arguments.has("--tree"),
              arguments.value("--sort"),
              TokenOptions.limit(arguments, settings),
              budget == null ? Long.MAX_VALUE : LimitOptions.tokens("--token-budget", budget),
              PlannedDelivery.of(arguments, run, printed, estimator));
      if (look.isTree && (run.options().isJson() || look.sort != null)) {
        throw new UsageException("--tree cannot be combined with --sort or --json");
      }
      return look;
    }

    /** Returns the format within the limit. */
    PlanFormat limited(PlanFormat format, Report report) {
      return limit == null ? format : new PlanLimit(format, limit, report);
    }

    /** Returns the same with a count by the provider; null if nobody asks for one. */
    @Nullable PlanExact exact(PlanFormat format, OutputStream out, Run run) {
      ExactCount exact = delivery == null ? null : delivery.exact();
      return exact == null ? null : new PlanExact(format, exact, out, run.options().isJson());
    }

    PlanFormat format(OutputStream out, Run run) throws IOException, UsageException {
      if (isTree) {
        return new PlanTree(out, run.streams().width(), estimator.isExact());
      }
      PlanFormat format =
          run.options().isJson()
              ? new PlanJson(out, delivery)
              : new PlanTable(
                  out,
                  new PlanTable.Style(
                      run.options().isVerbose(), run.streams().isColored(), run.streams().width()),
                  estimator.isExact(),
                  delivery);
      return sort == null ? format : PlanOrder.of(format, sort);
    }
  }

  /** Writes the plan; returns what is wrong with it as a whole. */
  private static @Nullable String write(
      ReferenceReading reading, Uses uses, Run run, Look look, Report report)
      throws IOException, UsageException {
    try (ResultOutput result = output(run);
        Resolution plan = reading.plan()) {
      PlanFormat rows = look.format(result.stream(), run);
      PlanExact exact = look.exact(rows, result.stream(), run);
      var format =
          new PlanBudget(
              look.limited(exact == null ? rows : exact, report),
              look.budget(),
              look.estimator().isExact());
      write(plan, reading.own(result), uses, format, report);
      if (run.options().isStrict() && report.hasFailures()) {
        report.sayDenials();
      } else {
        result.commit();
      }
      return exact != null && exact.failure() != null
          ? exact.failure()
          : format.excess(exact == null ? null : exact.tokens());
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
      if (report.isNothing(outcome)) {
        continue;
      }
      if (own.is(outcome)) {
        own.report(outcome, report);
      } else if (outcome instanceof Outcome.Planned planned) {
        PlannedUse use = uses.of(planned);
        format.attach(planned, planned.tokens() == null ? -1 : planned.tokens(), use);
        if (use != null && !use.decision().isAllowed()) {
          report.denied(planned.candidate(), use.decision());
        }
      } else if (outcome instanceof Outcome.Skipped skipped) {
        format.skip(skipped);
      } else if (outcome instanceof Outcome.Failed failed) {
        report.failed(failed);
        format.fail(failed);
      } else if (outcome instanceof Outcome.Noted noted) {
        report.noted(noted);
      }
    }
    format.end();
  }
}
