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

/**
 * {@code attache trust add}: lets commands and tools run and servers be used that the workspace
 * declares, and jars of handlers be loaded. Runs and starts no commands and servers.
 */
final class TrustAddCommand implements Command {

  private final List<String> words = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options
        .parameters(
            "REF...",
            words,
            "A command ('cmd:make test'), a tool (tool:lint), an MCP server (mcp+docs+) or a handler"
                + " jar (git.jar).")
        .flag("Trust what the workspace's configuration declares; asks about each.", "--declared")
        .flag("Do not ask for confirmation.", "--yes");
  }

  @Override
  public List<String> examples() {
    return List.of("attache trust add 'cmd:make test'", "attache trust add --declared");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean isDeclared = arguments.has("--declared");
    boolean saysYes = arguments.has("--yes");
    TrustTargets typed = TrustTargets.of(words, HandlerFiles.of(run.handlerPlaces()));
    if (words.isEmpty() && !isDeclared) {
      throw new UsageException("missing argument: REF (or --declared)");
    }
    if (saysYes && !isDeclared && typed.jars().isEmpty()) {
      throw new UsageException("--yes needs --declared or a jar");
    }
    if (isDeclared && !saysYes && !run.streams().canAsk()) {
      throw new UsageException(
          "cannot ask about each command, tool and server without a terminal; review attache plan"
              + " --declared and attache tool ls, then add --yes");
    }
    return TrustSession.of(run, session -> add(session, typed, isDeclared, !saysYes));
  }

  private static void add(
      TrustSession session, TrustTargets typed, boolean isDeclared, boolean asks)
      throws IOException, UsageException {
    session.refuse(typed.others(), TrustAddCommand::whyNot);
    var granting = new TrustGranting(session, asks);
    granting.grantJars(typed.jars());
    session.apply(granting, typed.things(), isDeclared, false);
  }

  private static String whyNot(String other) {
    return "is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+) or jar (git.jar)";
  }
}
