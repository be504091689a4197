package dev.attache.jars.trust;

import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.HandlerJarException;
import dev.attache.jars.ModelProviders;
import dev.attache.jars.ResultRenderers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The way of a jar to being trusted: it is copied, loaded from the copy, and trusted if it works.
 * Immutable.
 */
public record JarTrust(TrustStore store, HandlerPlaces places) {

  /**
   * What became of it.
   *
   * @param registry the handlers with those of the jar
   * @param schemes what the jar owns
   * @param problems why it is not trusted; none if it is
   */
  public record Given(
      HandlerRegistry registry, List<String> schemes, List<HandlerProblem> problems) {

    /**
     * Takes copies of the lists.
     *
     * @param registry the handlers with those of the jar
     * @param schemes what the jar owns
     * @param problems why it is not trusted; none if it is
     */
    public Given {
      schemes = List.copyOf(schemes);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Trusts a jar if it works; the user has said so, and so its code may run.
   *
   * @param found the jar that the user has reviewed
   * @param others the handlers that it has to get along with
   * @return what became of it; trust is recorded if there are no problems
   * @throws TrustException if trust cannot be recorded
   * @throws HandlerJarException if the jar cannot be copied
   */
  public Given give(UntrustedJar found, HandlerRegistry others) throws IOException {
    HandlerJar jar = found.jar();
    boolean wasTrusted = store.isTrusted(TrustRecord.JAR, jar.digest());
    if (places.copies() == null) {
      store.trust(found.record()); // says that there is no place
      throw new AssertionError(jar.path()); // a place for trust is one for copies
    }
    HandlerJar kept = jar.keptIn(places.copies());
    HandlerRegistry all = HandlerJar.load(List.of(kept), others);
    var problems = new ArrayList<>(all.problems());
    problems.removeAll(others.problems());
    problems.addAll(ResultRenderers.NONE.with(kept).problems());
    problems.addAll(ModelProviders.NONE.with(kept).problems());
    if (problems.isEmpty()) {
      store.trust(found.record());
    } else if (!wasTrusted) {
      places.removeCopy(jar.digest());
    }
    return new Given(all, schemes(all, others), problems);
  }

  private static List<String> schemes(HandlerRegistry all, HandlerRegistry others) {
    var schemes = new TreeSet<String>();
    for (RegisteredHandler each : all.handlers()) {
      if (!others.handlers().contains(each)) {
        schemes.addAll(each.schemes());
      }
    }
    return List.copyOf(schemes);
  }
}
