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
   * @param invocation the start, down to the file, the arguments and the directory; nothing else
   *     may be started
   * @param requester who asked for the resource; what the user typed is consent
   * @return a yes or a no, with the reason
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

    /**
     * {@return a yes}
     *
     * @param why the reason in a few words, lower case
     */
    public static Decision allowed(String why) {
      return new Decision(true, why, null);
    }

    /**
     * {@return a no}
     *
     * @param why the reason in a few words, lower case
     */
    public static Decision denied(String why) {
      return new Decision(false, why, null);
    }

    /**
     * {@return a no about which the user can do something}
     *
     * @param why the reason in a few words, lower case
     * @param remedy what the user can do about it
     */
    public static Decision denied(String why, Remedy remedy) {
      return new Decision(false, why, remedy);
    }

    /**
     * {@return a no as the failure of a resource}
     *
     * @param uri the resource that the program was to be started for
     */
    public ResourceException refusal(ResourceUri uri) {
      return ResourceException.of(ResourceException.Kind.DENIED, uri.value(), why)
          .withRemedy(remedy);
    }
  }
}
