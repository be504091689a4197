package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.MessageTransport;
import dev.attache.mcp.session.ServerLink;
import dev.attache.mcp.session.ServerLink.Era;
import java.net.http.HttpClient;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to an endpoint of the streamable HTTP transport.
 *
 * <p>Redirects to another origin are not followed: they would carry the headers of the definition,
 * which are secret, to where the user did not send them.
 */
public final class HttpLink implements ServerLink {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** How long a server may take to hear that its session ends, when that is not hurried. */
  private static final long FAREWELL_SECONDS = 2;

  private final McpServer server;
  private final McpServer.Endpoint way;
  private final int maxBytes;
  private final Consumer<String> notes;
  private final HttpFailures failures;
  private final List<EndpointTransport> opened = new ArrayList<>();
  private final AtomicBoolean isOpen = new AtomicBoolean(true);
  private final List<Runnable> listeners = new ArrayList<>();
  private volatile @Nullable McpException end;
  private @Nullable HttpClient client;

  /**
   * @param maxBytes how many bytes one message of the server may have
   * @param notes takes a line about what is left out of what the server says
   */
  public HttpLink(McpServer server, McpServer.Endpoint way, int maxBytes, Consumer<String> notes) {
    this.server = server;
    this.way = way;
    this.maxBytes = maxBytes;
    this.notes = notes;
    this.failures = new HttpFailures(server, way.url());
  }

  /**
   * @throws McpException of kind {@code UNUSABLE}, if a header of the definition cannot be sent; of
   *     kind {@code CLOSED}, if it is closed
   */
  @Override
  public synchronized MessageTransport open(Era era) throws McpException {
    EndpointHeaders.check(server, way.headers());
    if (!isOpen.get()) {
      throw failures.ofClosed();
    }
    HttpClient shared = client();
    var transport =
        new EndpointTransport(shared, way, maxBytes, failures, dialect(era, shared), this::end);
    opened.forEach(EndpointTransport::close); // a probe may still wait
    opened.clear();
    opened.add(transport);
    return transport;
  }

  private HttpDialect dialect(Era era, HttpClient shared) {
    return era == Era.MODERN
        ? new ModernDialect(failures, new ToolHeaders(server.name(), notes))
        : new SessionDialect(shared, way, maxBytes, failures);
  }

  private HttpClient client() {
    HttpClient shared = client;
    if (shared == null) {
      shared =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(CONNECT_TIMEOUT)
              .build();
      client = shared;
    }
    return shared;
  }

  @Override
  public void onClosed(Runnable closed) {
    synchronized (listeners) {
      if (isOpen.get()) {
        listeners.add(closed);
        return;
      }
    }
    closed.run();
  }

  @Override
  public boolean isOpen() {
    return isOpen.get();
  }

  /** Ends the connection, because of what the server says or does. */
  private void end(McpException why) {
    if (isOpen.get()) {
      end = why;
    }
    ended();
  }

  /** Says that the server cannot answer any more. */
  private void ended() {
    List<Runnable> told;
    synchronized (listeners) {
      if (!isOpen.compareAndSet(true, false)) {
        return;
      }
      told = List.copyOf(listeners);
    }
    told.forEach(Runnable::run);
  }

  @Override
  public McpException explain(Throwable thrown, String method) {
    if (thrown instanceof ClosedChannelException) {
      McpException why = end;
      return why == null
          ? failures.ofClosed()
          : new McpException(why.kind(), String.valueOf(why.getMessage()), why);
    }
    return failures.ofThrown(thrown);
  }

  @Override
  public void close(boolean isHurried) {
    ended();
    List<EndpointTransport> transports;
    synchronized (this) {
      transports = List.copyOf(opened);
      opened.clear();
      client = null;
    }
    for (EndpointTransport transport : transports) {
      if (!isHurried) {
        sayGoodbye(transport);
      }
      transport.close();
    }
  }

  /**
   * Ends a session; a server that takes too long for that forgets it by itself, sooner or later.
   */
  private static void sayGoodbye(EndpointTransport transport) {
    try {
      transport.farewell().get(FAREWELL_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The connection is closed without.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
