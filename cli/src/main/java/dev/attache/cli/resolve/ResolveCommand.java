package dev.attache.cli.resolve;

import dev.attache.cli.forms.Format;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.PromptFormat;
import dev.attache.cli.forms.TableFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.OutputOption;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.OutputFileExclusion;
import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

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
    boolean canAsk = input.canAsk(arguments, run.streams());
    try (ResolverSession resolving = input.open(arguments, run, canAsk)) {
      References references = input.references(arguments, resolving);
      resolving.showProgress(output == null && run.streams().outIsTerminal());
      var reading = ReferenceReading.of(resolving, references, input.typed(), form.keepsContent());
      reading.settleTrust(arguments.has("--declared"), canAsk);
      try (ResultOutput result =
          OutputOption.open(output, run.streams(), run.options().isStrict())) {
        OutputFileExclusion own = reading.own(result);
        if (output != null) {
          own.requireOther(output, references.texts(), reading.resolver());
        }
        Format format = form.format(result.stream(), run.console());
        reading.read(own, new Written(format));
        for (String line : reading.refuseConversations()) {
          format.omit(line);
        }
        for (String line : reading.sayWhatLedNowhere()) {
          format.omit(line);
        }
        format.finish();
        format.flush();
        boolean isWorthless =
            resolving.report().hasFailures()
                && (run.options().isStrict() || resolving.progress().isEmpty());
        if (!isWorthless) {
          result.commit();
        }
      }
      resolving.report().summarize();
      return resolving.exitCode();
    }
  }

  /** Snapshots in the form that the user wants. */
  private record Written(Format format) implements ReferenceReading.Sink {
    @Override
    public void take(Outcome outcome) throws IOException {
      if (outcome instanceof Outcome.Resolved resolved) {
        format.write(resolved.snapshot());
      } else {
        format.omit(outcome);
      }
    }

    @Override
    public void pause() throws IOException {
      format.flush();
    }
  }

  /**
   * The form that the user wants a result in.
   *
   * @param name {@code prompt}, {@code json} or {@code table}
   * @param withContent whether JSON has texts and blobs
   */
  private record ResultForm(String name, boolean withContent) {

    private static final String JSON = "json";
    private static final String TABLE = "table";
    private static final List<String> NAMES = List.of("prompt", JSON, TABLE);

    static ResultForm of(Arguments arguments, boolean isJson) throws UsageException {
      String name = arguments.value("--format", isJson ? JSON : "prompt");
      boolean noContent = arguments.has("--no-content");
      if (!NAMES.contains(name)) {
        throw new UsageException("--format (" + name + ") must be prompt, json or table");
      }
      if (noContent && !name.equals(JSON)) {
        throw new UsageException("--no-content needs --format json");
      }
      return new ResultForm(name, !noContent);
    }

    /** Whether the content is needed once it has been looked at. */
    boolean keepsContent() {
      return !name.equals(TABLE) && withContent;
    }

    Format format(OutputStream out, Console console) throws IOException {
      return switch (name) {
        case JSON -> new JsonFormat(out, withContent);
        case TABLE -> new TableFormat(out, console);
        default -> new PromptFormat(out);
      };
    }
  }
}
