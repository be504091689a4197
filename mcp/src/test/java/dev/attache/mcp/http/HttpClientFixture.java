package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.resource.ContentDigest;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientSession;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/** A session over a wire to an endpoint, for tests of the wire. */
final class HttpClientFixture implements AutoCloseable {

  static final int MAX_BYTES = 1 << 20;
  private static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

  final List<String> notes = new CopyOnWriteArrayList<>();
  final BlockingQueue<Object> updates = new LinkedBlockingQueue<>();
  final HttpLink wire;
  final McpClientTransport transport;
  final McpClientSession session;

  private HttpClientFixture(
      Era era, URI url, Map<String, String> headers, Duration timeout, int maxBytes)
      throws McpException {
    var way = new McpServer.Endpoint(url, headers);
    wire = new HttpLink(server(way), way, maxBytes, notes::add);
    transport = wire.open(era);
    session =
        new McpClientSession(
            timeout,
            transport,
            Map.of(),
            Map.of("notifications/resources/updated", this::updated),
            mono -> mono);
  }

  static McpServer server(McpServer.Endpoint way) {
    return new McpServer(
        "sample",
        "sample",
        "~/.mcp.json",
        false,
        way,
        false,
        Duration.ofSeconds(5),
        null,
        ContentDigest.sha256("sample".getBytes(StandardCharsets.UTF_8)),
        "sample",
        null);
  }

  static HttpClientFixture of(Era era, URI url) throws McpException {
    return of(era, url, Map.of());
  }

  static HttpClientFixture of(Era era, URI url, Map<String, String> headers) throws McpException {
    return new HttpClientFixture(era, url, headers, Duration.ofSeconds(20), MAX_BYTES);
  }

  static HttpClientFixture of(Era era, URI url, Duration timeout, int maxBytes)
      throws McpException {
    return new HttpClientFixture(era, url, Map.of(), timeout, maxBytes);
  }

  private Mono<Void> updated(Object params) {
    return Mono.fromRunnable(() -> updates.add(params));
  }

  /** Asks, and waits for the answer. */
  @Nullable Map<String, Object> ask(String method, Object params) {
    return session.sendRequest(method, params, OBJECT).block();
  }

  /** Asks, and waits for the answer, which is none that is empty. */
  Map<String, Object> result(String method, Object params) {
    return Objects.requireNonNull(ask(method, params));
  }

  Map<String, Object> initialize() {
    Map<String, Object> result =
        result("initialize", Map.of("protocolVersion", "2025-11-25", "capabilities", Map.of()));
    session.sendNotification("notifications/initialized", Map.of()).block();
    return result;
  }

  /** Asks, and says how that failed. */
  McpException failure(String method, Object params) {
    return wire.explain(thrown(method, params), method);
  }

  /** Asks, and says what was thrown. */
  Throwable thrown(String method, Object params) {
    try {
      Map<String, Object> answer = ask(method, params);
      throw new AssertionError("answered: " + answer);
    } catch (RuntimeException e) {
      return Exceptions.unwrap(e);
    }
  }

  @Override
  public void close() {
    wire.close(true);
  }
}
