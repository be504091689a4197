package dev.attache.core.run;

import java.util.concurrent.CancellationException;

/**
 * An exception that tells what adds to a run that the run has ended: told apart from a cancellation
 * of a handler's own, which is a failure like any other.
 */
final class RunEndedException extends CancellationException {

  private static final long serialVersionUID = 1;

  RunEndedException() {
    super("the run has ended");
  }
}
