package dev.attache.cli.trust;

import dev.attache.cli.permission.JarItem;
import dev.attache.cli.permission.TrustItem;
import dev.attache.cli.run.ClassPath;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.HandlerJarException;
import dev.attache.jars.trust.FolderJars;
import dev.attache.jars.trust.HandlerFiles;
import dev.attache.jars.trust.HandlerPlaces;
import dev.attache.jars.trust.JarTrust;
import dev.attache.jars.trust.UntrustedJar;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The grants of trust of one session: to commands and servers as the session finds them, and to
 * jars that the user names. Each jar is shown, asked about where somebody can answer, and loaded
 * once, because what does not work is not trusted.
 */
public final class TrustGranting implements TrustChange {

  private final TrustSession session;
  private final boolean asks;
  private final HandlerFiles files;
  private final HandlerPlaces places;

  /**
   * The granting of one session.
   *
   * @param asks whether the user is asked about jars, and about what the workspace declares
   */
  public TrustGranting(TrustSession session, boolean asks) throws UsageException {
    this.session = session;
    this.asks = asks;
    this.places = session.run().handlerPlaces();
    this.files = HandlerFiles.of(places);
  }

  @Override
  public void apply(TrustItem item, Requester requester) throws IOException {
    TrustStore store = session.store();
    boolean isRefused =
        asks
            && !requester.isUser()
            && !store.isTrusted(item.kind(), item.digest())
            && !session.dialog().isTrustworthy(item);
    String state =
        isRefused ? "not trusted" : store.trust(item.record()) ? "trusted" : "already trusted";
    session.output().changed(item, state);
  }

  /** Grants trust to jars by their names. */
  public void grantJars(List<String> names) throws IOException {
    for (String name : names) {
      Path path = files.find(name);
      if (path == null) {
        session.fail(Redaction.redact(name) + ": no such file" + elsewhere());
      } else {
        HandlerProblem problem = problem(path);
        if (problem == null) {
          grant(path);
        } else {
          session.fail(problem + "; " + problem.fix());
        }
      }
    }
  }

  /** Why a jar there would not be used, though it were trusted; null if it would. */
  private @Nullable HandlerProblem problem(Path path) {
    try {
      return places.kind(path) == HandlerOrigin.Kind.WORKSPACE ? places.problemOfWorkspace() : null;
    } catch (IOException e) {
      return null; // what is wrong with it shows when it is read
    }
  }

  private String elsewhere() {
    return places.ofUser() == null ? "" : ", and none of that name in " + places.ofUser();
  }

  private void grant(Path path) throws IOException {
    try {
      HandlerJar jar = HandlerJar.read(path, places.kind(path));
      UntrustedJar found = FolderJars.untrusted(jar, session.store().read());
      boolean wasTrusted = session.store().isTrusted(TrustRecord.JAR, jar.digest());
      if (!wasTrusted && !isAgreed(new JarItem(found, List.of()))) {
        session.output().changed(new JarItem(found, List.of()), "not trusted");
        return;
      }
      var trust = new JarTrust(session.store(), places);
      JarTrust.Given given = trust.give(found, ClassPath.handlers());
      if (!given.problems().isEmpty()) {
        given.problems().forEach(each -> session.fail(each + "; " + each.fix()));
        return;
      }
      session
          .output()
          .changed(new JarItem(found, given.schemes()), wasTrusted ? "already trusted" : "trusted");
      sayWhereItIsUsed(jar);
    } catch (HandlerJarException e) {
      session.fail(e.problem() + "; " + e.problem().fix());
    } catch (TrustException e) {
      session.fail(String.valueOf(e.getMessage()));
    }
  }

  /** Shows it in any case; who named it where nobody can answer has said so by that. */
  private boolean isAgreed(JarItem item) {
    if (asks && session.dialog().canAsk()) {
      return session.dialog().isTrustworthy(item);
    }
    session.dialog().show(item);
    return true;
  }

  private void sayWhereItIsUsed(HandlerJar jar) {
    if (jar.origin().kind() == HandlerOrigin.Kind.NAMED) {
      session
          .run()
          .console()
          .note(
              jar.path()
                  + " is used with --handler-jar only"
                  + (places.ofUser() == null ? "" : ", or when it lies in " + places.ofUser()));
    }
  }
}
