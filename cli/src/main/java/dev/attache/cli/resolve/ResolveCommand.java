package dev.attache.cli.resolve;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.forms.FormChoice;
import dev.attache.cli.forms.Format;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.OutputOption;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.OutputFileExclusion;
import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Clipboard;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.support.text.SizeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** {@code attache resolve}: prints snapshots of what is named. */
final class ResolveCommand implements Command {

  private final ReferenceOptions input = new ReferenceOptions();

  @Override
  public void addTo(Options options) {
    input.addTo(options);
    FormChoice.addWithTableTo(options);
    options
        .flag("Start with a tree of the included files.", "--tree")
        .flag("Copy the result to the clipboard instead of printing it.", "--copy")
        .flag("Omit content from JSON.", "--no-content");
    TokenOptions.addTo(options);
    OutputOption.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache resolve src '!test' -o prompt.txt",
        "attache resolve --git-diff https://example.org/spec.html");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    ResultForm asked = ResultForm.of(arguments, run.options().isJson());
    String output = OutputOption.file(arguments);
    ByteArrayOutputStream copy = arguments.has("--copy") ? new ByteArrayOutputStream() : null;
    if (copy != null && output != null) {
      throw new UsageException("--copy cannot be combined with --output");
    }
    input.takePipe(arguments, run.streams());
    boolean canAsk = input.canAsk(arguments, run.streams());
    try (ResolverSession resolving = input.open(arguments, run, canAsk)) {
      ResultForm form = asked.or(resolving.configuration().resolve());
      References references = input.references(arguments, resolving);
      resolving.report().mayMatchNothing(input.optional());
      if (form.isOfTexts()) {
        resolving.report().sayWhatIsOnlyNamed();
        resolving.leaveDigests();
      }
      TokenLimit limit =
          form.keepsContent()
              ? TokenOptions.limit(arguments, resolving.configuration().tokens())
              : null;
      resolving.showProgress(output == null && copy == null && run.streams().outIsTerminal());
      var reading = ReferenceReading.of(resolving, references, input.typed(), form.keepsContent());
      reading.settleTrust(arguments.has("--declared"), canAsk);
      try (ResultOutput result =
          copy == null
              ? OutputOption.open(output, run.streams(), run.options().isStrict())
              : ResultOutput.memory(copy)) {
        OutputFileExclusion own = reading.own(result);
        if (output != null) {
          own.requireOther(output, references.texts(), reading.resolver());
        }
        Format format = form.format(result.stream(), run.console(), limit, resolving.report());
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
          if (copy != null && copy.size() > 0 && !copy(copy.toByteArray(), run)) {
            return ExitCode.FAILED;
          }
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
        format.write(resolved);
      } else {
        format.omit(outcome);
      }
    }

    @Override
    public void pause() throws IOException {
      format.flush();
    }
  }

  /** Says where the result is, or why it is nowhere; returns whether it is there. */
  private static boolean copy(byte[] result, Run run) {
    try {
      String place = Clipboard.of(run.streams()).copy(result);
      run.console().note("copied " + SizeText.of(result.length) + " to " + place);
      return true;
    } catch (IOException e) {
      run.console().error("cannot copy: " + e.getMessage());
      return false;
    }
  }
}
