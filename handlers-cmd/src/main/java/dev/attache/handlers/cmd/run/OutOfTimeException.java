package dev.attache.handlers.cmd.run;

import dev.attache.support.text.DurationText;
import java.time.Duration;

/** The end of a command whose time was up, with what it had printed by then. */
public final class OutOfTimeException extends Exception {

  private static final long serialVersionUID = 1;
  private static final int MAX_EXCERPT = 400;

  private final transient Captured output;
  private final transient Captured errors;

  OutOfTimeException(Captured output, Captured errors) {
    this.output = output;
    this.errors = errors;
  }

  Captured output() {
    return output;
  }

  Captured errors() {
    return errors;
  }

  /** The line that says it to a person, without the values that were passed to the command. */
  String line(Duration limit, PassedValues secrets) {
    String message =
        "ran longer than " + DurationText.exact(limit) + " and was killed; it had printed ";
    if (output.isEmpty() && errors.isEmpty()) {
      return message + "nothing";
    }
    return message
        + (output.isEmpty() ? "nothing" : ByteCount.of(output.size()))
        + " on stdout and "
        + (errors.isEmpty() ? "nothing" : ByteCount.of(errors.size()))
        + " on stderr"
        + end("stdout", output, secrets)
        + end("stderr", errors, secrets);
  }

  private static String end(String name, Captured stream, PassedValues secrets) {
    return stream.isEmpty() ? "" : "; the end of " + name + ": " + secrets.end(stream, MAX_EXCERPT);
  }
}
