package dev.attache.core;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A call on a thread of its own, which may be meant to wait. */
public final class Background<T> {

  private final FutureTask<T> task;
  private final Thread thread;

  private Background(FutureTask<T> task, Thread thread) {
    this.task = task;
    this.thread = thread;
  }

  public static <T> Background<T> start(Callable<T> call) {
    return start(Thread.currentThread().getThreadGroup(), call);
  }

  public static <T> Background<T> start(ThreadGroup group, Callable<T> call) {
    var task = new FutureTask<>(call);
    var thread = new Thread(group, task, "in-the-background");
    thread.setDaemon(true);
    thread.start();
    return new Background<>(task, thread);
  }

  /** Fails unless its thread comes to rest before the call has ended. */
  public void assertWaits() {
    awaitRest(thread);
    assertThat(task.isDone()).as("the call has ended").isFalse();
  }

  /**
   * Waits for the call to end.
   *
   * @throws java.util.concurrent.ExecutionException if it failed, with what it threw as the cause
   */
  public T result() throws Exception {
    return task.get();
  }

  /** Waits until a thread waits for something and goes on doing so, or has ended. */
  static void awaitRest(Thread thread) {
    await()
        .pollInterval(Duration.ofMillis(1))
        .during(Duration.ofMillis(5)) // who was just woken looks as if it still waited
        .until(() -> isAtRest(thread));
  }

  static boolean isAtRest(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING, TERMINATED -> true;
      default -> false;
    };
  }
}
