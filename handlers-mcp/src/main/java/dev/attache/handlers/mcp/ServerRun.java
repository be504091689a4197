package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.resource.spi.HandlerContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The state of one server during a run: how many ask it at once, and what it lists, asked for once.
 * Thread-safe.
 */
final class ServerRun {

  /**
   * How many reads one server has before it at once. Most servers work on one at a time, so more
   * would only wait there, each with its content in memory; fewer would leave a server on the
   * network idle while its answers travel.
   */
  static final int READS_AT_ONCE = 8;

  private static final Duration USUAL_ANSWER = Duration.ofSeconds(30);

  /** What names, titles and hints are worth; a server with a list that is longer has them not. */
  private static final Duration METADATA_TIME = Duration.ofSeconds(1);

  private final String name;
  private final Semaphore reads = new Semaphore(READS_AT_ONCE, true);
  private final ReentrantLock listing = new ReentrantLock(true);
  private volatile @Nullable ListedEntries listed;
  private volatile boolean isHopeless;

  ServerRun(McpServer server) {
    this.name = ServerText.line(server.name());
  }

  /** A call to a server. */
  interface Call<T> {
    T make() throws McpException;
  }

  /** Makes a call when fewer than {@link #READS_AT_ONCE} are under way. */
  <T> T limited(Duration timeout, Call<T> call) throws McpException {
    try {
      if (!reads.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw timedOut("was still busy with other reads when the time was up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw timedOut("was still busy with other reads when this one was interrupted");
    }
    try {
      return call.make();
    } finally {
      reads.release();
    }
  }

  /** Returns what the server lists. It is asked once. */
  ListedEntries list(McpConnection connection, Duration timeout) throws McpException {
    ListedEntries known = listed;
    if (known != null) {
      return known;
    }
    try {
      if (!listing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw timedOut("had not yet listed its resources when the time was up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw timedOut("was still listing its resources when this was interrupted");
    }
    try {
      return listOnce(connection, timeout);
    } finally {
      listing.unlock();
    }
  }

  private ListedEntries listOnce(McpConnection connection, Duration timeout) throws McpException {
    ListedEntries known = listed;
    if (known == null) {
      known = ListedEntries.of(connection.listResources(timeout));
      listed = known;
    }
    return known;
  }

  /**
   * Returns what the server lists about a URI, null if nothing. Asks for the list if nobody has
   * yet, which must not take long; when it does, or fails, nobody does so again.
   */
  @Nullable ListEntry entry(String uri, McpConnection connection, Duration timeout) {
    ListedEntries known = listed;
    if (known != null) {
      return known.byUri().get(uri);
    }
    if (isHopeless) {
      return null;
    }
    try {
      Duration bound = timeout.compareTo(METADATA_TIME) < 0 ? timeout : METADATA_TIME;
      return list(connection, bound).byUri().get(uri);
    } catch (McpException e) {
      isHopeless = true;
      return null;
    }
  }

  private McpException timedOut(String what) {
    return new McpException(McpException.Kind.TIMEOUT, "the MCP server " + name + " " + what, null);
  }

  /** How long a server may take for one answer, if nobody wants it sooner. */
  static Duration answerTime(McpServer server) {
    Duration own = server.requestTimeout();
    return own == null ? USUAL_ANSWER : own;
  }

  /** All servers of a run, by their aliases. Thread-safe. */
  static final class All {

    private final Map<String, ServerRun> servers = new ConcurrentHashMap<>();

    static All of(HandlerContext context) {
      return context.perRun(All.class, All::new);
    }

    ServerRun of(McpServer server) {
      return servers.computeIfAbsent(server.alias(), alias -> new ServerRun(server));
    }
  }
}
