package dev.attache.jars;

import dev.attache.core.routing.HandlerProblem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A jar that cannot be used as it is, and what to do. */
public final class HandlerJarException extends IOException {

  private static final long serialVersionUID = 1;

  private final transient HandlerProblem problem;

  HandlerJarException(HandlerProblem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  /** {@return the same in parts} */
  public HandlerProblem problem() {
    return problem;
  }
}
