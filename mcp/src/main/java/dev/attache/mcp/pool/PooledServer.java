package dev.attache.mcp.pool;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.Handshake;
import dev.attache.mcp.session.ServerLink;
import dev.attache.mcp.session.SessionConnection;
import dev.attache.mcp.stdio.StrayOutput;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The place of one server in the pool: its connection, or the one that is being made. */
final class PooledServer {

  private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(64);

  private final McpServer server;
  private final LinkMaker wiring;
  private final McpServers.Options options;
  private final LongSupplier clock;
  private final Set<String> said = new HashSet<>();
  private final StrayOutput noise;
  private @Nullable CompletableFuture<SessionConnection> connection;
  private final Set<ServerLink> wires = new HashSet<>();
  private long failedAt;
  private long pause;
  private boolean isClosed;

  PooledServer(McpServer server, LinkMaker wiring, McpServers.Options options) {
    this(server, wiring, options, System::nanoTime);
  }

  /**
   * @param clock the nanoseconds since some moment
   */
  PooledServer(McpServer server, LinkMaker wiring, McpServers.Options options, LongSupplier clock) {
    this.server = server;
    this.wiring = wiring;
    this.options = options;
    this.clock = clock;
    this.noise = new StrayOutput(server.name(), this::say);
  }

  String name() {
    return server.name();
  }

  /** The connection, when it is there, whoever has it made. */
  McpConnection connection(Duration timeout) throws McpException {
    try {
      return connectionOrStart().get(Math.max(0, timeout.toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw again(e.getCause());
    } catch (TimeoutException e) {
      throw Handshake.notStarted(name(), timeout, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpException(
          Kind.TIMEOUT, "waiting for the MCP server " + name() + " to start was interrupted", e);
    }
  }

  /** The failure of another thread, as one of this, because each has a trace of its own. */
  private static McpException again(@Nullable Throwable thrown) {
    if (!(thrown instanceof McpException failure)) {
      throw new IllegalStateException("connecting failed", thrown);
    }
    String message = String.valueOf(failure.getMessage());
    return failure.kind() == Kind.ERROR
        ? new McpException(message, failure.code().orElse(0), failure.data().orElse(null))
        : new McpException(failure.kind(), message, failure);
  }

  private synchronized CompletableFuture<SessionConnection> connectionOrStart()
      throws McpException {
    if (isClosed) {
      throw new McpException(
          Kind.CLOSED, "the MCP server " + name() + " is not started: the run has ended", null);
    }
    CompletableFuture<SessionConnection> known = connection;
    if (known != null && !isToBeReplaced(known)) {
      return known;
    }
    var making = new CompletableFuture<SessionConnection>();
    ServerLink opening = wiring.to(server, options, this::say, noise);
    List<ServerLink> previous = List.copyOf(wires);
    connection = making;
    wires.add(opening);
    var thread = new Thread(() -> replace(previous, opening, making), "mcp start " + name());
    thread.setDaemon(true);
    thread.start();
    return making;
  }

  private boolean isToBeReplaced(CompletableFuture<SessionConnection> known) {
    if (!known.isDone()) {
      return false;
    }
    if (known.isCompletedExceptionally()) {
      return clock.getAsLong() - failedAt >= pause;
    }
    return !known.join().isOpen();
  }

  /** Makes a connection, and sees to it that nothing is left of those before. */
  private void replace(
      List<ServerLink> previous, ServerLink opening, CompletableFuture<SessionConnection> making) {
    make(opening, making);
    for (ServerLink wire : previous) {
      wire.close(false);
      synchronized (this) {
        wires.remove(wire);
      }
    }
  }

  private void make(ServerLink opening, CompletableFuture<SessionConnection> making) {
    try {
      SessionConnection made =
          SessionConnection.open(server, opening, options.client(), server.startTimeout());
      succeeded();
      making.complete(made);
    } catch (McpException e) {
      failed();
      making.completeExceptionally(e);
    } catch (OutOfMemoryError e) {
      failed();
      making.completeExceptionally(
          new McpException(
              Kind.UNREACHABLE,
              "the MCP server "
                  + name()
                  + " cannot be started: out of memory; set"
                  + " ATTACHE_JAVA_OPTS=-Xmx1g",
              e));
    } catch (RuntimeException | Error e) {
      failed();
      making.completeExceptionally(e);
      throw e;
    }
  }

  private synchronized void succeeded() {
    pause = 0;
  }

  private synchronized void failed() {
    failedAt = clock.getAsLong();
    pause = pause == 0 ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
  }

  /** Passes a note on, once, however often the server is started. */
  private void say(String note) {
    synchronized (said) {
      if (!said.add(note)) {
        return;
      }
    }
    options.notes().accept(note);
  }

  void close(boolean isHurried) {
    List<ServerLink> all;
    CompletableFuture<SessionConnection> known;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(wires);
      known = connection;
    }
    if (known != null && known.isDone() && !known.isCompletedExceptionally()) {
      known.join().cancelAll("the client has ended");
    }
    for (ServerLink wire : all) {
      wire.close(isHurried);
    }
    noise.end();
  }
}
