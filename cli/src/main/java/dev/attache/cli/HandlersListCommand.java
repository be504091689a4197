package dev.attache.cli;

import java.io.IOException;

/** {@code attache handlers ls}: lists the schemes and the handlers that own them. */
final class HandlersListCommand implements Command {

  private final Streams streams;

  HandlersListCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    // It takes the global options only.
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    var console = new Console(streams, global.isQuiet());
    Handlers handlers = Handlers.read(global);
    handlers.sayProblems(console);
    handlers.trustProblems().forEach(console::error); // what is not trusted is in the list
    try (ResultOutput result = ResultOutput.standard(streams, false)) {
      var list = new HandlerList(handlers);
      if (global.isJson()) {
        list.writeJson(result.stream());
      } else {
        list.writeTable(result.stream());
      }
      result.commit();
    }
    return ExitCode.OK;
  }
}
