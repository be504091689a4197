package dev.attache.cli;

import dev.attache.core.handlers.HandlerProblem;
import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.resource.spi.ResourceHandler;

/** The loading of the handlers that the command has. */
final class Handlers {

  private Handlers() {}

  /**
   * Loads all handlers and adds {@code own}; what cannot be loaded is said and costs nothing else.
   */
  static HandlerRegistry load(Console console, ResourceHandler... own) {
    HandlerRegistry registry = HandlerRegistry.load(Handlers.class.getClassLoader());
    for (HandlerProblem problem : registry.problems()) {
      console.error(problem + "; see attache handlers doctor");
    }
    return registry.with(own);
  }
}
