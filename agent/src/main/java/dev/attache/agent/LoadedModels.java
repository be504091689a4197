package dev.attache.agent;

import dev.attache.core.routing.ForeignText;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The providers of models that one class loader sees, and what connects to them. What cannot be
 * loaded is a problem, and costs the others nothing. Immutable.
 */
final class LoadedModels {

  private static final ClassLoader LIBRARY = LoadedModels.class.getClassLoader();

  /** Looked up once. The loader of a thread may see nothing, as in a pool of a Spring Boot jar. */
  private static final LoadedModels OWN = new LoadedModels(LIBRARY);

  private final Map<String, ModelProvider> providers = new TreeMap<>();
  private final Map<String, ModelConnector> connectors = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private LoadedModels(ClassLoader loader) {
    load(ModelProvider.class, "a model provider", loader)
        .forEach(each -> providers.putIfAbsent(each.name(), each));
    load(ModelConnector.class, "a model connector", loader)
        .forEach(each -> connectors.putIfAbsent(each.name(), each));
  }

  private <S> List<S> load(Class<S> service, String what, ClassLoader loader) {
    var loaded = new ArrayList<S>();
    Iterator<S> found = ServiceLoader.load(service, loader).iterator();
    while (true) {
      try {
        if (!found.hasNext()) {
          return loaded;
        }
        loaded.add(found.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        String cause = e.getCause() == null ? "" : " (" + ForeignText.of(e.getCause()) + ")";
        problems.add(what + " cannot be loaded: " + ForeignText.of(e) + cause);
      }
    }
  }

  /** Returns the models of the library's own class loader. */
  static LoadedModels own() {
    return OWN;
  }

  /** Returns them, with those that the current thread's class loader sees if they lack a name. */
  static LoadedModels having(String name) {
    ClassLoader other = Thread.currentThread().getContextClassLoader();
    if (OWN.providers.containsKey(name) || other == null || other == LIBRARY) {
      return OWN;
    }
    var all = new LoadedModels(other);
    all.providers.putAll(OWN.providers);
    all.connectors.putAll(OWN.connectors);
    all.problems.addAll(OWN.problems);
    return all;
  }

  @Nullable ModelProvider provider(String name) {
    return providers.get(name);
  }

  @Nullable ModelConnector connector(String name) {
    return connectors.get(name);
  }

  /** Returns the names of all providers, sorted. */
  Set<String> names() {
    return Collections.unmodifiableSet(providers.keySet());
  }

  /** Returns what cannot be loaded and why, a line each. */
  List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
