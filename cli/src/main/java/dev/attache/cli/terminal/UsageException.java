package dev.attache.cli.terminal;

/** Says that the command line is wrong, in one line for the user. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
