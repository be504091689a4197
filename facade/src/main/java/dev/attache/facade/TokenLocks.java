package dev.attache.facade;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationId;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for each turn of a client that is being answered, by its token. Nobody waits for another
 * turn, and what is held by nobody takes no room. Thread-safe.
 */
final class TokenLocks {

  private final Map<Key, Held> held = new ConcurrentHashMap<>();

  /** A turn before it has a number. */
  private record Key(ConversationId id, AppendToken token) {}

  /** Waits until nobody else holds the lock of a turn, and holds it. */
  Held hold(ConversationId id, AppendToken token) {
    var key = new Key(id, token);
    Held entered =
        Objects.requireNonNull(
            held.compute(
                key,
                (each, others) -> {
                  Held one = others == null ? new Held(key) : others;
                  one.users++;
                  return one;
                }));
    entered.lock.lock();
    return entered;
  }

  /** The lock of one turn; closing it lets the next one in. */
  final class Held implements AutoCloseable {

    private final Key key;
    private final ReentrantLock lock = new ReentrantLock();
    private int users; // who holds it or waits for it; changed within compute only

    private Held(Key key) {
      this.key = key;
    }

    @Override
    public void close() {
      lock.unlock();
      held.compute(key, (each, one) -> --users == 0 ? null : this);
    }
  }
}
