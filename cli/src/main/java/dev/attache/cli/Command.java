package dev.attache.cli;

import java.io.IOException;

/** One command of {@code attache}. */
interface Command {

  /** Adds its own options and parameters. */
  void addTo(Options options);

  /**
   * Runs it with what was given.
   *
   * @return the exit code
   * @throws IOException if the result cannot be written
   */
  int run(Arguments arguments, Run run) throws IOException, UsageException;
}
