package dev.attache.core.run;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects that one handler keeps for one run: at most one object of each type, closed when the
 * run ends.
 *
 * <p>Thread-safe. Objects are made outside the lock, so that one that takes its time holds up
 * nobody but those who need it; one that is finished only after the run has ended is closed at
 * once.
 */
public final class RunScope implements AutoCloseable {

  private final Map<Class<?>, FutureTask<Object>> objects = new LinkedHashMap<>();
  private boolean closed;

  /**
   * Returns the object of this type, made by {@code create} when first asked for.
   *
   * @throws RunEndedException if nobody would close it any more
   */
  public <T> T get(Class<T> type, Supplier<? extends T> create) {
    FutureTask<Object> task = task(type, create);
    task.run(); // by the first who comes, and only once
    try {
      Object object = madeBy(task);
      if (isLate(type, task)) {
        closeQuietly(object);
        throw new RunEndedException();
      }
      return type.cast(object);
    } catch (ExecutionException e) {
      forget(type, task);
      throw failure(e.getCause());
    }
  }

  private static Object madeBy(FutureTask<Object> task) throws ExecutionException {
    return Objects.requireNonNull(
        Uninterruptibles.getUninterruptibly(task), "a perRun object must not be null");
  }

  private synchronized <T> FutureTask<Object> task(Class<T> type, Supplier<? extends T> create) {
    if (closed) {
      throw new RunEndedException();
    }
    return objects.computeIfAbsent(type, t -> new FutureTask<>(create::get));
  }

  private synchronized boolean isLate(Class<?> type, FutureTask<Object> task) {
    return closed && objects.remove(type, task);
  }

  private synchronized void forget(Class<?> type, FutureTask<Object> task) {
    objects.remove(type, task);
  }

  /** A supplier declares no exception, but not every language knows that. */
  private static RuntimeException failure(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
  }

  /**
   * Closes all that can be closed, the youngest first, as it may use the older ones; what fails to
   * close is not worth losing a run over.
   */
  @Override
  public void close() {
    for (Object object : takeFinished()) {
      closeQuietly(object);
    }
  }

  private synchronized Deque<Object> takeFinished() {
    closed = true;
    Deque<Object> youngestFirst = new ArrayDeque<>();
    for (Iterator<FutureTask<Object>> tasks = objects.values().iterator(); tasks.hasNext(); ) {
      FutureTask<Object> task = tasks.next();
      if (task.isDone()) {
        tasks.remove();
        try {
          youngestFirst.push(madeBy(task));
        } catch (ExecutionException e) {
          // It was never made; whoever asked for it has been told.
        }
      }
    }
    return youngestFirst;
  }

  private static void closeQuietly(Object object) {
    if (!(object instanceof AutoCloseable closeable)) {
      return;
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      ClassLoader own = object.getClass().getClassLoader(); // as when it was made
      thread.setContextClassLoader(own == null ? before : own);
      closeable.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // The results are out already, and there is nobody left whom this would concern.
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
