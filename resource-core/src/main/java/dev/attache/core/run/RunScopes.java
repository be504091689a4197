package dev.attache.core.run;

import dev.attache.core.routing.RegisteredHandler;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The {@link RunScope}s of one run, one for each handler that is asked something. A handler that is
 * asked for the first time after they were closed gets one that is closed. Thread-safe.
 */
public final class RunScopes implements AutoCloseable {

  private final Map<RegisteredHandler, RunScope> byHandler = new ConcurrentHashMap<>();
  private boolean closed;

  /** Begins a run, of which no handler has kept anything. */
  public RunScopes() {}

  /**
   * {@return what a handler keeps for the run}
   *
   * @param handler one of the run's
   */
  public RunScope of(RegisteredHandler handler) {
    RunScope scope = byHandler.get(handler);
    return scope == null ? make(handler) : scope;
  }

  private synchronized RunScope make(RegisteredHandler handler) {
    RunScope scope = byHandler.get(handler);
    if (scope == null) {
      scope = new RunScope();
      if (closed) {
        scope.close();
      }
      byHandler.put(handler, scope);
    }
    return scope;
  }

  /** Closes them all. */
  @Override
  public void close() {
    Deque<RunScope> all;
    synchronized (this) {
      closed = true;
      all = new ArrayDeque<>(byHandler.values());
    }
    for (RunScope scope : all) {
      scope.close();
    }
  }
}
