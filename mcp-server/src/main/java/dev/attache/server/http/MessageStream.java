package dev.attache.server.http;

import dev.attache.server.rpc.MessageSink;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Messages for a client in order, kept in bounds for a connection that may come, or come again.
 * Thread-safe.
 *
 * <p>Each has a number, from 1 on. One connection at a time reads; a new one ends the one before,
 * whose client is gone as a rule, without the server having noticed.
 */
final class MessageStream implements MessageSink {

  /** More than these are not kept: the oldest are dropped. */
  static final int MAX_MESSAGES = 1000;

  static final int MAX_BYTES = 1 << 20;

  private final long id;
  private final TreeMap<Long, byte[]> kept = new TreeMap<>();
  private long keptBytes;
  private long last;
  private long written;
  private boolean isEnded;
  private boolean isGone;
  private @Nullable Runnable gone;
  private @Nullable Reader reader;

  MessageStream(long id) {
    this.id = id;
  }

  /** What tells it from the other streams of its session. */
  long id() {
    return id;
  }

  @Override
  public synchronized void send(byte[] message) {
    if (isEnded) {
      return;
    }
    add(message);
    while (kept.size() > MAX_MESSAGES || (keptBytes > MAX_BYTES && kept.size() > 1)) {
      Map.Entry<Long, byte[]> oldest = kept.firstEntry();
      kept.remove(oldest.getKey());
      keptBytes -= oldest.getValue().length;
    }
  }

  @Override
  public void whenGone(Runnable action) {
    synchronized (this) {
      if (!isGone) {
        gone = action;
        return;
      }
    }
    action.run();
  }

  /** Says that its client is gone, and will not come again. */
  void abandon() {
    Runnable action;
    synchronized (this) {
      isGone = true;
      action = gone;
    }
    if (action != null) {
      action.run();
    }
  }

  /** Adds the last message, if there is one; nothing comes after it. */
  synchronized void end(byte @Nullable [] answer) {
    if (isEnded) {
      return;
    }
    isEnded = true;
    if (answer != null) {
      add(answer);
    }
    notifyAll();
  }

  private void add(byte[] message) {
    last++;
    kept.put(last, message);
    keptBytes += message.length;
    notifyAll();
  }

  synchronized boolean isEnded() {
    return isEnded;
  }

  synchronized long keptBytes() {
    return keptBytes;
  }

  /** Waits until something came, it is ended, or the time is over; whether it is ended only. */
  synchronized boolean awaitFirst(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!isEnded && last == 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return isEnded && last <= 1;
  }

  /** Begins to read after the last message that was written to a connection. */
  synchronized Reader read() {
    return readAfter(written);
  }

  /** Begins to read after a message, as far as what came after it is kept. */
  synchronized Reader readAfter(long number) {
    var next = new Reader(Math.min(Math.max(number, 0), last));
    reader = next;
    notifyAll();
    return next;
  }

  /** What a connection is fed from. Used by one thread. */
  final class Reader {

    private long number;

    private Reader(long number) {
      this.number = number;
    }

    /** What a client names to go on from here. */
    String position() {
      return id + "-" + number;
    }

    /**
     * Waits for the next message.
     *
     * @return null if none has come in time, or none will come any more: see {@link #isAtEnd()}
     */
    byte @Nullable [] next(long millis) throws InterruptedException {
      synchronized (MessageStream.this) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isAtEnd()) {
          Map.Entry<Long, byte[]> entry = kept.higherEntry(number);
          if (entry != null) {
            number = entry.getKey();
            return entry.getValue();
          }
          long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
          if (left <= 0) {
            return null;
          }
          MessageStream.this.wait(left);
        }
        return null;
      }
    }

    /** Says that the last message has been written. */
    void written() {
      synchronized (MessageStream.this) {
        written = Math.max(written, number);
      }
    }

    boolean isAtEnd() {
      synchronized (MessageStream.this) {
        return reader != this || (isEnded && kept.higherKey(number) == null);
      }
    }
  }
}
