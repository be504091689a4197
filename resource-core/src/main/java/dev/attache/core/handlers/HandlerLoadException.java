package dev.attache.core.handlers;

import org.jspecify.annotations.Nullable;

/** Carries the problem of one provider out of the attempt to load it. */
final class HandlerLoadException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient HandlerProblem problem;

  HandlerLoadException(HandlerProblem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  HandlerProblem problem() {
    return problem;
  }
}
