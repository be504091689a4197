package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.tool.ResultRenderer;
import dev.attache.resource.tool.SemanticResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The renderers of results by their kinds, and what went wrong while they were loaded. Of two that
 * claim a kind the earlier has it. What cannot be loaded costs the others nothing. Immutable and
 * thread-safe.
 */
public final class ResultRenderers {

  /** No renderers. */
  public static final ResultRenderers NONE = new ResultRenderers(Map.of(), List.of());

  private static final String FIX = "remove it from the class path, or fix it";

  private final Map<String, Registered> byKind;
  private final List<HandlerProblem> problems;

  private ResultRenderers(Map<String, Registered> byKind, List<HandlerProblem> problems) {
    this.byKind = Map.copyOf(byKind);
    this.problems = List.copyOf(problems);
  }

  /**
   * A renderer that can be used.
   *
   * @param name the name of its class
   * @param origin where it comes from
   */
  public record Registered(ResultRenderer renderer, String name, HandlerOrigin origin) {}

  /**
   * {@return those that files in {@code META-INF/services} name that a loader can see}
   *
   * @param loader the class loader of the program, usually
   */
  public static ResultRenderers load(ClassLoader loader) {
    ResultRenderers all = NONE;
    Iterator<ResultRenderer> found = ServiceLoader.load(ResultRenderer.class, loader).iterator();
    var origin = new HandlerOrigin(HandlerOrigin.Kind.CLASS_PATH, "the class path", null);
    while (true) {
      try {
        if (!found.hasNext()) {
          return all;
        }
        ResultRenderer renderer = found.next();
        all = all.with(renderer, renderer.getClass().getName(), origin, FIX);
      } catch (ServiceConfigurationError | LinkageError | RuntimeException e) { // a stranger's code
        all = all.withProblem(new HandlerProblem("", origin, ForeignText.of(e), FIX));
        if (e instanceof RuntimeException) {
          return all; // nobody knows whether it would ever end
        }
      }
    }
  }

  /**
   * {@return these and the renderers of jars, each jar loaded by a class loader of its own} Runs
   * their code: the caller has asked whether they are trusted.
   *
   * @param jars trusted jars; those without renderers are passed over
   */
  public ResultRenderers with(List<HandlerJar> jars) {
    ResultRenderers all = this;
    for (HandlerJar jar : jars) {
      all = all.with(jar);
    }
    return all;
  }

  /**
   * {@return these and the renderers of a jar, unless the same bytes were met before}
   *
   * @param jar a trusted jar; one without renderers changes nothing
   */
  public ResultRenderers with(HandlerJar jar) {
    if (jar.renderers().isEmpty() || knows(jar.digest())) {
      return this;
    }
    var loading =
        new ServiceLoading<Registered>(jar)
            .add(
                ResultRenderer.class,
                jar.renderers(),
                (made, name, loader) ->
                    new Registered(new Isolated(made, loader), name, jar.origin()));
    ServiceLoading.Result<Registered> result = loading.run(ServiceLoading.TIME_LIMIT);
    ResultRenderers all = this;
    for (HandlerProblem problem : result.problems()) {
      all = all.withProblem(problem);
    }
    for (Registered each : result.loaded()) {
      all = all.with(each.renderer(), each.name(), each.origin(), HandlerProblem.ASK_ITS_AUTHOR);
    }
    if (result.loaded().isEmpty()) {
      result.discard();
    }
    return all;
  }

  /**
   * {@return these and the renderers of a jar, as they are in its copy, whose bytes are compared
   * with its digest}
   *
   * @param jar a trusted jar
   * @param copies where all copies are kept
   */
  public ResultRenderers withKept(HandlerJar jar, Path copies) {
    try {
      return with(jar.keptIn(copies));
    } catch (HandlerJarException e) {
      return withProblem(e.problem());
    }
  }

  private boolean knows(ContentDigest digest) {
    return byKind.values().stream().anyMatch(each -> digest.equals(each.origin.digest()))
        || problems.stream().anyMatch(each -> digest.equals(each.origin().digest()));
  }

  /** Adds a renderer for those of its kinds that it can have. */
  private ResultRenderers with(
      ResultRenderer renderer, String name, HandlerOrigin origin, String fix) {
    var all = new LinkedHashMap<>(byKind);
    var wrong = new ArrayList<>(problems);
    try {
      for (String kind : new TreeSet<>(renderer.kinds())) {
        String refusal = refusal(kind);
        if (refusal == null) {
          all.put(kind, new Registered(renderer, name, origin));
        } else {
          wrong.add(new HandlerProblem(name, origin, refusal, fix));
        }
      }
    } catch (RuntimeException | LinkageError e) { // a stranger's code
      wrong.add(
          new HandlerProblem(name, origin, "its kinds are unusable: " + ForeignText.of(e), fix));
    }
    return new ResultRenderers(all, wrong);
  }

  private @Nullable String refusal(String kind) {
    String quoted = "its kind \"" + ForeignText.of(kind) + "\" ";
    if (!SemanticResult.isKind(kind)) {
      return quoted + "is not a name such as git.status";
    }
    if (SemanticResult.KNOWN_KINDS.contains(kind)) {
      return quoted + "is built in";
    }
    Registered other = byKind.get(kind);
    return other == null ? null : quoted + "belongs to " + other.name + " of " + other.origin;
  }

  private ResultRenderers withProblem(HandlerProblem problem) {
    var all = new ArrayList<>(problems);
    all.add(problem);
    return new ResultRenderers(byKind, all);
  }

  /**
   * {@return the renderer of a kind; null if there is none}
   *
   * @param kind the kind of a {@link dev.attache.resource.tool.SemanticResult}
   */
  public @Nullable Registered find(String kind) {
    return byKind.get(kind);
  }

  /** {@return what cannot be used, and why} */
  public List<HandlerProblem> problems() {
    return problems;
  }

  /** A renderer of a jar of others; see {@link IsolatedHandler}. */
  @SuppressWarnings("try") // what is put back need not be named
  private record Isolated(ResultRenderer renderer, ClassLoader loader) implements ResultRenderer {

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
