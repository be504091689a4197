package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.process.StartFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a command, and what it had printed.
 *
 * @param exitCode from 0 to 255; 128 and more is also how a death by signal shows
 * @param output its standard output
 * @param errors its standard error
 * @param leftBehind how many processes that it had started still ran and had to be ended
 * @param isComplete whether all was read; not if what could not be ended went on holding a stream
 */
public record Completion(
    int exitCode, Captured output, Captured errors, int leftBehind, boolean isComplete) {

  private static final int MAX_MESSAGE = 8192;

  /** What is uncertain, a line each. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    if (leftBehind == 1) {
      notes.add("1 process that it had started was still running and was killed");
    } else if (leftBehind > 1) {
      notes.add(leftBehind + " processes that it had started were still running and were killed");
    }
    if (!isComplete) {
      notes.add("a process that could not be killed may have printed more");
    }
    return notes;
  }

  /**
   * Requires that what ended is the program, and not what should have become the program.
   *
   * @throws IOException with the reason why it did not
   */
  void requireProgram() throws IOException {
    if (output.isEmpty() && errors.size() <= MAX_MESSAGE) {
      String reason = StartFailure.reason(exitCode, new String(errors.head(), UTF_8));
      if (reason != null) {
        throw new IOException(reason);
      }
    }
  }
}
