package dev.attache.handlers.cmd.git;

import java.io.IOException;

/** Says that git ended with another exit code than 0; the message is git's own. */
final class GitRefusal extends IOException {

  private static final long serialVersionUID = 1;

  /** With what git ends when it gives up, and not because it does not know an option. */
  private static final int GIVEN_UP = 128;

  private final int exitCode;

  GitRefusal(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Whether git understood what it was asked, and could not do it. */
  boolean isGivenUp() {
    return exitCode == GIVEN_UP;
  }
}
