package dev.attache.core.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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

  private final Map<Class<?>, Making> objects = new LinkedHashMap<>();
  private boolean closed;

  /** One object in the making, by the first who comes; a future task would load twenty classes. */
  private static final class Making {
    private @Nullable Object object;
    private @Nullable Throwable failure;
    private volatile boolean isDone; // behind what it made

    synchronized void run(Supplier<?> create) {
      if (!isDone) {
        try {
          object = Objects.requireNonNull(create.get(), "a perRun object must not be null");
        } catch (Exception | Error e) { // a stranger's code; all who wait for it are told
          failure = e;
        }
        isDone = true;
      }
    }
  }

  /**
   * Returns the object of this type, made by {@code create} when first asked for.
   *
   * @throws RunEndedException if nobody would close it any more
   */
  public <T> T get(Class<T> type, Supplier<? extends T> create) {
    Making making = making(type);
    making.run(create);
    Object object = making.object;
    if (object == null) {
      forget(type, making);
      throw failure(making.failure);
    }
    if (isLate(type, making)) {
      closeQuietly(object);
      throw new RunEndedException();
    }
    return type.cast(object);
  }

  private synchronized Making making(Class<?> type) {
    if (closed) {
      throw new RunEndedException();
    }
    Making making = objects.get(type);
    if (making == null) {
      making = new Making();
      objects.put(type, making);
    }
    return making;
  }

  private synchronized boolean isLate(Class<?> type, Making making) {
    return closed && objects.remove(type, making);
  }

  private synchronized void forget(Class<?> type, Making making) {
    objects.remove(type, making);
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
    for (Iterator<Making> all = objects.values().iterator(); all.hasNext(); ) {
      Making making = all.next();
      if (making.isDone) {
        all.remove();
        if (making.object != null) { // or else it was never made, and whoever asked has been told
          youngestFirst.push(making.object);
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
