package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerLoadException;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerProvider;
import dev.attache.core.routing.LoadFailure;
import dev.attache.resource.spi.SpiVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to load what one jar registers, by a class loader of its own, in a thread of its own:
 * code that does not come back must not hold up the program.
 *
 * @param <T> what becomes of each class
 */
final class ServiceLoading<T> {

  /** How long all classes together may take. */
  static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  private final HandlerJar jar;
  private final List<Attempt<?, T>> attempts = new ArrayList<>();
  private final List<T> loaded = new ArrayList<>();
  private final List<HandlerProblem> problems = new ArrayList<>();
  private volatile String current = "";

  ServiceLoading(HandlerJar jar) {
    this.jar = jar;
  }

  /**
   * Adds classes that are to be loaded after those before.
   *
   * @param service what they are to be
   * @param taking what is done with each of them in the same thread
   */
  <S> ServiceLoading<T> add(Class<S> service, List<String> names, Taking<S, ? extends T> taking) {
    names.forEach(name -> attempts.add(new Attempt<S, T>(service, name, taking)));
    return this;
  }

  /** A class that is to be loaded. */
  private record Attempt<S, T>(Class<S> service, String name, Taking<S, ? extends T> taking) {}

  /** What is done with a service that was made. */
  interface Taking<S, T> {

    /**
     * Returns what becomes of it.
     *
     * @param name the name of its class
     */
    T take(S made, String name, ClassLoader loader) throws HandlerLoadException;
  }

  /**
   * What became of a jar.
   *
   * @param loader what its classes were loaded by; null if it was not opened
   */
  record Result<T>(List<T> loaded, List<HandlerProblem> problems, @Nullable JarClassLoader loader) {

    Result {
      loaded = List.copyOf(loaded);
      problems = List.copyOf(problems);
    }

    /** Closes the jar, if nobody uses anything of it. */
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

  Result<T> run(Duration limit) {
    HandlerProblem refusal = versionProblem();
    if (refusal != null) {
      return new Result<>(List.of(), List.of(refusal), null);
    }
    JarClassLoader loader;
    try {
      loader =
          JarClassLoader.open(
              jar.origin().place(), jar.files().stream().map(HashedFile::file).toList());
    } catch (IOException | SecurityException e) {
      String reason = e instanceof IOException io ? LoadFailure.reason(io) : ForeignText.of(e);
      HandlerProblem closed =
          jar.problem("", "it cannot be opened: " + reason, HandlerProblem.GET_IT_AGAIN);
      return new Result<>(List.of(), List.of(closed), null);
    }
    return load(loader, limit);
  }

  /** Why it cannot be used by this version of the program; null if it can. */
  private @Nullable HandlerProblem versionProblem() {
    String said = jar.manifest().spiVersion();
    if (said == null) {
      return null; // taken as the first
    }
    int version;
    try {
      version = Integer.parseInt(said);
    } catch (NumberFormatException e) {
      return jar.problem(
          "",
          "the " + SpiVersion.ATTRIBUTE + " of its manifest (" + said + ") must be a whole number",
          HandlerProblem.ASK_ITS_AUTHOR);
    }
    if (version > SpiVersion.CURRENT) {
      return jar.problem(
          "",
          "it was built for version "
              + version
              + " of the SPI, and this program has "
              + SpiVersion.CURRENT,
          "update this program, or get the version of it for SPI " + SpiVersion.CURRENT);
    }
    return version >= SpiVersion.OLDEST
        ? null
        : jar.problem(
            "",
            "it was built for version "
                + version
                + " of the SPI, and this program knows "
                + SpiVersion.OLDEST
                + " and newer",
            "get a newer version of it");
  }

  private Result<T> load(JarClassLoader loader, Duration limit) {
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
        return new Result<>(loaded, problems, loader);
      }
      String stuck = current; // interrupted, the thread may go on to the next
      thread.interrupt();
      String reason = "it did not load within " + limit.toSeconds() + " seconds";
      return refused(loader, jar.problem(stuck, reason, HandlerProblem.ASK_ITS_AUTHOR));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      String stuck = current;
      thread.interrupt();
      String reason = "it was interrupted while it was loaded";
      return refused(loader, jar.problem(stuck, reason, JarReading.TRY_AGAIN));
    }
  }

  private static <T> Result<T> refused(JarClassLoader loader, HandlerProblem problem) {
    return new Result<>(List.of(), List.of(problem), loader);
  }

  private void loadAll(JarClassLoader loader) {
    for (Attempt<?, T> attempt : attempts) {
      current = attempt.name;
      load(attempt, loader);
    }
  }

  private <S> void load(Attempt<S, T> attempt, JarClassLoader loader) {
    try {
      loaded.add(attempt.taking.take(made(attempt, loader), attempt.name, loader));
    } catch (HandlerLoadException e) {
      problems.add(e.problem());
    } catch (RuntimeException | Error e) { // the stack or the heap may have been used up
      LoadFailure failure = LoadFailure.of(e, attempt.service);
      problems.add(jar.problem(attempt.name, failure.reason(), failure.fix()));
    }
  }

  private <S> S made(Attempt<S, T> attempt, JarClassLoader loader) throws HandlerLoadException {
    try {
      return HandlerProvider.make(attempt.service, attempt.name, loader);
    } catch (Exception | Error e) { // a stranger's code: it must cost the others nothing
      throw jar.failure(attempt.name, failureOf(attempt, e), e);
    }
  }

  /** Why a class of a jar is not what it says; what it can see is known. */
  private LoadFailure failureOf(Attempt<?, T> attempt, Throwable thrown) {
    if (thrown instanceof ClassNotFoundException && ApiClassLoader.hasClass(attempt.name)) {
      return new LoadFailure(
          "its package belongs to the API, whose classes are never loaded from a jar",
          "move it to a package of its own where it is built, or ask its author to");
    }
    if (thrown instanceof ClassNotFoundException && thrown.getCause() instanceof IOException e) {
      return new LoadFailure(
          "the class cannot be read: " + LoadFailure.reason(e), HandlerProblem.GET_IT_AGAIN);
    }
    LoadFailure known = LoadFailure.ofLinking(thrown);
    return known == null ? LoadFailure.of(thrown, attempt.service) : known;
  }
}
