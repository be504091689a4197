package dev.attache.cli;

import dev.attache.cli.terminal.Streams;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** The entry point of the {@code attache} command. */
public final class Main {

  private Main() {}

  /** Runs one command line and ends the JVM with its exit code. */
  public static void main(String[] args) {
    Streams streams = Streams.standard();
    // Standard output is for results: what code of others prints goes where messages go.
    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
    int exitCode = QuickStart.run(streams, args);
    if (exitCode == 0 && isAlone()) {
      return; // since Java 21 an exit looks for somebody to log it, which loads 350 classes
    }
    // Not a plain return: threads of a handler that hangs must not keep the command alive. And not
    // halt: after a signal, what has to be ended is being ended, and the exit code is the signal's.
    System.exit(exitCode);
  }

  /** Whether there is no other thread, so that none can be left, or start, that goes on. */
  private static boolean isAlone() {
    return Thread.currentThread().getThreadGroup().activeCount() == 1;
  }
}
