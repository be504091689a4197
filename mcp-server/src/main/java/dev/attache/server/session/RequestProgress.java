package dev.attache.server.session;

import dev.attache.server.rpc.MessageSink;
import dev.attache.server.rpc.Notification;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The news for a client, each second, of a request that takes longer, if it asked to be told (MCP,
 * {@code notifications/progress}). Nobody knows how long it will take, so that there is no total.
 * Thread-safe.
 */
final class RequestProgress {

  private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  private final Object token;
  private final MessageSink outlet;
  private final Executor later;
  private String doing = "waiting for the initial attachments";
  private int seconds;
  private boolean isOver;

  private RequestProgress(Object token, MessageSink outlet, Executor later) {
    this.token = token;
    this.outlet = outlet;
    this.later = later;
  }

  /** Begins to tell of a request, under a token of the client. */
  static RequestProgress start(Object token, MessageSink outlet) {
    return start(token, outlet, LATER);
  }

  /**
   * Begins to tell of a request.
   *
   * @param later runs what is to be told when a second is over
   */
  static RequestProgress start(Object token, MessageSink outlet, Executor later) {
    var progress = new RequestProgress(token, outlet, later);
    progress.again();
    return progress;
  }

  /** Says that a thread works on it now. */
  synchronized void work() {
    doing = "reading";
  }

  /** Tells nothing any more; what is told is told before this returns. */
  synchronized void end() {
    isOver = true;
  }

  private void again() {
    later.execute(this::tell);
  }

  private synchronized void tell() {
    if (!isOver) {
      Map<String, Object> params = new LinkedHashMap<>();
      params.put("progressToken", token);
      params.put("progress", ++seconds);
      params.put("message", doing);
      outlet.send(Notification.of("notifications/progress", params));
      again();
    }
  }
}
