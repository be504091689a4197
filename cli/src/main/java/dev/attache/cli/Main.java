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
    // Not a plain return: threads of a handler that hangs must not keep the command alive. And not
    // halt: after a signal, what has to be ended is being ended, and the exit code is the signal's.
    System.exit(exitCode);
  }
}
