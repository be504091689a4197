package dev.attache.resource.spi;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import org.jspecify.annotations.Nullable;

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
   * @param why the reason in a few words, lower case
   * @param remedy what the user can do about a no; null if nothing is known
   */
  record Decision(boolean isAllowed, String why, @Nullable Remedy remedy) {

    /** {@return a yes} */
    public static Decision allowed(String why) {
      return new Decision(true, why, null);
    }

    /** {@return a no} */
    public static Decision denied(String why) {
      return new Decision(false, why, null);
    }

    /** {@return a no about which the user can do something} */
    public static Decision denied(String why, Remedy remedy) {
      return new Decision(false, why, remedy);
    }

    /** {@return a no as the failure of a resource} */
    public ResourceException refusal(ResourceUri uri) {
      return ResourceException.of(ResourceException.Kind.DENIED, uri.value(), why)
          .withRemedy(remedy);
    }
  }
}
