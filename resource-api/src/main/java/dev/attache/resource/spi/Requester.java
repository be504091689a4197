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
  /** The user, who typed it for this run or this conversation. */
  USER,
  /** The user, who declared it in a configuration of his or her own, for all workspaces. */
  CONFIGURATION,
  /** The workspace: declared in files that came with it. */
  WORKSPACE,
  /** A model. */
  MODEL;

  /** {@return whether it is the user, be it typed or configured} */
  public boolean isUser() {
    return this == USER || this == CONFIGURATION;
  }

  /**
   * {@return the one of the two who is trusted less}
   *
   * @param other may be the same
   */
  public Requester orLessTrusted(Requester other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
