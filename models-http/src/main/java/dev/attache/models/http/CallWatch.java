package dev.attache.models.http;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import okhttp3.Call;

/**
 * A watch over one call whose thread sits in a socket, where it notices neither an interruption nor
 * that its time is up. One daemon thread looks after all calls, and ends when there are none.
 * Thread-safe.
 */
final class CallWatch implements AutoCloseable {

  private static final long MILLIS_BETWEEN_LOOKS = 50;

  private static final Set<CallWatch> OPEN = new HashSet<>(); // guarded by itself, as is the next
  private static boolean isAwake;

  private final Thread waiting = Thread.currentThread();
  private final Call call;
  private final long deadline;
  private State state = State.WAITING; // guarded by this

  private enum State {
    WAITING,
    ANSWERED,
    LATE
  }

  private CallWatch(Call call, Duration patience) {
    this.call = call;
    this.deadline = System.nanoTime() + patience.toNanos();
  }

  /**
   * Watches a call of the current thread until it is closed.
   *
   * @param patience how long its answer may take to begin; it is cancelled after that
   */
  static CallWatch over(Call call, Duration patience) {
    var watch = new CallWatch(call, patience);
    synchronized (OPEN) {
      OPEN.add(watch);
      if (!isAwake) {
        isAwake = true;
        var thread = new Thread(CallWatch::lookOn, "attache-model-watch");
        thread.setDaemon(true);
        thread.start();
      }
    }
    return watch;
  }

  /** Notes that the answer has begun; returns false if the call was cancelled for being late. */
  synchronized boolean answered() {
    if (state == State.WAITING) {
      state = State.ANSWERED;
    }
    return state == State.ANSWERED;
  }

  synchronized boolean isLate() {
    return state == State.LATE;
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      OPEN.remove(this);
    }
  }

  private void look() {
    if (waiting.isInterrupted() || isTimeUp()) {
      call.cancel();
    }
  }

  private synchronized boolean isTimeUp() {
    if (state == State.WAITING && System.nanoTime() - deadline >= 0) {
      state = State.LATE;
    }
    return state == State.LATE;
  }

  private static void lookOn() {
    while (true) {
      List<CallWatch> all;
      synchronized (OPEN) {
        if (OPEN.isEmpty()) {
          isAwake = false;
          return;
        }
        all = List.copyOf(OPEN);
      }
      all.forEach(CallWatch::look);
      try {
        Thread.sleep(MILLIS_BETWEEN_LOOKS);
      } catch (InterruptedException e) {
        // nobody has this thread, so nobody interrupts it; the calls still need it
      }
    }
  }
}
