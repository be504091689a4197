package dev.attache.jars;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.resource.ContentDigest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The providers of models of jars, each with what connects to its models, and what went wrong while
 * they were loaded. Of two of one name the earlier has it. What cannot be loaded costs the others
 * nothing. Immutable and thread-safe.
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
   * @param connector what connects to its models, of the same name and the same jar; null if its
   *     requests can only be rendered
   * @param className the name of its class
   * @param origin the jar that it is of
   */
  public record Registered(
      ModelProvider provider,
      @Nullable ModelConnector connector,
      String className,
      HandlerOrigin origin) {}

  /**
   * {@return these and the providers of a jar, loaded by a class loader of its own, unless the same
   * bytes were met before} Runs their code: the caller has asked whether they are trusted.
   *
   * @param jar a trusted jar
   */
  public ModelProviders with(HandlerJar jar) {
    return with(jar, ServiceLoading.TIME_LIMIT);
  }

  /**
   * Does the same.
   *
   * @param limit how long all classes of the jar together may take
   */
  ModelProviders with(HandlerJar jar, Duration limit) {
    if (!jar.hasModels() || knows(jar.digest())) {
      return this;
    }
    ServiceLoading.Result<Loaded> result =
        new ServiceLoading<Loaded>(jar)
            .add(
                ModelProvider.class,
                jar.models(),
                (made, name, loader) -> IsolatedProvider.of(made, name, jar, loader))
            .add(
                ModelConnector.class,
                jar.connectors(),
                (made, name, loader) -> IsolatedConnector.of(made, name, jar, loader))
            .run(limit);
    var more = new ArrayList<>(all);
    var wrong = new ArrayList<>(problems);
    wrong.addAll(result.problems());
    List<IsolatedProvider> providers = only(IsolatedProvider.class, result.loaded());
    Map<String, IsolatedConnector> connectors =
        connectors(jar, providers, only(IsolatedConnector.class, result.loaded()), wrong);
    for (IsolatedProvider each : providers) {
      Registered other = find(each.name(), more);
      if (other == null) {
        more.add(new Registered(each, connectors.get(each.name()), each.className(), jar.origin()));
      } else {
        wrong.add(taken(jar, each, other.className + " of " + other.origin));
      }
    }
    if (more.size() == all.size()) {
      result.discard();
    }
    return new ModelProviders(more, wrong);
  }

  /** What a jar has for models. */
  sealed interface Loaded permits IsolatedProvider, IsolatedConnector {

    String name();

    /** The name of its class. */
    String className();
  }

  private static <T> List<T> only(Class<T> type, List<Loaded> loaded) {
    return loaded.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Returns what connects to models of the providers of the same jar, by their names. */
  private static Map<String, IsolatedConnector> connectors(
      HandlerJar jar,
      List<IsolatedProvider> providers,
      List<IsolatedConnector> loaded,
      List<HandlerProblem> wrong) {
    boolean areProvidersKnown = providers.size() == jar.models().size();
    var byName = new HashMap<String, IsolatedConnector>();
    for (IsolatedConnector each : loaded) {
      IsolatedConnector other = byName.putIfAbsent(each.name(), each);
      if (other != null) {
        wrong.add(taken(jar, each, other.className()));
      } else if (areProvidersKnown
          && providers.stream().noneMatch(any -> any.name().equals(each.name()))) {
        wrong.add(
            jar.problem(
                each.className(),
                "its name \"" + each.name() + "\" is not that of a model provider of the jar",
                "give it the name of the provider that it connects to"));
      }
    }
    return byName;
  }

  private static HandlerProblem taken(HandlerJar jar, Loaded each, String owner) {
    return jar.problem(
        each.className(),
        "its name \"" + each.name() + "\" belongs to " + owner,
        "remove one of the two");
  }

  /**
   * {@return these and the providers of a jar, as they are in its copy, whose bytes are compared
   * with its digest}
   *
   * @param jar a trusted jar; one without models changes nothing
   * @param copies where all copies are kept
   */
  public ModelProviders withKept(HandlerJar jar, Path copies) {
    try {
      return jar.hasModels() ? with(jar.keptIn(copies)) : this;
    } catch (HandlerJarException e) {
      return withProblem(e.problem());
    }
  }

  /**
   * {@return these, and says that something else cannot be used}
   *
   * @param problem what cannot be used, and what to do
   */
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

  /** {@return all of them, in the order of the jars} */
  public List<Registered> all() {
    return all;
  }

  /** {@return what cannot be used, and why} */
  public List<HandlerProblem> problems() {
    return problems;
  }
}
