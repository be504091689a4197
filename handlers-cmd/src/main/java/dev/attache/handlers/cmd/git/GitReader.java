package dev.attache.handlers.cmd.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The git that is asked about a repository before another program may run there. */
public interface GitReader {

  /**
   * What git prints, cut at every NUL; one char from 0 to 255 for each byte. What follows the last
   * NUL is a record too, unless nothing does.
   *
   * @param arguments a subcommand that runs no other program, and its arguments
   * @param wanted which of the records to keep
   * @throws RefusedException if git says that it cannot answer, with the reason it gives
   * @throws IOException if it cannot be started, takes too long, or more is wanted than can be kept
   */
  List<String> records(
      Path directory,
      Map<String, String> environment,
      List<String> arguments,
      Predicate<String> wanted)
      throws IOException;

  /** The end of git with another exit code than 0; the message is git's own. */
  final class RefusedException extends IOException {

    private static final long serialVersionUID = 1;

    /** With what git ends when it gives up, and not because it does not know an option. */
    private static final int GIVEN_UP = 128;

    private final int exitCode;

    RefusedException(String message, int exitCode) {
      super(message);
      this.exitCode = exitCode;
    }

    /** Whether git understood what it was asked, and could not do it. */
    boolean isGivenUp() {
      return exitCode == GIVEN_UP;
    }
  }
}
