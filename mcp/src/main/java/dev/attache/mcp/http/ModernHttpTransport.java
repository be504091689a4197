package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.JsonMaps;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The streamable HTTP transport of 2026-07-28: each message is a request of its own, and the answer
 * to it is JSON or a stream of events.
 *
 * <p>A request is cancelled by sending {@code notifications/cancelled}, as on other transports: the
 * server is not sent that, but its answer is closed, which says the same.
 */
final class ModernHttpTransport implements McpClientTransport {

  static final String VERSION = "2026-07-28";

  private static final String CANCELLED = "notifications/cancelled";
  private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
  private static final Set<String> NAMED = Set.of("tools/call", "resources/read", "prompts/get");

  private final HttpClient client;
  private final McpServer.Endpoint way;
  private final int maxBytes;
  private final HttpFailures failures;
  private final ToolHeaders tools;

  /** The calls that are not ended: by the id of the request; a notification has none. */
  private final Map<Object, HttpCall> calls = new ConcurrentHashMap<>();

  private volatile boolean isClosed;
  private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler =
      message -> message;

  /**
   * @param maxBytes how many bytes one message of the server may have
   */
  ModernHttpTransport(
      HttpClient client,
      McpServer.Endpoint way,
      int maxBytes,
      HttpFailures failures,
      ToolHeaders tools) {
    this.client = client;
    this.way = way;
    this.maxBytes = maxBytes;
    this.failures = failures;
    this.tools = tools;
  }

  @Override
  public List<String> protocolVersions() {
    return List.of(VERSION);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> newHandler) {
    handler = newHandler;
    return Mono.empty();
  }

  /** Sends a message; the result is there when its answer is, which the handler has got before. */
  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    if (message instanceof JSONRPCRequest request) {
      return Mono.create(sink -> call(request, request.method(), request.params(), sink));
    }
    if (message instanceof JSONRPCNotification notification) {
      return notification.method().equals(CANCELLED)
          ? Mono.fromRunnable(() -> cancel(notification.params()))
          : Mono.create(
              sink -> call(notification, notification.method(), notification.params(), sink));
    }
    return Mono.empty(); // the server must not ask anything, and nothing is answered
  }

  private void call(
      JSONRPCMessage message, String method, @Nullable Object params, MonoSink<Void> sink) {
    Object id = message instanceof JSONRPCRequest request ? request.id() : null;
    Object key = id == null ? new Object() : id;
    var call = new HttpCall(failures, maxBytes, id, new Delivery(key, method, sink));
    calls.put(key, call);
    if (isClosed) {
      call.breakOff(failures.ofClosed());
      return;
    }
    try {
      call.send(client, request(message, method, params));
    } catch (IOException | IllegalArgumentException e) {
      call.breakOff(failures.ofThrown(e));
    }
  }

  private HttpRequest request(JSONRPCMessage message, String method, @Nullable Object params)
      throws IOException {
    Map<?, ?> fields = params instanceof Map<?, ?> map ? map : Map.of();
    var request = HttpRequest.newBuilder(way.url());
    EndpointHeaders.apply(way.headers(), request);
    request.setHeader("Accept", "application/json, text/event-stream");
    request.setHeader("Content-Type", "application/json");
    request.setHeader("MCP-Protocol-Version", version(fields));
    request.setHeader("Mcp-Method", method);
    Object name = fields.containsKey("name") ? fields.get("name") : fields.get("uri");
    if (NAMED.contains(method) && name instanceof String text) {
      request.setHeader("Mcp-Name", HeaderValue.encode(text));
    }
    if (method.equals("tools/call")) {
      tools.apply(fields, request::setHeader);
    }
    byte[] body = JsonMaps.INSTANCE.writeValueAsBytes(message);
    return request.POST(BodyPublishers.ofByteArray(body)).build();
  }

  private static String version(Map<?, ?> params) {
    return params.get("_meta") instanceof Map<?, ?> meta
            && meta.get(VERSION_KEY) instanceof String version
        ? version
        : VERSION;
  }

  private void cancel(@Nullable Object params) {
    Object id = params instanceof Map<?, ?> map ? map.get("requestId") : null;
    HttpCall call = id == null ? null : calls.get(id);
    if (call != null) {
      call.breakOff(failures.ofCancelled());
    }
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return JsonMaps.INSTANCE.convertValue(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::breakOff);
  }

  @Override
  public void close() {
    breakOff();
  }

  private void breakOff() {
    isClosed = true;
    for (HttpCall call : calls.values()) {
      call.breakOff(failures.ofClosed());
    }
  }

  /** Hands on what a call brings. */
  private final class Delivery implements HttpCall.Listener {

    private final Object key;
    private final String method;
    private final MonoSink<Void> sink;

    Delivery(Object key, String method, MonoSink<Void> sink) {
      this.key = key;
      this.method = method;
      this.sink = sink;
    }

    @Override
    public void message(JSONRPCMessage message) {
      JSONRPCMessage delivered = message;
      if (method.equals("tools/list")
          && message instanceof JSONRPCResponse response
          && response.result() != null) {
        delivered = JSONRPCResponse.result(response.id(), tools.learn(response.result()));
      }
      handler.apply(Mono.just(delivered)).subscribe();
    }

    @Override
    public void ended(@Nullable McpException failure) {
      calls.remove(key);
      if (failure == null) {
        sink.success();
      } else {
        sink.error(failure);
      }
    }
  }
}
