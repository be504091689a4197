package dev.attache.cli.handlers;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.util.List;

/** {@code attache handlers ls}: lists the schemes and the handlers that own them. */
final class HandlersListCommand implements Command {

  @Override
  public void addTo(Options options) {
    // It takes the global options only.
  }

  @Override
  public List<String> examples() {
    return List.of("attache handlers ls", "attache handlers ls --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    Handlers handlers = Handlers.examine(run);
    handlers.sayProblems(console);
    handlers.trustProblems().forEach(console::error); // what is not trusted is in the list
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      var list = new HandlerList(handlers);
      if (run.options().isJson()) {
        list.writeJson(result.stream());
      } else {
        list.writeTable(result.stream());
      }
      result.commit();
    }
    return ExitCode.OK;
  }
}
