package dev.attache.cli.terminal;

/** A mistake on the command line, in one line for the user. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
