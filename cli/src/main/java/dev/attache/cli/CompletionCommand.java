package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code attache completion}: prints the completion script of a shell. */
final class CompletionCommand implements Command {

  /** The whole command line, with all its commands. */
  interface Specification {
    CommandLine whole();
  }

  private final Specification specification;
  private final List<String> shells = new ArrayList<>();

  CompletionCommand(Specification specification) {
    this.specification = specification;
  }

  static CommandSpec spec(SpecFactory specs, Specification specification) {
    return specs.command(
        "completion",
        "Print the completion script of a shell.",
        new CompletionCommand(specification));
  }

  @Override
  public void addTo(Options options) {
    options.parameters("SHELL", shells, "bash, zsh or fish.");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (shells.size() != 1) {
      throw new UsageException("name one shell: bash, zsh or fish");
    }
    var out = new ResultStream(run.streams().out());
    out.write(script(shells.get(0)).getBytes(UTF_8));
    return ExitCode.OK;
  }

  private String script(String shell) throws UsageException {
    return switch (shell) {
      case "bash" -> AutoComplete.bash(Program.NAME, specification.whole());
      case "zsh" ->
          "#compdef "
              + Program.NAME
              + "\nautoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"
              + AutoComplete.bash(Program.NAME, specification.whole());
      case "fish" -> FishCompletion.script(specification.whole());
      default -> throw new UsageException("shell (" + shell + ") must be bash, zsh or fish");
    };
  }
}
