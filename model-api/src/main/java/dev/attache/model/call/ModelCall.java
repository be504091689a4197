package dev.attache.model.call;

import org.jspecify.annotations.Nullable;

/**
 * One request to a model, and its answer, event by event. One thread pulls; any thread may cancel.
 *
 * <pre>{@code
 * try (ModelCall call = connector.open(request, body, settings)) {
 *   for (ModelEvent event = call.next(); event != null; event = call.next()) {
 *     …
 *   }
 * }
 * }</pre>
 */
public interface ModelCall extends AutoCloseable {

  /**
   * Waits for the next event. The first one sends the request, again where that may help and no
   * event was given yet.
   *
   * @return null after {@link ModelEvent.Finished}
   * @throws ModelException if the answer is not complete and will not be; all that came before was
   *     given. The same one is thrown from then on
   */
  @Nullable ModelEvent next() throws ModelException;

  /**
   * {@return what the provider calls this request, for its support; null as long as nobody knows}
   */
  @Nullable String requestId();

  /** Ends the call at once, be it waiting or not; {@link #next} then says CANCELLED. */
  void cancel();

  /** Ends the call, and gives back what it holds. */
  @Override
  void close();
}
