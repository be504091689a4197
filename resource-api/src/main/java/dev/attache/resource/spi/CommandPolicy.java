package dev.attache.resource.spi;

import dev.attache.resource.ResourceUri;

/**
 * The application's answer to whether a program may be started. A handler that starts programs asks
 * for it with {@link HandlerContext#service}, starts nothing without a yes, and nothing at all when
 * the application hands down no policy.
 *
 * <p>Thread-safe. Answers at once, without asking anybody: whoever has to be asked is asked before
 * the run.
 */
@FunctionalInterface
public interface CommandPolicy {

  /**
   * Decides about one start of a program that {@code requester} asked for.
   *
   * @param uri the resource that the program is started for, by which a no can name it
   */
  Decision decide(ResourceUri uri, Invocation invocation, Requester requester);

  /**
   * A yes or a no.
   *
   * @param isAllowed whether the program may be started
   * @param why the reason in a few words, lower case; for a no, also what to do
   */
  record Decision(boolean isAllowed, String why) {

    /** Returns a yes. */
    public static Decision allowed(String why) {
      return new Decision(true, why);
    }

    /** Returns a no. */
    public static Decision denied(String why) {
      return new Decision(false, why);
    }
  }
}
