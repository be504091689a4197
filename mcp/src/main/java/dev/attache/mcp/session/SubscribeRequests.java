package dev.attache.mcp.session;

import dev.attache.mcp.McpConnection.Subscription;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The asking of one server to tell what changes, in the way of its era. Thread-safe. */
final class SubscribeRequests {

  private static final int METHOD_NOT_FOUND = -32601;

  private final McpServer server;
  private final RequestChannel calls;
  private final EraRequests requests;
  private final UpdateListeners subscriptions;
  private final Handshake.Greeting greeting;

  SubscribeRequests(
      McpServer server,
      RequestChannel calls,
      EraRequests requests,
      UpdateListeners subscriptions,
      Handshake.Greeting greeting) {
    this.server = server;
    this.calls = calls;
    this.requests = requests;
    this.subscriptions = subscriptions;
    this.greeting = greeting;
  }

  Subscription subscribe(Collection<String> uris, Consumer<String> updated, Duration timeout)
      throws McpException {
    Object offer = LenientValues.object(greeting.capabilities().get("resources")).get("subscribe");
    if (!Boolean.TRUE.equals(offer)) {
      throw refusal("resources");
    }
    Duration patience = requests.patience(timeout);
    return greeting.era() == Era.MODERN
        ? listen(uris, updated, patience)
        : subscribeEach(uris, updated, patience);
  }

  private McpException refusal(String what) {
    return new McpException(
        "the MCP server " + server.name() + " does not report when " + what + " change",
        METHOD_NOT_FOUND,
        null);
  }

  private Subscription subscribeEach(
      Collection<String> uris, Consumer<String> updated, Duration timeout) throws McpException {
    long deadline = System.nanoTime() + timeout.toNanos();
    var entry = new UpdateListeners.Entry(uris, updated, null);
    subscriptions.add(entry);
    boolean isSubscribed = false;
    try {
      for (String uri : uris) {
        Duration rest = Duration.ofNanos(deadline - System.nanoTime());
        calls.request("resources/subscribe", Map.of("uri", uri), rest);
      }
      isSubscribed = true;
    } finally {
      if (!isSubscribed) {
        unsubscribe(entry);
      }
    }
    return () -> unsubscribe(entry);
  }

  /** Nobody waits for the answers: what still arrives reaches nobody. */
  private void unsubscribe(UpdateListeners.Entry entry) {
    for (String uri : subscriptions.remove(entry)) {
      calls.sendAndForget("resources/unsubscribe", Map.of("uri", uri));
    }
  }

  private Subscription listen(Collection<String> uris, Consumer<String> updated, Duration timeout)
      throws McpException {
    Map<String, Object> wanted = Map.of("resourceSubscriptions", List.copyOf(uris));
    var call =
        new SentRequest(
            "subscriptions/listen", requests.enveloped(Map.of("notifications", wanted)));
    var entry = new UpdateListeners.Entry(uris, updated, call);
    subscriptions.add(entry);
    calls.send(call);
    boolean isHeard = false;
    try {
      // the answer to the request only comes when the subscription ends
      calls.await(call, CompletableFuture.anyOf(entry.acknowledged(), call.answer()), timeout);
      Map<String, Object> agreed = entry.acknowledged().getNow(Map.of());
      if (!LenientValues.texts(agreed.get("resourceSubscriptions")).containsAll(uris)) {
        throw refusal("these resources");
      }
      isHeard = true;
      var unused = call.answer().thenRun(() -> subscriptions.ended(entry)); // the answer ends it
    } finally {
      if (!isHeard) {
        stopListening(entry, call);
      }
    }
    return () -> stopListening(entry, call);
  }

  private void stopListening(UpdateListeners.Entry entry, SentRequest call) {
    subscriptions.remove(entry);
    if (!call.answer().isDone()) {
      calls.cancel(call, null);
    }
  }
}
