package dev.attache.jars;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.model.ModelProvider;
import dev.attache.resource.ContentDigest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The providers of models of jars, and what went wrong while they were loaded. Of two of one name
 * the earlier has it. What cannot be loaded costs the others nothing. Immutable and thread-safe.
 */
public final class ModelProviders {

  /** No providers. */
  public static final ModelProviders NONE = new ModelProviders(List.of(), List.of());

  private final List<Registered> all;
  private final List<HandlerProblem> problems;

  private ModelProviders(List<Registered> all, List<HandlerProblem> problems) {
    this.all = List.copyOf(all);
    this.problems = List.copyOf(problems);
  }

  /**
   * A provider that can be used.
   *
   * @param provider the provider; what its code throws is a {@link ModelProviderException}
   * @param className the name of its class
   * @param origin the jar that it is of
   */
  public record Registered(ModelProvider provider, String className, HandlerOrigin origin) {}

  /**
   * Returns these and the providers of a jar, loaded by a class loader of its own, unless the same
   * bytes were met before. Runs their code: the caller has asked whether they are trusted.
   */
  public ModelProviders with(HandlerJar jar) {
    return with(jar, ServiceLoading.TIME_LIMIT);
  }

  /**
   * Does the same.
   *
   * @param limit how long all providers of the jar together may take
   */
  ModelProviders with(HandlerJar jar, Duration limit) {
    if (jar.models().isEmpty() || knows(jar.digest())) {
      return this;
    }
    var loading =
        new ServiceLoading<ModelProvider, Registered>(
            jar,
            ModelProvider.class,
            jar.models(),
            (made, name, loader) ->
                new Registered(IsolatedProvider.of(made, name, jar, loader), name, jar.origin()));
    ServiceLoading.Result<Registered> result = loading.run(limit);
    var more = new ArrayList<>(all);
    var wrong = new ArrayList<>(problems);
    wrong.addAll(result.problems());
    for (Registered each : result.loaded()) {
      Registered other = find(each.provider.name(), more);
      if (other == null) {
        more.add(each);
      } else {
        wrong.add(
            jar.problem(
                each.className,
                "its name \""
                    + each.provider.name()
                    + "\" belongs to "
                    + other.className
                    + " of "
                    + other.origin,
                "remove one of the two"));
      }
    }
    if (more.size() == all.size()) {
      result.discard();
    }
    return new ModelProviders(more, wrong);
  }

  /**
   * Returns these and the providers of a jar, as they are in its copy, whose bytes are compared
   * with its digest.
   *
   * @param copies where all copies are kept
   */
  public ModelProviders withKept(HandlerJar jar, Path copies) {
    try {
      return jar.models().isEmpty() ? this : with(jar.keptIn(copies));
    } catch (HandlerJarException e) {
      return withProblem(e.problem());
    }
  }

  /** Returns these, and says that something else cannot be used. */
  public ModelProviders withProblem(HandlerProblem problem) {
    var wrong = new ArrayList<>(problems);
    wrong.add(problem);
    return new ModelProviders(all, wrong);
  }

  private boolean knows(ContentDigest digest) {
    return all.stream().anyMatch(each -> digest.equals(each.origin.digest()))
        || problems.stream().anyMatch(each -> digest.equals(each.origin().digest()));
  }

  private static @Nullable Registered find(String name, List<Registered> all) {
    return all.stream().filter(each -> each.provider.name().equals(name)).findFirst().orElse(null);
  }

  /** All of them, in the order of the jars. */
  public List<Registered> all() {
    return all;
  }

  /** What cannot be used, and why. */
  public List<HandlerProblem> problems() {
    return problems;
  }
}
