package dev.attache.mcp.http;

import static dev.attache.test.LongWait.PATIENCE;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.resource.ContentDigest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;

/** A session over a wire to an endpoint, for tests of the wire. */
final class HttpClientFixture implements AutoCloseable {

  static final int MAX_BYTES = 1 << 20;

  final List<String> notes = new CopyOnWriteArrayList<>();
  final BlockingQueue<Object> updates = new LinkedBlockingQueue<>();
  final HttpLink wire;
  final TransportSession session;

  private HttpClientFixture(
      Era era, URI url, Map<String, String> headers, Duration timeout, int maxBytes)
      throws McpException {
    var way = new McpServer.Endpoint(url, headers);
    wire = new HttpLink(server(way), way, maxBytes, notes::add);
    session = new TransportSession(wire.open(era), timeout, updates);
  }

  static McpServer server(McpServer.Endpoint way) {
    return new McpServer(
        "sample",
        "sample",
        "~/.mcp.json",
        false,
        way,
        false,
        PATIENCE,
        null,
        ContentDigest.sha256("sample".getBytes(StandardCharsets.UTF_8)),
        "sample",
        null);
  }

  static HttpClientFixture of(Era era, URI url) throws McpException {
    return of(era, url, Map.of());
  }

  static HttpClientFixture of(Era era, URI url, Map<String, String> headers) throws McpException {
    return new HttpClientFixture(era, url, headers, PATIENCE, MAX_BYTES);
  }

  static HttpClientFixture of(Era era, URI url, Duration timeout, int maxBytes)
      throws McpException {
    return new HttpClientFixture(era, url, Map.of(), timeout, maxBytes);
  }

  /** Asks, and waits for the answer. */
  Map<String, Object> ask(String method, Map<String, Object> params) {
    return session.sendRequest(method, params).join();
  }

  Map<String, Object> initialize() {
    Map<String, Object> result =
        ask("initialize", Map.of("protocolVersion", "2025-11-25", "capabilities", Map.of()));
    session.sendNotification("notifications/initialized", Map.of());
    return result;
  }

  /** Asks, and says how that failed. */
  McpException failure(String method, Map<String, Object> params) {
    return wire.explain(thrown(method, params), method);
  }

  /** Asks, and says what was thrown. */
  Throwable thrown(String method, Map<String, Object> params) {
    try {
      throw new AssertionError("answered: " + session.sendRequest(method, params).get());
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    wire.close(true);
  }
}
