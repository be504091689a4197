package dev.attache.resource.spi;

/**
 * The one who asked for a resource, and so whose consent there is, from the most trusted to the
 * least.
 *
 * <p>Reading most things is harmless, whoever asks. Where it is not, as with a program that has to
 * be started, the one who asked decides: what the user typed is consent, what came with the
 * workspace or from a model is not.
 */
public enum Requester {
  /** The user: typed on the command line, or declared in the user's own configuration. */
  USER,
  /** The workspace: declared in files that came with it. */
  WORKSPACE,
  /** A model. */
  MODEL;

  /** Returns the one of the two who is trusted less. */
  public Requester orLessTrusted(Requester other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
