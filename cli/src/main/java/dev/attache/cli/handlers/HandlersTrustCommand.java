package dev.attache.cli.handlers;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.trust.TrustGranting;
import dev.attache.cli.trust.TrustSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** {@code attache handlers trust}: shows jars of handlers, and lets them be loaded from now on. */
final class HandlersTrustCommand implements Command {

  private final List<String> names = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options
        .parameters(
            "FILE...", names, "A jar, a folder of jars, or the name of a jar in a handlers folder.")
        .flag("Do not ask for confirmation.", "--yes");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache handlers trust weather.jar", "attache handlers trust --yes .attache/handlers");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (names.isEmpty()) {
      throw new UsageException("missing argument: FILE");
    }
    boolean asks = !arguments.has("--yes");
    return TrustSession.of(run, session -> new TrustGranting(session, asks).grantJars(names));
  }
}
