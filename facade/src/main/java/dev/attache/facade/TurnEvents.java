package dev.attache.facade;

import dev.attache.agent.LoopListener;
import dev.attache.model.call.ModelEvent;
import java.io.InterruptedIOException;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of an answer on their way to one subscriber, no faster than it wants them: the thread
 * that asks waits until the next one is requested. Thread-safe.
 */
final class TurnEvents implements Subscription, LoopListener {

  private final Subscriber<? super ModelEvent> subscriber;
  private final Runnable cancel;
  private final ReentrantLock lock = new ReentrantLock(); // no monitor: threads may be virtual
  private final Condition changed = lock.newCondition();
  private long wanted;
  private boolean isWrong;
  private boolean isCancelled;
  private boolean isOver;

  /**
   * @param cancel ends the asking; called once the subscriber wants nothing more
   */
  TurnEvents(Subscriber<? super ModelEvent> subscriber, Runnable cancel) {
    this.subscriber = subscriber;
    this.cancel = cancel;
  }

  @Override
  public void request(long n) {
    lock.lock();
    try {
      isWrong |= n <= 0;
      wanted = wanted + n < 0 ? Long.MAX_VALUE : wanted + Math.max(n, 0);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void cancel() {
    lock.lock();
    try {
      isCancelled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    cancel.run();
  }

  @Override
  public void event(ModelEvent event) throws InterruptedIOException {
    if (isWanted()) {
      subscriber.onNext(event);
    }
  }

  /** Waits until one more piece is wanted; returns false if none ever is. */
  private boolean isWanted() throws InterruptedIOException {
    lock.lock();
    try {
      while (wanted == 0 && !isCancelled && !isOver && !isWrong) {
        changed.await();
      }
      if (isWrong) { // Reactive Streams, rule 3.9
        throw new IllegalArgumentException("request(n) must be given a positive number");
      }
      boolean isWanted = wanted > 0 && !isCancelled;
      wanted -= isWanted && wanted != Long.MAX_VALUE ? 1 : 0;
      return isWanted;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the subscriber wanted no more");
    } finally {
      lock.unlock();
    }
  }

  /** Waits no longer for anybody to want more, since the turn was cancelled. */
  void wake() {
    lock.lock();
    try {
      isOver = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Says that the answer is over, unless the subscriber has cancelled.
   *
   * @param failure why it is not complete; null if it is
   */
  void end(@Nullable Throwable failure) {
    if (isGone()) {
      return;
    } else if (failure == null) {
      subscriber.onComplete();
    } else {
      subscriber.onError(failure);
    }
  }

  private boolean isGone() {
    lock.lock();
    try {
      return isCancelled;
    } finally {
      lock.unlock();
    }
  }
}
