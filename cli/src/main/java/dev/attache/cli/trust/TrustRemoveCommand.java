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
        .parameters("REF", words, "What is trusted, or the ID that attache trust ls shows for it.")
        .flag("Trust no more what the workspace's configuration declares.", "--declared");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean isDeclared = arguments.has("--declared");
    if (words.isEmpty() && !isDeclared) {
      throw new UsageException("name what is to be trusted no more: REF, or give --declared");
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
          .note("what is not there any more is forgotten by its ID, which attache trust ls lists");
    }
  }

  private static String whyNot(String other) {
    return "is no command, as in 'cmd:make test', no server, as in mcp+docs+, no jar, as in git.jar,"
        + " and no ID: 6 digits or more of one that attache trust ls lists";
  }
}
