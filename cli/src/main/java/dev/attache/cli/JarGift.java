package dev.attache.cli;

import dev.attache.core.handlers.HandlerJar;
import dev.attache.core.handlers.HandlerJarException;
import dev.attache.core.handlers.HandlerOrigin;
import dev.attache.core.handlers.HandlerProblem;
import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustRecord;
import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The giving of trust to jars that the user names: each is shown, asked about where somebody can
 * answer, and loaded once, because what does not work is not trusted.
 */
final class JarGift {

  private final TrustRun run;
  private final boolean asks;
  private final HandlerFiles files;
  private final HandlerPlaces places;

  JarGift(TrustRun run, boolean asks) throws UsageException {
    this.run = run;
    this.asks = asks;
    this.places = run.global().handlerPlaces();
    this.files = HandlerFiles.of(places);
  }

  void give(List<String> names) throws IOException {
    for (String name : names) {
      Path path = files.find(name);
      if (path == null) {
        run.fail(Redaction.redact(name) + ": there is no such file" + elsewhere());
      } else {
        HandlerProblem problem = problem(path);
        if (problem == null) {
          give(path);
        } else {
          run.fail(problem + "; " + problem.fix());
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
    return places.ofUser() == null ? "" : ", nor one of that name in " + places.ofUser();
  }

  private void give(Path path) throws IOException {
    try {
      HandlerJar jar = HandlerJar.read(path, places.kind(path));
      UntrustedJar found = FolderJars.untrusted(jar, run.store().read());
      boolean wasTrusted = run.store().isTrusted(TrustRecord.JAR, jar.digest());
      if (!wasTrusted && !isAgreed(new JarItem(found, List.of()))) {
        run.output().changed(new JarItem(found, List.of()), "not trusted");
        return;
      }
      var trust = new JarTrust(run.store(), places);
      JarTrust.Given given =
          trust.give(found, HandlerRegistry.load(JarGift.class.getClassLoader()));
      if (!given.problems().isEmpty()) {
        given.problems().forEach(each -> run.fail(each + "; " + each.fix()));
        return;
      }
      run.output()
          .changed(new JarItem(found, given.schemes()), wasTrusted ? "trusted before" : "trusted");
      sayWhereItIsUsed(jar);
    } catch (HandlerJarException e) {
      run.fail(e.problem() + "; " + e.problem().fix());
    } catch (TrustException e) {
      run.fail(String.valueOf(e.getMessage()));
    }
  }

  /** Shows it in any case; who named it where nobody can answer has said so by that. */
  private boolean isAgreed(JarItem item) {
    if (asks && run.dialog().canAsk()) {
      return run.dialog().isTrustworthy(item);
    }
    run.dialog().show(item);
    return true;
  }

  private void sayWhereItIsUsed(HandlerJar jar) {
    if (jar.origin().kind() == HandlerOrigin.Kind.NAMED) {
      run.console()
          .note(
              jar.path()
                  + " is used with --handler-jar only"
                  + (places.ofUser() == null ? "" : ", or when it lies in " + places.ofUser()));
    }
  }
}
