package dev.attache.jars;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of the classes that a jar registers, by what they say they are. Immutable.
 *
 * @param handlers handlers of schemes
 * @param renderers renderers of results
 * @param models providers of models
 * @param connectors what connects to their models
 * @param converters converters of documents
 */
record JarServices(
    List<String> handlers,
    List<String> renderers,
    List<String> models,
    List<String> connectors,
    List<String> converters) {

  JarServices {
    handlers = List.copyOf(handlers);
    renderers = List.copyOf(renderers);
    models = List.copyOf(models);
    connectors = List.copyOf(connectors);
    converters = List.copyOf(converters);
  }

  /** Whether there is nothing that could be loaded. */
  boolean isEmpty() {
    return all().isEmpty();
  }

  /** All names, each once. */
  List<String> all() {
    Set<String> all = new LinkedHashSet<>(handlers);
    all.addAll(renderers);
    all.addAll(models);
    all.addAll(connectors);
    all.addAll(converters);
    return List.copyOf(all);
  }
}
