package dev.attache.core.handlers;

/**
 * Why one handler is not there.
 *
 * @param provider the name of its class, or an empty string when not even that is known
 * @param origin the jar, folder or services file that names it
 * @param reason what went wrong, in one line
 * @param fix what to do about it, in one line
 */
public record HandlerProblem(String provider, HandlerOrigin origin, String reason, String fix) {

  /** The problem in one line, without what to do. */
  @Override
  public String toString() {
    String subject = provider.isEmpty() ? "handlers" : "handler " + provider;
    return subject + " of " + origin + " cannot be used: " + reason;
  }
}
