package dev.attache.server.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The requests of a session that are not answered yet. Thread-safe. */
final class RunningRequests {

  private final Set<RunningRequest> running = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  /** Keeps a request until it is answered. */
  void add(RunningRequest request) {
    request.whenOver(() -> running.remove(request));
    running.add(request);
    if (isClosed) {
      request.cancel();
    }
  }

  /** Gives up the request of that id, or all of them if a client uses one id twice at once. */
  void cancel(Object id) {
    for (RunningRequest each : running) {
      if (each.id().equals(id)) {
        each.cancel();
      }
    }
  }

  /** Gives up all requests, also those that come from now on. */
  void cancelAll() {
    isClosed = true;
    running.forEach(RunningRequest::cancel);
  }
}
