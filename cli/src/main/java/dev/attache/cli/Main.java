package dev.attache.cli;

/** The entry point of the {@code attache} command. */
public final class Main {

  private Main() {}

  /** Runs one command line and ends the JVM with its exit code. */
  public static void main(String[] args) {
    int exitCode = CommandLines.run(Streams.standard(), args);
    // Not a plain return: threads of a handler that hangs must not keep the command alive. And not
    // halt: after a signal, what has to be ended is being ended, and the exit code is the signal's.
    System.exit(exitCode);
  }
}
