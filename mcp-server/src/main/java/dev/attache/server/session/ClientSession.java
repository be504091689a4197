package dev.attache.server.session;

import dev.attache.server.rpc.MessageSink;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The receiver of the messages of one client, whatever transport they come by. Thread-safe. */
public interface ClientSession extends AutoCloseable {

  /**
   * Takes a message and returns soon; the work is done on threads of the session.
   *
   * @param message a JSON value as plain values: what {@code PlainJson.read} gives
   * @param related takes the notifications that belong to this message, all before the answer
   * @return the answer, one JSON text in UTF-8 without line breaks; completed with null when none
   *     is due. It always completes, and never exceptionally
   */
  CompletableFuture<byte @Nullable []> accept(@Nullable Object message, MessageSink related);

  /** Whether it could not be opened, so that another one may do better. */
  default boolean hasFailed() {
    return false;
  }

  /** Ends the requests that would go on for ever, because the client asks nothing more. */
  default void endListening() {}

  /** Gives up what is not answered yet, and lets go of all that the session holds. */
  @Override
  void close();
}
