package dev.attache.core.routing;

import org.jspecify.annotations.Nullable;

/** An exception that carries the problem of one provider out of the attempt to load it. */
public final class HandlerLoadException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient HandlerProblem problem;

  /**
   * Carries a problem.
   *
   * @param problem what is wrong with the provider, and what to do
   * @param cause what loading it threw; null if nothing was thrown
   */
  public HandlerLoadException(HandlerProblem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  /** {@return what is wrong with the provider, and what to do} */
  public HandlerProblem problem() {
    return problem;
  }
}
