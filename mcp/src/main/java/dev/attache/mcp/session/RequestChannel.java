package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.support.text.DurationText;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The requests to one server: sent over whatever way is open, and waited for. Thread-safe. */
public final class RequestChannel {

  /** How many milliseconds pass between the setting of a limit and the waiting for it. */
  private static final long MOST_PASSED = 150;

  private final String server;
  private final ServerLink wire;
  private final UnaskedMessages incoming;
  private final Set<SentRequest> pending = ConcurrentHashMap.newKeySet();
  private volatile @Nullable MessageSession session;

  RequestChannel(String server, ServerLink wire, UnaskedMessages incoming) {
    this.server = server;
    this.wire = wire;
    this.incoming = incoming;
    wire.onClosed(this::failAll);
  }

  /**
   * Opens the wire in an era, and begins a session on it if its transport is not the one there is.
   *
   * @return whether it is another one
   */
  boolean open(Era era) throws McpException {
    MessageTransport transport = wire.open(era);
    MessageSession known = session;
    if (known != null && known.isOver(transport)) {
      return false;
    }
    var begun = new MessageSession(transport, incoming);
    session = begun;
    begun.start();
    return true;
  }

  /** The answer to a request; after {@code timeout} the server is told that nobody waits. */
  Map<String, Object> request(String method, Map<String, Object> params, Duration timeout)
      throws McpException {
    return request(method, params, null, timeout);
  }

  /**
   * The answer to a request.
   *
   * @param progress what is handed on meanwhile
   */
  Map<String, Object> request(
      String method, Map<String, Object> params, @Nullable CallProgress progress, Duration timeout)
      throws McpException {
    var call = new SentRequest(method, params);
    if (progress != null) {
      var unused = call.answer().whenComplete((answer, thrown) -> progress.end());
    }
    send(call);
    try {
      return await(call, call.answer(), progress, timeout);
    } catch (McpException e) {
      if (e.kind() == Kind.TIMEOUT) {
        cancel(call, e.getMessage());
      }
      throw e;
    } catch (RuntimeException e) { // of who takes the progress
      cancel(call, null);
      throw e;
    }
  }

  /** The answer to a request that must not be cancelled. */
  Map<String, Object> requestFirmly(String method, Map<String, Object> params, Duration timeout)
      throws McpException {
    SentRequest call = send(method, params);
    return await(call, call.answer(), timeout);
  }

  private SentRequest send(String method, Map<String, Object> params) {
    var call = new SentRequest(method, params);
    send(call);
    return call;
  }

  /** Sends a request for whose answer nobody waits. */
  void sendAndForget(String method, Map<String, Object> params) {
    SentRequest call = send(method, params);
    pending.remove(call);
    Object id = call.id();
    MessageSession open = session;
    if (id != null && open != null) {
      open.forget(id);
    }
  }

  void send(SentRequest call) {
    pending.add(call);
    MessageSession open = session;
    if (open == null || !wire.isOpen()) {
      call.answer().completeExceptionally(new ClosedChannelException());
      return;
    }
    open.send(call);
    if (!wire.isOpen()) {
      failAll(); // it may have closed just before the call could be seen
    }
  }

  /** Waits for what a call brings, and fails as the call does. */
  <T> T await(SentRequest call, CompletableFuture<T> awaited, Duration timeout)
      throws McpException {
    return await(call, awaited, null, timeout);
  }

  private <T> T await(
      SentRequest call,
      CompletableFuture<T> awaited,
      @Nullable CallProgress progress,
      Duration timeout)
      throws McpException {
    try {
      var time = new CallTime(incoming.questions(), timeout);
      if (progress != null) {
        progress.handOn(time);
      }
      return await(awaited, time);
    } catch (ExecutionException e) {
      throw failure(e.getCause(), call.method());
    } catch (TimeoutException e) {
      throw new McpException(
          Kind.TIMEOUT,
          "the MCP server "
              + server
              + " did not answer "
              + call.method()
              + " within "
              + seconds(timeout),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(call.method(), e);
    } finally {
      pending.remove(call);
      JvmExit.waitIfNear();
    }
  }

  private McpException interrupted(String method, InterruptedException cause) {
    return new McpException(
        Kind.TIMEOUT,
        "waiting for the MCP server " + server + " to answer " + method + " was interrupted",
        cause);
  }

  private static <T> T await(CompletableFuture<T> awaited, CallTime time)
      throws ExecutionException, InterruptedException, TimeoutException {
    while (true) {
      try {
        return awaited.get(time.patience(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (time.isOver()) {
          throw e;
        }
      }
    }
  }

  /** A limit as people set it, though a little of it may have passed already. */
  public static String seconds(Duration duration) {
    long millis = Math.max(0, duration.toMillis());
    long missing = 1000 - millis % 1000;
    if (missing <= MOST_PASSED) {
      millis += missing;
    }
    return DurationText.exact(Duration.ofMillis(millis));
  }

  /** Tells the server that nobody waits for the answer any more, unless it has come. */
  void cancel(SentRequest call, @Nullable String reason) {
    pending.remove(call);
    Object id = call.id();
    MessageSession open = session;
    boolean isUnanswered = call.answer().completeExceptionally(new CancellationException());
    if (id != null && open != null && isUnanswered && wire.isOpen()) {
      open.cancel(id, reason);
    }
    if (pending.isEmpty()) {
      incoming.withdrawQuestions();
    }
  }

  /**
   * Tells the server that nobody waits any more for what it has not answered, before the wire is
   * closed. A greeting must not be cancelled.
   */
  void cancelAll(String reason) {
    MessageSession open = session;
    if (open == null || !wire.isOpen()) {
      return;
    }
    for (SentRequest call : pending) {
      Object id = call.id();
      boolean isGreeting = call.method().equals(Handshake.INITIALIZE);
      if (id != null && !isGreeting && !call.answer().isDone()) {
        open.cancel(id, reason);
      }
    }
  }

  /**
   * Sends a notification and waits until the server has accepted it, since a server that handles
   * requests concurrently may otherwise see the next one first. If sending fails, so will the next
   * request.
   */
  void notify(String method, Map<String, Object> params, Duration timeout) throws McpException {
    MessageSession open = session;
    if (open == null) {
      return;
    }
    try {
      open.tell(method, params).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The next request says what is wrong.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(method, e);
    }
  }

  /** How many requests wait for an answer, or for somebody to let go of them. */
  int waiting() {
    MessageSession open = session;
    return open == null ? 0 : open.waiting();
  }

  private void failAll() {
    for (SentRequest call : pending) {
      call.answer().completeExceptionally(new ClosedChannelException());
    }
    incoming.withdrawQuestions();
  }

  McpException failure(@Nullable Throwable thrown, String method) {
    if (thrown instanceof AnswerException answer) {
      return answer.explained("the MCP server " + server + " answered " + method + " ");
    }
    if (thrown instanceof McpException known) {
      return known;
    }
    return wire.explain(thrown == null ? new ClosedChannelException() : thrown, method);
  }
}
