package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerLoadException;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerProvider;
import dev.attache.core.routing.LoadFailure;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SpiVersion;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to load the handlers of one jar, by a class loader of its own, in a thread of its own:
 * code that does not come back must not hold up the program.
 */
final class JarLoading {

  /** How long all handlers of a jar together may take. */
  static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  private final HandlerJar jar;
  private final Duration limit;
  private final List<RegisteredHandler> handlers = new ArrayList<>();
  private final List<HandlerProblem> problems = new ArrayList<>();
  private volatile String current = "";

  JarLoading(HandlerJar jar, Duration limit) {
    this.jar = jar;
    this.limit = limit;
  }

  /**
   * What became of a jar.
   *
   * @param loader what its handlers were loaded by; null if it was not opened
   */
  record Result(
      List<RegisteredHandler> handlers,
      List<HandlerProblem> problems,
      @Nullable JarClassLoader loader) {

    Result {
      handlers = List.copyOf(handlers);
      problems = List.copyOf(problems);
    }

    /** Closes the jar, if nobody uses any of its handlers. */
    void discard() {
      if (loader != null) {
        try {
          loader.close();
        } catch (IOException e) {
          // Nobody reads it any more.
        }
      }
    }
  }

  Result run() {
    HandlerProblem refusal = versionProblem();
    if (refusal != null) {
      return new Result(List.of(), List.of(refusal), null);
    }
    JarClassLoader loader;
    try {
      loader =
          JarClassLoader.open(
              jar.origin().place(), jar.files().stream().map(HashedFile::file).toList());
    } catch (IOException | SecurityException e) {
      String reason = "it cannot be opened: " + reason(e);
      return new Result(List.of(), List.of(problem("", reason, HandlerProblem.GET_IT_AGAIN)), null);
    }
    return load(loader);
  }

  private static String reason(Exception e) {
    return e instanceof IOException io ? LoadFailure.reason(io) : ForeignText.of(e);
  }

  /** Why it cannot be used by this version of the program; null if it can. */
  @Nullable HandlerProblem versionProblem() {
    String said = jar.manifest().spiVersion();
    if (said == null) {
      return null; // taken as the first
    }
    int version;
    try {
      version = Integer.parseInt(said);
    } catch (NumberFormatException e) {
      return problem(
          "",
          "the " + SpiVersion.ATTRIBUTE + " of its manifest (" + said + ") must be a whole number",
          HandlerProblem.ASK_ITS_AUTHOR);
    }
    if (version > SpiVersion.CURRENT) {
      return problem(
          "",
          "it was built for version "
              + version
              + " of the SPI, and this program has "
              + SpiVersion.CURRENT,
          "update this program, or get the version of it for SPI " + SpiVersion.CURRENT);
    }
    return version >= SpiVersion.OLDEST
        ? null
        : problem(
            "",
            "it was built for version "
                + version
                + " of the SPI, and this program knows "
                + SpiVersion.OLDEST
                + " and newer",
            "get a newer version of it");
  }

  private Result load(JarClassLoader loader) {
    var done = new CountDownLatch(1);
    var thread =
        new Thread(
            () -> {
              try {
                loadAll(loader);
              } finally {
                done.countDown();
              }
            },
            "attache-load");
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      if (done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return checked(loader);
      }
      String stuck = current; // interrupted, the thread may go on to the next
      thread.interrupt();
      String reason = "it did not load within " + limit.toSeconds() + " seconds";
      return refused(loader, stuck, reason, HandlerProblem.ASK_ITS_AUTHOR);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      String stuck = current;
      thread.interrupt();
      String reason = "it was interrupted while it was loaded";
      return refused(loader, stuck, reason, JarReading.TRY_AGAIN);
    }
  }

  private Result refused(JarClassLoader loader, String provider, String reason, String fix) {
    return new Result(List.of(), List.of(problem(provider, reason, fix)), loader);
  }

  private void loadAll(JarClassLoader loader) {
    for (String provider : jar.providers()) {
      current = provider;
      try {
        handlers.add(load(provider, loader));
      } catch (HandlerLoadException e) {
        problems.add(e.problem());
      } catch (RuntimeException | Error e) { // the stack or the heap may have been used up
        LoadFailure failure = LoadFailure.of(e);
        problems.add(problem(provider, failure.reason(), failure.fix()));
      }
    }
  }

  private RegisteredHandler load(String provider, JarClassLoader loader)
      throws HandlerLoadException {
    ResourceHandler handler;
    try {
      handler = HandlerProvider.make(provider, loader);
    } catch (Exception | Error e) { // a stranger's code: it must cost the others nothing
      throw failure(provider, failureOf(provider, e), e);
    }
    requireAllMethods(provider, handler.getClass());
    try {
      String version = jar.manifest().version();
      return new RegisteredHandler(
          new IsolatedHandler(handler, loader),
          RegisteredHandler.schemes(handler, provider),
          provider,
          version == null ? "" : version,
          jar.origin());
    } catch (Exception | Error e) { // a stranger's code, which may throw what it does not declare
      throw failure(provider, LoadFailure.ofSchemes(e), e);
    }
  }

  /** Why a class of a jar is no handler; what it can see is known. */
  private static LoadFailure failureOf(String className, Throwable thrown) {
    if (thrown instanceof ClassNotFoundException && ApiClassLoader.hasClass(className)) {
      return new LoadFailure(
          "its package belongs to the API, whose classes are never loaded from a jar",
          "move it to a package of its own where it is built, or ask its author to");
    }
    if (thrown instanceof ClassNotFoundException && thrown.getCause() instanceof IOException e) {
      return new LoadFailure(
          "the class cannot be read: " + LoadFailure.reason(e), HandlerProblem.GET_IT_AGAIN);
    }
    LoadFailure known = LoadFailure.ofLinking(thrown);
    return known == null ? LoadFailure.of(thrown) : known;
  }

  /** What was compiled against another SPI may lack a method, which would show when it is used. */
  private void requireAllMethods(String provider, Class<?> type) throws HandlerLoadException {
    try {
      for (Method method : ResourceHandler.class.getMethods()) {
        if (Modifier.isAbstract(method.getModifiers())
            && Modifier.isAbstract(
                type.getMethod(method.getName(), method.getParameterTypes()).getModifiers())) {
          throw failure(
              provider,
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

  private HandlerLoadException failure(
      String provider, LoadFailure failure, @Nullable Throwable cause) {
    return new HandlerLoadException(problem(provider, failure.reason(), failure.fix()), cause);
  }

  private HandlerProblem problem(String provider, String reason, String fix) {
    return new HandlerProblem(provider, jar.origin(), reason, fix);
  }

  /** The jar as a whole, if its handlers are what its manifest says. */
  private Result checked(JarClassLoader loader) {
    List<String> said = jar.manifest().schemes();
    if (said.isEmpty()) {
      return new Result(handlers, problems, loader);
    }
    var owned = new TreeSet<String>();
    for (RegisteredHandler handler : handlers) {
      owned.addAll(handler.schemes());
    }
    boolean isWhole = problems.isEmpty(); // else a handler that has some of them is not there
    if (isWhole ? owned.equals(new TreeSet<>(said)) : said.containsAll(owned)) {
      return new Result(handlers, problems, loader);
    }
    return refused(
        loader,
        "",
        "the "
            + JarManifest.SCHEMES
            + " of its manifest are "
            + String.join(" ", said)
            + ", but its handlers own "
            + String.join(" ", owned),
        HandlerProblem.ASK_ITS_AUTHOR);
  }
}
