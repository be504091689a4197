package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.LoadFailure;
import dev.attache.resource.tool.ResultRenderer;
import dev.attache.resource.tool.SemanticResult;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An attempt to load the renderers of one jar, by a class loader of its own, in a thread of its
 * own, as {@link JarLoading} loads handlers.
 */
final class RendererLoading {

  private final HandlerJar jar;
  private final Duration limit;
  private final List<ResultRenderers.Registered> renderers = new ArrayList<>();
  private final List<HandlerProblem> problems = new ArrayList<>();

  RendererLoading(HandlerJar jar, Duration limit) {
    this.jar = jar;
    this.limit = limit;
  }

  /** What became of a jar. */
  record Result(List<ResultRenderers.Registered> renderers, List<HandlerProblem> problems) {

    Result {
      renderers = List.copyOf(renderers);
      problems = List.copyOf(problems);
    }
  }

  Result run() {
    HandlerProblem refusal = new JarLoading(jar, limit).versionProblem();
    if (refusal != null) {
      return new Result(List.of(), List.of(refusal));
    }
    try {
      return load(
          JarClassLoader.open(
              jar.origin().place(), jar.files().stream().map(HashedFile::file).toList()));
    } catch (IOException | SecurityException e) {
      String reason = e instanceof IOException io ? LoadFailure.reason(io) : ForeignText.of(e);
      return refused("it cannot be opened: " + reason, HandlerProblem.GET_IT_AGAIN);
    }
  }

  private Result load(JarClassLoader loader) {
    var done = new CountDownLatch(1);
    var thread =
        new Thread(
            () -> {
              try {
                jar.renderers().forEach(name -> load(name, loader));
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
        return new Result(renderers, problems);
      }
      thread.interrupt();
      return refused(
          "its renderers did not load within " + limit.toSeconds() + " seconds",
          HandlerProblem.ASK_ITS_AUTHOR);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      thread.interrupt();
      return refused("it was interrupted while it was loaded", JarReading.TRY_AGAIN);
    }
  }

  private Result refused(String reason, String fix) {
    return new Result(List.of(), List.of(problem("", reason, fix)));
  }

  private void load(String name, JarClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, true, loader);
      if (ResultRenderer.class.isAssignableFrom(type)) {
        var renderer = (ResultRenderer) type.getConstructor().newInstance();
        renderers.add(
            new ResultRenderers.Registered(
                new IsolatedRenderer(renderer, loader), name, jar.origin()));
      } else {
        problems.add(
            problem(
                name,
                "it does not implement " + ResultRenderer.class.getName(),
                HandlerProblem.ASK_ITS_AUTHOR));
      }
    } catch (Exception | Error e) { // a stranger's code: it must cost the others nothing
      problems.add(problem(name, e));
    }
  }

  private HandlerProblem problem(String name, Throwable thrown) {
    if (thrown instanceof ClassNotFoundException) {
      return problem(
          name,
          "the class is missing",
          "add the class to the jar, or remove its name from " + JarContents.RENDERERS);
    }
    LoadFailure linking = LoadFailure.ofLinking(thrown);
    LoadFailure failure =
        linking != null
            ? linking
            : LoadFailure.of(
                thrown instanceof InvocationTargetException || thrown instanceof Error
                    ? thrown
                    : new IllegalAccessException()); // all else is a missing constructor
    return problem(name, failure.reason(), failure.fix());
  }

  private HandlerProblem problem(String name, String reason, String fix) {
    return new HandlerProblem(name, jar.origin(), reason, fix);
  }

  /** A renderer of a jar of others; see {@link IsolatedHandler}. */
  @SuppressWarnings("try") // what is put back need not be named
  private record IsolatedRenderer(ResultRenderer renderer, ClassLoader loader)
      implements ResultRenderer {

    @Override
    public Set<String> kinds() {
      try (var place = ContextLoader.of(loader)) {
        return renderer.kinds();
      }
    }

    @Override
    public List<String> render(SemanticResult result, int width) {
      try (var place = ContextLoader.of(loader)) {
        return renderer.render(result, width);
      }
    }
  }
}
