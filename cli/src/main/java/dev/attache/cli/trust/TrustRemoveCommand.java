package dev.attache.cli.trust;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.jars.trust.HandlerFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** {@code attache trust rm}: takes trust back, also from what is not there any more. */
final class TrustRemoveCommand implements Command {

  private final List<String> words = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options
        .parameters(
            "TRUSTED...", words, "A command, tool, server or jar, or its ID in `attache trust ls`.")
        .flag("Revoke trust in all that the workspace's configuration declares.", "--declared");
  }

  @Override
  public List<String> examples() {
    return List.of("attache trust rm 'cmd:make test'", "attache trust rm mcp+docs+");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean isDeclared = arguments.has("--declared");
    if (words.isEmpty() && !isDeclared) {
      throw new UsageException("missing argument: TRUSTED (or --declared)");
    }
    HandlerFiles files = HandlerFiles.of(run.handlerPlaces());
    return TrustSession.of(run, session -> remove(session, files, isDeclared));
  }

  private void remove(TrustSession session, HandlerFiles there, boolean isDeclared)
      throws IOException, UsageException {
    List<String> ids = words.stream().filter(TrustRevocation::isId).toList();
    List<String> names = words.stream().filter(each -> !TrustRevocation.isId(each)).toList();
    HandlerFiles files = there.orTrusted(session.store().read());
    TrustTargets typed = TrustTargets.of(names, files);
    session.refuse(typed.others(), TrustRemoveCommand::whyNot);
    var revocation = new TrustRevocation(session, files);
    for (String id : ids) {
      revocation.forget(id);
    }
    for (String jar : typed.jars()) {
      revocation.forgetJar(jar);
    }
    if (!session.apply(revocation, typed.things(), isDeclared, true)) {
      session
          .run()
          .console()
          .note("revoke trust in a jar that no longer exists by its ID in `attache trust ls`");
    }
  }

  private static String whyNot(String other) {
    return "is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+), jar (git.jar) or"
        + " ID (6 or more digits of one in `attache trust ls`)";
  }
}
