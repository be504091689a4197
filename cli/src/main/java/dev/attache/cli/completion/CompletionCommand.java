package dev.attache.cli.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code attache completion}: prints the completion script of a shell. */
public final class CompletionCommand implements Command {

  /** The whole command line, with all its commands. */
  public interface Specification {
    CommandLine whole();
  }

  /** The shells that there is a script for. */
  static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private static final String SHEETS = "--sheets";

  private final Specification specification;
  private final List<String> shells = new ArrayList<>();

  private CompletionCommand(Specification specification) {
    this.specification = specification;
  }

  public static CommandSpec spec(SpecFactory specs, Specification specification) {
    return specs.command(
        "completion",
        "Print a shell completion script.",
        new CompletionCommand(specification),
        HiddenOptions.ALL);
  }

  @Override
  public void addTo(Options options) {
    options
        .parameters("SHELL", shells, SHELLS, "bash, zsh or fish.")
        .choice(
            "KIND",
            LineValue.questions(),
            "Print current values instead: conversations, servers or trusted.",
            "--values")
        .value("FILE", "Print the sheets of a workbook instead, as references name them.", SHEETS);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "source <(attache completion bash)",
        "attache completion fish > ~/.config/fish/completions/attache.fish");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    String text = text(arguments, run);
    var out = new ResultStream(run.streams().out());
    out.write(text.getBytes(UTF_8));
    out.flush();
    return ExitCode.OK;
  }

  private String text(Arguments arguments, Run run) throws IOException, UsageException {
    String kind = arguments.value("--values");
    String workbook = arguments.value(SHEETS);
    if (kind != null) {
      return lines(CurrentValues.of(kind, run));
    } else if (workbook != null) {
      return lines(SheetNames.fragments(run.options().workspace().resolve(workbook)));
    } else if (shells.size() != 1) {
      throw new UsageException("missing argument: SHELL (bash, zsh or fish)");
    }
    return script(shells.get(0));
  }

  private static String lines(List<String> values) {
    return values.isEmpty() ? "" : String.join("\n", values) + "\n";
  }

  private String script(String shell) throws UsageException {
    return switch (shell) {
      case "bash" -> BashCompletion.script(specification.whole());
      case "zsh" -> ZshCompletion.script(specification.whole());
      case "fish" -> FishCompletion.script(specification.whole());
      default -> throw new UsageException("SHELL (" + shell + ") must be bash, zsh or fish");
    };
  }
}
