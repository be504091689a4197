package dev.attache.jars;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of the classes that a jar registers, by what they say they are. Immutable.
 *
 * @param handlers handlers of schemes
 * @param renderers renderers of results
 */
record JarServices(List<String> handlers, List<String> renderers) {

  JarServices {
    handlers = List.copyOf(handlers);
    renderers = List.copyOf(renderers);
  }

  /** Whether there is nothing that could be loaded. */
  boolean isEmpty() {
    return handlers.isEmpty() && renderers.isEmpty();
  }

  /** All names, each once. */
  List<String> all() {
    Set<String> all = new LinkedHashSet<>(handlers);
    all.addAll(renderers);
    return List.copyOf(all);
  }
}
