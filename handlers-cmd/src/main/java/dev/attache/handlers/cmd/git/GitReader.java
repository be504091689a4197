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
   * @throws GitRefusal if git says that it cannot answer, with the reason it gives
   * @throws IOException if it cannot be started, takes too long, or more is wanted than can be kept
   */
  List<String> records(
      Path directory,
      Map<String, String> environment,
      List<String> arguments,
      Predicate<String> wanted)
      throws IOException;
}
