package dev.attache.schemas;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;

/** The context of one check, which ends it when it takes too long or goes too deep. */
final class BoundedContext extends ExecutionContext {

  private static final int MAX_DEPTH = 1_000;

  /** How many steps go by between two looks at the clock. */
  private static final int STEPS = 64;

  private final long end;
  private int depth;
  private int steps;

  /**
   * @param end by {@link System#nanoTime}
   */
  BoundedContext(long end) {
    super(ExecutionConfig.builder().formatAssertionsEnabled(true).build());
    this.end = end;
  }

  /** The end of a check before its time. */
  static final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LimitException(String message) {
      super(message, null, false, false);
    }
  }

  @Override
  public void evaluationPathAddLast(String token) {
    enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathAddLast(int token) {
    enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathRemoveLast() {
    depth--;
    super.evaluationPathRemoveLast();
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw new LimitException("the schema refers to itself without an end");
    }
    if (++steps % STEPS == 0) {
      requireTime();
    }
  }

  /** Requires that there is time left. */
  void requireTime() {
    if (System.nanoTime() - end > 0) {
      throw new LimitException("the check takes too long");
    }
  }
}
