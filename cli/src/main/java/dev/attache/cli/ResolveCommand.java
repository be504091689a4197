package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code attache resolve}: prints snapshots of what is named. */
final class ResolveCommand implements Command {

  /** What stands for standard output where a file is expected. */
  private static final List<String> STANDARD_OUTPUT = List.of("-", "/dev/stdout");

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
        .flag("Leave texts and blobs out of json.", "--no-content")
        .value("FILE", "Write to a file, whole or not at all.", "--output", "-o");
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    ResultForm form = ResultForm.of(arguments, global.isJson());
    String output = outputFile(arguments);
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
      try (ResultOutput result = output(output, streams, global.isStrict())) {
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

  /** The file that the result is to be written to; null for standard output. */
  static @Nullable String outputFile(Arguments arguments) throws UsageException {
    String output = arguments.value("--output");
    if (output != null && output.isEmpty()) {
      throw new UsageException("--output () must not be empty");
    }
    return output == null || STANDARD_OUTPUT.contains(output) ? null : output;
  }

  /** Opens the file that the result is to be written to, or else standard output. */
  static ResultOutput output(@Nullable String output, Streams streams, boolean isStrict)
      throws IOException, UsageException {
    if (output != null) {
      try {
        return ResultOutput.file(FileProblem.path(output));
      } catch (IOException e) {
        throw new UsageException(
            "--output (" + output + ") cannot be written: " + FileProblem.of(e));
      }
    }
    return ResultOutput.standard(streams, isStrict);
  }
}
