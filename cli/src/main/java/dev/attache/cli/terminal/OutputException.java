package dev.attache.cli.terminal;

import dev.attache.support.text.FileProblem;
import java.io.IOException;

/** A failure to write a result, whatever it was read from. */
public final class OutputException extends IOException {

  private static final long serialVersionUID = 1;

  private OutputException(IOException cause) {
    super(FileProblem.named(cause), cause);
  }

  /** Returns what to throw for a failure of writing. */
  public static OutputException of(IOException e) {
    return e instanceof OutputException known ? known : new OutputException(e);
  }

  /** The reason, which is never null. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /** Whether whoever read the result has seen enough. */
  public boolean isClosedPipe() {
    return reason().endsWith("broken pipe");
  }
}
