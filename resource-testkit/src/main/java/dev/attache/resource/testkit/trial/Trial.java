package dev.attache.resource.testkit.trial;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;

/**
 * One call on a thread of its own, bounded in time, that can be asked afterwards which threads it
 * left behind.
 *
 * <p>Threads are told apart by their group, which a new thread inherits from the one that starts
 * it; so whatever else runs in this JVM does not disturb.
 */
public final class Trial<T> {

  /** The JVM's own pool, which no handler can end. */
  private static final String COMMON_POOL = "ForkJoinPool.commonPool";

  private static final String NAME = "trial";

  private final ThreadGroup group = new ThreadGroup(NAME);
  private final FutureTask<T> task;
  private final Thread thread;

  /** Where the thread was at the last look. */
  private List<StackTraceElement> stack = List.of();

  private Trial(Callable<T> call) {
    this.task = new FutureTask<>(call);
    this.thread = new Thread(group, task, NAME);
    this.thread.setDaemon(true);
  }

  public static <T> Trial<T> start(Callable<T> call) {
    var trial = new Trial<>(call);
    trial.thread.start();
    return trial;
  }

  /** Whether the thread that asks is one of a trial, or was started by one. */
  static boolean isUnderWayHere() {
    for (ThreadGroup group = Thread.currentThread().getThreadGroup();
        group != null;
        group = group.getParent()) {
      if (group.getName().equals(NAME)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Waits until the call is in the middle of something, at most that long: until its thread stays
   * in a native method, as one does that waits, sleeps or reads. A call that never does so is busy
   * by then.
   */
  public void awaitUnderWay(Duration bound) throws InterruptedException {
    BoundedWait.until(() -> task.isDone() || stays(), bound);
  }

  private boolean stays() {
    List<StackTraceElement> before = stack;
    stack = List.of(thread.getStackTrace());
    return !stack.isEmpty() && stack.get(0).isNativeMethod() && stack.equals(before);
  }

  /** Waits for the call to end; returns whether it did. */
  public boolean endsWithin(Duration patience) throws InterruptedException {
    thread.join(patience.toMillis());
    return !thread.isAlive();
  }

  public void interrupt() {
    thread.interrupt();
  }

  /** Returns what the call returned, or throws what it threw. */
  public T result() throws Exception {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) Objects.requireNonNull(e.getCause());
    }
  }

  /** Waits for the threads that the call started to end, and names those that did not. */
  public List<String> survivors(Duration patience, Predicate<Thread> allowed)
      throws InterruptedException {
    BoundedWait.until(() -> alive(allowed).isEmpty(), patience);
    return alive(allowed);
  }

  private List<String> alive(Predicate<Thread> allowed) {
    var threads = new Thread[group.activeCount() + 16];
    int count = group.enumerate(threads);
    return Arrays.stream(threads, 0, count)
        .filter(other -> !other.getName().startsWith(COMMON_POOL) && !allowed.test(other))
        .map(Thread::getName)
        .sorted()
        .toList();
  }
}
