package dev.attache.core.routing;

/**
 * The reason why one handler is not there. Immutable.
 *
 * @param provider the name of its class, or an empty string when not even that is known
 * @param origin the jar, folder or services file that names it
 * @param reason what went wrong, in one line
 * @param fix what to do about it, in one line
 */
public record HandlerProblem(String provider, HandlerOrigin origin, String reason, String fix) {

  /** What to do about what only its author can mend. */
  public static final String ASK_ITS_AUTHOR = "fix it where it is built, or ask its author to";

  /** What to do about what was damaged on its way. */
  public static final String GET_IT_AGAIN = "download it again";

  /** The problem in one line, without what to do. */
  @Override
  public String toString() {
    String subject = provider.isEmpty() ? "handlers" : "handler " + provider;
    return subject + " of " + origin + " cannot be used: " + reason;
  }
}
