package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.session.ServerLink.Era;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientSession;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The requests to one server: sent through a session of the SDK, waited for here. Thread-safe. */
public final class RequestChannel {

  /** The session's own limit, which must never be the first: who asks has one of his own. */
  private static final Duration NEVER = Duration.ofDays(365);

  /** How many milliseconds pass between the setting of a limit and the waiting for it. */
  private static final long MOST_PASSED = 150;

  /** How much of the text of an error is repeated. */
  private static final int LONGEST = 1000;

  private static final TypeRef<Map<String, Object>> MAP = new TypeRef<>() {};

  private final String server;
  private final ServerLink wire;
  private final UnaskedMessages incoming;
  private final Set<SentRequest> pending = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Link link;

  /** A transport, and the session on it. */
  private record Link(
      McpClientTransport transport, NumberedTransport numbered, McpClientSession session) {}

  RequestChannel(String server, ServerLink wire, UnaskedMessages incoming) {
    this.server = server;
    this.wire = wire;
    this.incoming = incoming;
    wire.onClosed(this::failAll);
  }

  /**
   * Opens the wire in an era, and a session on it if it is not the one there is.
   *
   * @return whether it is another one
   */
  boolean open(Era era) throws McpException {
    McpClientTransport transport = wire.open(era);
    Link known = link;
    boolean isNew = known == null || known.transport() != transport;
    if (isNew) {
      var numbered = new NumberedTransport(transport);
      var session =
          new McpClientSession(
              NEVER, numbered, incoming.requests(), incoming.notifications(), connect -> connect);
      link = new Link(transport, numbered, session);
    }
    return isNew;
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
    Link open = link;
    if (id != null && open != null) {
      open.numbered().forget(id);
    }
  }

  void send(SentRequest call) {
    pending.add(call);
    Link open = link;
    if (open == null || !wire.isOpen()) {
      call.answer().completeExceptionally(new ClosedChannelException());
      return;
    }
    Mono<Map<String, Object>> answer = open.session().sendRequest(call.method(), call, MAP);
    answer.subscribe(call.answer()::complete, call.answer()::completeExceptionally);
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
      if (progress != null) {
        progress.handOn(timeout);
      }
      long wait = progress == null ? Math.max(0, timeout.toNanos()) : 0;
      return awaited.get(wait, TimeUnit.NANOSECONDS);
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
      throw new McpException(
          Kind.TIMEOUT,
          "waiting for the MCP server "
              + server
              + " to answer "
              + call.method()
              + " was interrupted",
          e);
    } finally {
      pending.remove(call);
      JvmExit.waitIfNear();
    }
  }

  /** A limit as people set it, though a little of it may have passed already. */
  public static String seconds(Duration duration) {
    long millis = Math.max(0, duration.toMillis());
    long missing = 1000 - millis % 1000;
    if (missing <= MOST_PASSED) {
      millis += missing;
    }
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /** Tells the server that nobody waits for the answer any more. */
  void cancel(SentRequest call, @Nullable String reason) {
    pending.remove(call);
    Object id = call.id();
    Link open = link;
    if (id == null || open == null || !wire.isOpen()) {
      return;
    }
    Map<String, Object> params =
        reason == null ? Map.of("requestId", id) : Map.of("requestId", id, "reason", reason);
    notify("notifications/cancelled", params);
    open.numbered().forget(id);
  }

  void notify(String method, Map<String, Object> params) {
    Link open = link;
    if (open != null) {
      open.session()
          .sendNotification(method, params)
          .subscribe(done -> {}, failed -> {}); // the next request will fail, too
    }
  }

  private void failAll() {
    for (SentRequest call : pending) {
      call.answer().completeExceptionally(new ClosedChannelException());
    }
  }

  McpException failure(@Nullable Throwable thrown, String method) {
    if (thrown instanceof AnswerException answer) {
      return new McpException(answer.kind(), answered(method) + answer.getMessage(), answer);
    }
    if (thrown instanceof McpError error && error.getJsonRpcError() != null) {
      JSONRPCError said = error.getJsonRpcError();
      return new McpException(
          answered(method) + "with error " + said.code() + ": " + shortened(said.message()),
          said.code(),
          said.data());
    }
    if (thrown instanceof McpException known) {
      return known;
    }
    return wire.explain(thrown == null ? new ClosedChannelException() : thrown, method);
  }

  private static String shortened(@Nullable String text) {
    String said = String.valueOf(text);
    return said.length() > LONGEST ? ServerText.line(said, LONGEST) : said;
  }

  private String answered(String method) {
    return "the MCP server " + server + " answered " + method + " ";
  }
}
