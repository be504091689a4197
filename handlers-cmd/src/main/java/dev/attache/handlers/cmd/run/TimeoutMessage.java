package dev.attache.handlers.cmd.run;

import java.time.Duration;

/** The line about a command whose time was up: what it had printed by then, and the end of it. */
final class TimeoutMessage {

  private static final int MAX_EXCERPT = 400;

  private TimeoutMessage() {}

  /** Says it, without the values that were passed to it. */
  static String of(Duration limit, Captured output, Captured errors, PassedValues secrets) {
    String message = "ran longer than " + seconds(limit) + " and was ended; it had printed ";
    if (output.isEmpty() && errors.isEmpty()) {
      return message + "nothing";
    }
    return message
        + (output.isEmpty() ? "nothing" : Counts.bytes(output.size()))
        + " on stdout and "
        + (errors.isEmpty() ? "nothing" : Counts.bytes(errors.size()))
        + " on stderr"
        + end("stdout", output, secrets)
        + end("stderr", errors, secrets);
  }

  private static String end(String name, Captured stream, PassedValues secrets) {
    return stream.isEmpty() ? "" : "; the end of " + name + ": " + secrets.end(stream, MAX_EXCERPT);
  }

  private static String seconds(Duration limit) {
    return limit.toMillisPart() == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
