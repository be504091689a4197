package dev.attache.core;

/**
 * Why one handler is not there.
 *
 * @param provider the name of its class, or an empty string when not even that is known
 * @param origin the jar, folder or services file that names it
 * @param reason what went wrong, in one line
 */
public record HandlerProblem(String provider, String origin, String reason) {

  /** The whole problem in one line. */
  @Override
  public String toString() {
    String subject = provider.isEmpty() ? "handlers" : "handler " + provider;
    return subject + " of " + origin + " cannot be used: " + reason;
  }
}
