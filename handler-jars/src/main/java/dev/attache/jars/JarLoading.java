package dev.attache.jars;

import dev.attache.core.routing.HandlerLoadException;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.LoadFailure;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.jars.ServiceLoading.Result;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SpiVersion;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/** An attempt to load the handlers of one jar, which have to be those that it promises. */
final class JarLoading {

  /** How long all handlers of a jar together may take. */
  static final Duration TIME_LIMIT = ServiceLoading.TIME_LIMIT;

  private final HandlerJar jar;
  private final Duration limit;

  JarLoading(HandlerJar jar, Duration limit) {
    this.jar = jar;
    this.limit = limit;
  }

  Result<RegisteredHandler> run() {
    var loading =
        new ServiceLoading<RegisteredHandler>(jar)
            .add(ResourceHandler.class, jar.providers(), this::registered);
    return checked(loading.run(limit));
  }

  private RegisteredHandler registered(ResourceHandler handler, String name, ClassLoader loader)
      throws HandlerLoadException {
    requireAllMethods(name, handler.getClass());
    try {
      String version = jar.manifest().version();
      return new RegisteredHandler(
          new IsolatedHandler(handler, loader),
          RegisteredHandler.schemes(handler, name),
          name,
          version == null ? "" : version,
          jar.origin());
    } catch (Exception | Error e) { // a stranger's code, which may throw what it does not declare
      throw jar.failure(name, LoadFailure.ofSchemes(e), e);
    }
  }

  /** What was compiled against another SPI may lack a method, which would show when it is used. */
  private void requireAllMethods(String name, Class<?> type) throws HandlerLoadException {
    try {
      for (Method method : ResourceHandler.class.getMethods()) {
        if (Modifier.isAbstract(method.getModifiers())
            && Modifier.isAbstract(
                type.getMethod(method.getName(), method.getParameterTypes()).getModifiers())) {
          throw jar.failure(
              name,
              new LoadFailure(
                  "it has no method "
                      + method.getName()
                      + " which the SPI of this program requires",
                  "get the version of it for SPI " + SpiVersion.CURRENT),
              null);
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // A method that it may never need names a class that is missing.
    }
  }

  /** The jar as a whole, if its handlers are what its manifest says. */
  private Result<RegisteredHandler> checked(Result<RegisteredHandler> result) {
    List<String> said = jar.manifest().schemes();
    if (said.isEmpty()) {
      return result;
    }
    var owned = new TreeSet<String>();
    for (RegisteredHandler handler : result.loaded()) {
      owned.addAll(handler.schemes());
    }
    // Else a handler that has some of them is not there.
    boolean isWhole = result.problems().isEmpty();
    if (isWhole ? owned.equals(new TreeSet<>(said)) : said.containsAll(owned)) {
      return result;
    }
    HandlerProblem lie =
        jar.problem(
            "",
            "the "
                + JarManifest.SCHEMES
                + " of its manifest are "
                + String.join(" ", said)
                + ", but its handlers own "
                + String.join(" ", owned),
            HandlerProblem.ASK_ITS_AUTHOR);
    return new Result<>(List.of(), List.of(lie), result.loader());
  }
}
