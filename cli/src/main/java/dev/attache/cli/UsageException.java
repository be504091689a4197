package dev.attache.cli;

/** Says that the command line is wrong, in one line for the user. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
