package dev.attache.cli.trust;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import java.io.IOException;
import java.util.List;

/** {@code attache trust ls}: lists what is trusted, in all directories. */
final class TrustListCommand implements Command {

  @Override
  public void addTo(Options options) {
    // It takes the global options only.
  }

  @Override
  public List<String> examples() {
    return List.of("attache trust ls", "attache trust ls --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException {
    return TrustSession.ofList(run);
  }
}
