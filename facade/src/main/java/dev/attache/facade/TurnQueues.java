package dev.attache.facade;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.model.call.ModelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The turns of each conversation that are being answered or wait for it, in order. A conversation
 * without any takes no room. Thread-safe.
 */
final class TurnQueues {

  private final boolean mayWait;
  private final Map<ConversationId, Deque<Place>> queues = new HashMap<>(); // guarded by this

  /**
   * @param mayWait false to refuse a turn while another of its conversation is being answered
   */
  TurnQueues(boolean mayWait) {
    this.mayWait = mayWait;
  }

  /**
   * Takes the last place of a conversation's queue.
   *
   * @param token the token of the turn; tries of the same turn always wait for each other
   * @throws StoreException {@code BUSY} if turns may not wait and another one is there
   * @throws IllegalStateException if the current thread has a place in the queue already, for which
   *     it would wait for ever
   */
  synchronized Place enter(ConversationId id, @Nullable AppendToken token) throws StoreException {
    Deque<Place> queue = queues.computeIfAbsent(id, any -> new ArrayDeque<>());
    var place = new Place(id, token);
    for (Place other : queue) {
      if (other.thread == place.thread) {
        throw new IllegalStateException(
            "this thread is answering a turn of " + id + "; begin the next one after that");
      } else if (!mayWait && (token == null || !token.equals(other.token))) {
        throw StoreException.of(
            StoreException.Kind.BUSY, "another turn of " + id + " is being answered");
      }
    }
    queue.add(place);
    letIn(queue);
    return place;
  }

  private static void letIn(Deque<Place> queue) {
    Place first = queue.peek();
    if (first != null) {
      first.isFirst.complete(null);
    }
  }

  private synchronized void leave(Place place) {
    Deque<Place> queue = queues.get(place.id);
    if (queue != null && queue.remove(place)) {
      if (queue.isEmpty()) {
        queues.remove(place.id);
      }
      letIn(queue);
    }
  }

  /** The place of one turn. */
  final class Place implements AutoCloseable {

    private final ConversationId id;
    private final @Nullable AppendToken token;
    private final Thread thread = Thread.currentThread();
    private final CompletableFuture<Void> isFirst = new CompletableFuture<>();

    private Place(ConversationId id, @Nullable AppendToken token) {
      this.id = id;
      this.token = token;
    }

    /**
     * Waits until no other turn is before this one.
     *
     * @return false if the place was cancelled meanwhile
     * @throws ModelException {@code CANCELLED} if the thread is interrupted
     */
    boolean await() throws ModelException {
      try {
        isFirst.get();
        return true;
      } catch (CancellationException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw ModelException.of(
            ModelException.Kind.CANCELLED,
            "the turn was cancelled while it waited for another one of " + id,
            e);
      } catch (ExecutionException e) {
        throw new AssertionError(e); // it is completed or cancelled, and never fails
      }
    }

    /** Waits no longer. */
    void cancel() {
      isFirst.cancel(false);
    }

    /** Lets the next turn in. */
    @Override
    public void close() {
      leave(this);
    }
  }
}
