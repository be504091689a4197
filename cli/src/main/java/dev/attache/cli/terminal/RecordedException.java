package dev.attache.cli.terminal;

import dev.attache.support.text.FileProblem;
import java.io.IOException;

/**
 * A failure to print something that was recorded: whoever takes that for a failure of the whole,
 * and does it again, has it twice.
 */
public final class RecordedException extends IOException {

  private static final long serialVersionUID = 1;

  private RecordedException(String message, IOException cause) {
    super(message, cause);
  }

  /**
   * Returns what to throw when the printing fails, which is the failure itself if whoever read has
   * seen enough.
   *
   * @param recorded what was recorded: {@code turn 3}
   */
  public static IOException of(String recorded, IOException e) {
    if (e instanceof OutputException output && output.isClosedPipe()) {
      return output;
    }
    return new RecordedException(
        recorded
            + " was recorded, but its result cannot be printed: "
            + FileProblem.named(e)
            + "; print it with attache conversation print",
        e);
  }

  /** The message, which is never null. */
  public String message() {
    return String.valueOf(getMessage());
  }
}
