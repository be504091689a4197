package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.JsonMaps;
import dev.attache.mcp.session.QuestionLimit;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The streamable HTTP transport up to 2025-11-25: the SDK's, with the endpoint as it is defined and
 * the revision that was agreed on in each request.
 */
final class LegacyHttpTransport implements McpClientTransport {

  private static final String LATEST = "2025-11-25";
  private static final String VERSION_HEADER = "MCP-Protocol-Version";

  /** The id of a request, in its context. */
  private static final String ID = "attache.id";

  private static final long GRACE_MILLIS = 500;

  /** How long a server may take to hear that the session ends. */
  private static final Duration DELETE_TIMEOUT = Duration.ofSeconds(2);

  private final McpServer.Endpoint way;
  private final LegacyHttpClient client;
  private final HttpClientStreamableHttpTransport transport;

  /** What the server answered to {@code initialize}. */
  private final CompletableFuture<String> version = new CompletableFuture<>();

  /** The requests that are not answered, by id. */
  private final Map<String, MonoSink<Void>> waiting = new ConcurrentHashMap<>();

  private final HttpFailures failures;
  private final Consumer<McpException> expired;
  private final QuestionLimit questions = new QuestionLimit();
  private final NoticeStream notices;

  /**
   * @param expired is told why, when the server does not know the session any more, or asks too
   *     much
   */
  LegacyHttpTransport(
      HttpClient client,
      McpServer.Endpoint way,
      int maxBytes,
      HttpFailures failures,
      Consumer<McpException> expired) {
    this.way = way;
    this.failures = failures;
    this.expired = expired;
    this.notices = new NoticeStream(this::open, maxBytes, failures);
    this.client = new LegacyHttpClient(client, failures, expired, this::finished, notices::ended);
    this.transport =
        HttpClientStreamableHttpTransport.builder(way.url().resolve("/").toString())
            .clientBuilder(new LegacyHttpClientBuilder(this.client))
            .jsonMapper(JsonMaps.INSTANCE)
            .addAsyncHttpRequestCustomizer(
                (request, method, uri, body, context) -> customize(request, method, context))
            .supportedProtocolVersions(List.of(LATEST))
            .maxResponseSize(maxBytes)
            .build();
  }

  private Publisher<HttpRequest.Builder> customize(
      HttpRequest.Builder request, String method, McpTransportContext context) {
    request.uri(way.url());
    EndpointHeaders.apply(way.headers(), request);
    if (method.equals("GET")) {
      // the SDK opens the stream before it has handed on what was agreed
      return Mono.fromFuture(version, true)
          .map(agreed -> request.setHeader(VERSION_HEADER, agreed));
    }
    if (context.get(ID) instanceof String id) {
      request.setHeader(LegacyHttpClient.CALL, id);
    }
    return Mono.just(request.setHeader(VERSION_HEADER, version.getNow(LATEST)));
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    notices.onMessage(
        message -> handler.apply(Mono.just(message).filter(this::isTaken)).subscribe());
    return transport.connect(
        message -> handler.apply(message.filter(this::isTaken).doOnNext(this::learn)));
  }

  /** Whether a message is not a question that must not be answered. */
  private boolean isTaken(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCRequest question)) {
      return true;
    }
    boolean isAdmitted = questions.admits();
    if (!isAdmitted) {
      expired.accept(failures.ofOwn(Kind.CLOSED, QuestionLimit.exceeded()));
      close();
    }
    return isAdmitted && QuestionLimit.isShort(question);
  }

  private CompletableFuture<?> open(HttpRequest request, BodyReader.Content<Boolean> content) {
    return client.sendAsync(request, info -> new BodyReader<>(content));
  }

  private void learn(JSONRPCMessage message) {
    if (message instanceof JSONRPCResponse response && response.id() instanceof String id) {
      MonoSink<Void> sink = waiting.remove(id);
      if (sink != null) {
        sink.success();
      }
    }
    if (!version.isDone()
        && message instanceof JSONRPCResponse response
        && response.result() instanceof Map<?, ?> result
        && result.get("protocolVersion") instanceof String agreed) {
      version.complete(agreed);
    }
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    transport.setExceptionHandler(handler);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCRequest request) || !(request.id() instanceof String id)) {
      return transport.sendMessage(message).doFinally(signal -> breakOffCancelled(message));
    }
    notices.requested(request);
    return Mono.create(
        sink -> {
          waiting.put(id, sink);
          transport
              .sendMessage(message)
              .contextWrite(
                  context ->
                      context.put(
                          McpTransportContext.KEY, McpTransportContext.create(Map.of(ID, id))))
              .subscribe(nothing -> {}, thrown -> fail(id, thrown));
        });
  }

  /** Ends what still comes of a request that the server was just told is cancelled. */
  private void breakOffCancelled(JSONRPCMessage message) {
    if (message instanceof JSONRPCNotification notification
        && notification.method().equals("notifications/cancelled")
        && notification.params() instanceof Map<?, ?> params
        && params.get("requestId") instanceof String id) {
      client.breakOff(id);
      fail(id, failures.ofCancelled());
    }
  }

  /** Fails a request whose answer has ended and was none: the SDK waits for ever. */
  private void finished(String id, McpException why) {
    // what has been read may still be on its way to the session
    CompletableFuture.delayedExecutor(GRACE_MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> fail(id, why));
  }

  private void fail(String id, Throwable thrown) {
    MonoSink<Void> sink = waiting.remove(id);
    if (sink != null) {
      sink.error(thrown);
    }
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return transport.unmarshalFrom(data, type);
  }

  /** Ends the session, if the server takes part in that soon enough, and then all connections. */
  @Override
  public Mono<Void> closeGracefully() {
    notices.close();
    return transport
        .closeGracefully()
        .timeout(DELETE_TIMEOUT)
        .onErrorComplete()
        .doFinally(signal -> client.breakOff());
  }

  /** Ends all connections at once. */
  @Override
  public void close() {
    notices.close();
    client.breakOff();
  }
}
