package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import java.io.IOException;

/** {@code attache resolve}: prints snapshots of what is named. */
final class ResolveCommand implements Command {

  private final ReferenceOptions input = new ReferenceOptions();

  @Override
  public void addTo(Options options) {
    input.addTo(options);
    options
        .value("FORMAT", "prompt (default), json or table.", "--format", "-f")
        .flag("Leave texts and blobs out of json.", "--no-content");
    OutputOption.addTo(options);
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    ResultForm form = ResultForm.of(arguments, run.options().isJson());
    String output = OutputOption.file(arguments);
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
      reading.showProgress(output == null && run.streams().outIsTerminal());
      Resolver resolver = reading.resolver(references, form.keepsContent());
      reading.settleTrust(resolver, references, arguments.has("--declared"), canAsk);
      try (ResultOutput result =
          OutputOption.open(output, run.streams(), run.options().isStrict())) {
        var own = OwnResult.of(result, run.streams(), resolver);
        if (output != null) {
          own.requireOther(output, references.texts(), resolver);
        }
        try (Resolution resolution =
            resolver.resolve(reading.conversations().excludedFrom(references))) {
          reading.read(
              resolution, own, new Written(form.format(result.stream(), reading.console())));
        }
        reading.progress().end();
        reading.conversations().named(references, resolver).forEach(report::refused);
        boolean isWorthless =
            report.hasFailures() && (run.options().isStrict() || reading.progress().isEmpty());
        if (!isWorthless) {
          result.commit();
        }
      }
      report.sayWhatLedNowhere(references.texts());
      report.summarize();
      return report.hasFailures() ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  /** Snapshots in the form that the user wants. */
  private record Written(Format format) implements ResolverRun.Sink {
    @Override
    public void take(Outcome outcome) throws IOException {
      if (outcome instanceof Outcome.Resolved resolved) {
        format.write(resolved.snapshot());
      }
    }

    @Override
    public void pause() throws IOException {
      format.flush();
    }
  }
}
