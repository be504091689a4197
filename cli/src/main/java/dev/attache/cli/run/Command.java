package dev.attache.cli.run;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.util.List;

/** One command of {@code attache}. */
public interface Command {

  /** Adds its own options and parameters. */
  void addTo(Options options);

  /** Two lines that one could type, for its help. */
  List<String> examples();

  /**
   * Runs it with what was given.
   *
   * @return the exit code
   * @throws IOException if the result cannot be written
   */
  int run(Arguments arguments, Run run) throws IOException, UsageException;
}
