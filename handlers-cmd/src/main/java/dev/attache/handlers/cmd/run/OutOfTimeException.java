package dev.attache.handlers.cmd.run;

/** Says that a command had to be ended, with what it had printed by then. */
public final class OutOfTimeException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Captured output;
  private final transient Captured errors;

  OutOfTimeException(Captured output, Captured errors) {
    this.output = output;
    this.errors = errors;
  }

  Captured output() {
    return output;
  }

  Captured errors() {
    return errors;
  }
}
