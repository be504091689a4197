package dev.attache.cli;

import dev.attache.core.HandlerRegistry;
import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.Snapshot;
import dev.attache.resource.spi.TransferProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code attache resolve}: prints snapshots of what is named. */
final class ResolveCommand implements Command {

  /** How long a result may wait for company before it is passed on. */
  private static final Duration PATIENCE = Duration.ofMillis(20);

  /** How often to look how much has arrived of what takes its time. */
  private static final Duration REFRESH = Duration.ofMillis(100);

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
    var console = new Console(streams, global.isQuiet());
    var report = new Report(console, global.isVerbose());
    HandlerRegistry registry = Handlers.load(console, input.standardInput(arguments, streams));
    References references =
        input.references(
            arguments, streams, global.configuration(registry), new ListProblems(console, report));
    input.noteIfNothing(arguments, references, console);
    var progress = new Progress(console, showsProgress(output, global));
    try (ServerPool servers = global.servers(registry, console)) {
      Resolver.Builder builder =
          global
              .resolver(registry)
              .keepContent(form.keepsContent())
              .service(TransferProgress.class, progress);
      servers.handTo(builder, references.texts());
      Resolver resolver = GlobalOptions.build(builder);
      var dialog = new TrustDialog(streams, console, global.trustStore());
      boolean canAsk = streams.canAsk() && !input.readsStandardInput(arguments);
      if (arguments.has("--declared")) {
        dialog.settle(resolver, global.policy(registry), references, canAsk);
      }
      dialog.settle(servers, references, canAsk);
      try (ResultOutput result = output(output, streams, global.isStrict())) {
        var own = OwnResult.of(result, streams, resolver);
        if (output != null) {
          own.requireOther(output, references.texts(), resolver);
        }
        try (Resolution resolution = resolver.resolve(references)) {
          write(resolution, own, form.format(result.stream(), console), report, progress);
        }
        progress.end();
        boolean isWorthless = report.hasFailures() && (global.isStrict() || progress.isEmpty());
        if (!isWorthless) {
          result.commit();
        }
      }
    }
    report.sayWhatLedNowhere(references.texts());
    report.summarize();
    return report.hasFailures() ? ExitCode.FAILED : ExitCode.OK;
  }

  /** The file that the result is to be written to; null for standard output. */
  static @Nullable String outputFile(Arguments arguments) throws UsageException {
    String output = arguments.value("--output");
    if (output != null && output.isEmpty()) {
      throw new UsageException("--output () must not be empty");
    }
    return output == null || STANDARD_OUTPUT.contains(output) ? null : output;
  }

  private void write(
      Resolution resolution, OwnResult own, Format format, Report report, Progress progress)
      throws IOException {
    while (resolution.hasNextWithin(PATIENCE) || flushAndWait(resolution, format, progress)) {
      Outcome outcome = resolution.next();
      report.ledSomewhere(outcome.reference());
      if (own.is(outcome)) {
        own.report(outcome, report);
      } else if (outcome instanceof Outcome.Resolved resolved) {
        Snapshot snapshot = resolved.snapshot();
        progress.add(snapshot.resource().label(), snapshot.resource().content().size());
        format.write(snapshot);
      } else if (outcome instanceof Outcome.Failed failed) {
        report.failed(failed);
      } else if (outcome instanceof Outcome.Skipped skipped) {
        report.skipped(skipped);
      } else if (outcome instanceof Outcome.Noted noted) {
        report.noted(noted);
      }
    }
    format.flush();
  }

  private static boolean flushAndWait(Resolution resolution, Format format, Progress progress)
      throws IOException {
    format.flush();
    while (progress.isShown() && !resolution.isOver()) {
      if (resolution.hasNextWithin(REFRESH)) {
        return true;
      }
      progress.refresh();
    }
    return resolution.hasNext();
  }

  private boolean showsProgress(@Nullable String output, GlobalOptions global) {
    boolean resultIsShown = output == null && streams.outIsTerminal();
    return global.showsProgress() && streams.errIsTerminal() && !resultIsShown;
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
