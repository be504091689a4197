package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import java.io.IOException;

/** {@code attache resolve}: prints snapshots of what is named. */
final class ResolveCommand implements Command {

  private final Streams streams;
  private final ReferenceOptions input = new ReferenceOptions();

  ResolveCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    input.addTo(options);
    options
        .value("FORMAT", "prompt (default), json or table.", "--format", "-f")
        .flag("Leave texts and blobs out of json.", "--no-content");
    OutputOption.addTo(options);
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    ResultForm form = ResultForm.of(arguments, global.isJson());
    String output = OutputOption.file(arguments);
    boolean canAsk = streams.canAsk() && !input.readsStandardInput(arguments);
    try (ResolverRun run =
        ResolverRun.open(streams, global, canAsk, input.standardInput(arguments, streams))) {
      Report report = run.report();
      References references =
          input.references(
              arguments, streams, run.configuration(), new ListProblems(run.console(), report));
      report.sayNothingOfExclusionsBut(input.typed());
      input.noteIfNothing(arguments, references, run.console());
      run.showProgress(output == null && streams.outIsTerminal());
      Resolver resolver = run.resolver(references, form.keepsContent());
      run.settleTrust(resolver, references, arguments.has("--declared"), canAsk);
      try (ResultOutput result = OutputOption.open(output, streams, global.isStrict())) {
        var own = OwnResult.of(result, streams, resolver);
        if (output != null) {
          own.requireOther(output, references.texts(), resolver);
        }
        try (Resolution resolution =
            resolver.resolve(run.conversations().excludedFrom(references))) {
          run.read(resolution, own, new Written(form.format(result.stream(), run.console())));
        }
        run.progress().end();
        run.conversations().named(references, resolver).forEach(report::refused);
        boolean isWorthless =
            report.hasFailures() && (global.isStrict() || run.progress().isEmpty());
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
