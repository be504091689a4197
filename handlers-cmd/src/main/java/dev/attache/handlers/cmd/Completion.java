package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.process.StartFailure;
import java.io.IOException;

/**
 * How a command ended, and what it had printed.
 *
 * @param exitCode from 0 to 255; 128 and more is also how a death by signal shows
 * @param output its standard output
 * @param errors its standard error
 * @param leftBehind how many processes that it had started still ran and had to be ended
 * @param isComplete whether all was read; not if what could not be ended went on holding a stream
 */
record Completion(
    int exitCode, Captured output, Captured errors, int leftBehind, boolean isComplete) {

  private static final int MAX_MESSAGE = 8192;

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
