package dev.attache.mcp.pool;

import dev.attache.mcp.Elicitation;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.McpServerPolicy;
import dev.attache.mcp.session.ClientProfile;
import dev.attache.mcp.session.JvmExit;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run, and one connection to each: made when first asked for, once, whoever asks,
 * and while others are being made. A connection that is no more open is replaced. Thread-safe.
 *
 * <p>This is what an application hands down to handlers as a service. Whoever makes it closes it;
 * if the JVM ends before, it is closed then, and nobody who waits is told anything any more.
 */
public final class McpServers implements AutoCloseable {

  /** What to tell who needs a server where there is none at all. */
  public static final String NONE =
      "no MCP server is configured: define one in .mcp.json, in .vscode/mcp.json or as"
          + " [mcp.servers.NAME] in the configuration, or name a file that does with --mcp-config"
          + " FILE";

  /**
   * What all connections have in common.
   *
   * @param policy which servers may be used
   * @param environment the variables of this process, of which servers are given few
   * @param maxBytes how many bytes one resource may have at the most; a message may be as much
   *     larger as its encoding makes it
   * @param clientVersion the version that servers are told
   * @param elicitation who answers questions of servers to the user; null if nobody can be asked,
   *     and the servers are told so
   * @param notes takes what has to be said about a server, a line each, from any thread
   */
  public record Options(
      McpServerPolicy policy,
      Map<String, String> environment,
      long maxBytes,
      String clientVersion,
      @Nullable Elicitation elicitation,
      Consumer<String> notes) {

    /** What of it the servers get to know. */
    ClientProfile client() {
      return new ClientProfile(clientVersion, elicitation, notes);
    }
  }

  private final List<McpServer> servers;
  private final Options options;
  private final LinkMaker wiring;
  private final IdentityHashMap<McpServer, PooledServer> slots = new IdentityHashMap<>();
  private final Thread hook = new Thread(this::exit, "mcp close");
  private boolean isHooked;
  private boolean isClosed;

  /**
   * @param servers all servers of the run, each alias once, those included that cannot be used
   * @param options who may use them, and what they are told
   * @throws IllegalArgumentException if two servers have the same alias
   */
  public McpServers(List<McpServer> servers, Options options) {
    this(servers, options, LinkMaker::byDefinition);
  }

  McpServers(List<McpServer> servers, Options options, LinkMaker wiring) {
    this.servers = List.copyOf(servers);
    this.options = options;
    this.wiring = wiring;
    Map<String, McpServer> aliases = new HashMap<>();
    for (McpServer server : this.servers) {
      McpServer other = aliases.put(server.alias(), server);
      if (other != null) {
        throw new IllegalArgumentException(
            "the servers "
                + other.name()
                + " ("
                + other.origin()
                + ") and "
                + server.name()
                + " ("
                + server.origin()
                + ") must not have the same alias, "
                + server.alias());
      }
    }
  }

  /** {@return all servers, those that cannot be used included, in the order of their definition} */
  public List<McpServer> all() {
    return servers;
  }

  /**
   * {@return the server with this alias or name} An alias counts before a name: the user's servers
   * have theirs first, and so no server of a workspace comes by an address of one of them.
   *
   * @param aliasOrName a word of an address, or what somebody calls it
   */
  public Optional<McpServer> find(String aliasOrName) {
    return servers.stream()
        .filter(server -> server.alias().equals(aliasOrName))
        .findFirst()
        .or(() -> servers.stream().filter(each -> each.name().equals(aliasOrName)).findFirst());
  }

  /**
   * {@return what to tell who asked for a server that {@link #find} does not find}
   *
   * @param name what somebody asked for
   */
  public McpException unknown(String name) {
    return new McpException(McpException.Kind.UNUSABLE, KnownNames.of(servers).unknown(name), null);
  }

  /**
   * {@return the connection to a server, which is made first if there is none that is open} It must
   * not be closed by who asks.
   *
   * <p>A server that could not be started is not started again for a second, and for twice as long
   * each time after that: who asks meanwhile is told why it failed.
   *
   * @param server one of {@link #all}
   * @param requester for whom it is used, which the policy is asked about
   * @param timeout how long to wait for it at the most
   * @throws McpException {@code UNUSABLE}, {@code DENIED}, or why it cannot be reached
   */
  public McpConnection connect(McpServer server, Requester requester, Duration timeout)
      throws McpException {
    server.requireUsable();
    CommandPolicy.Decision decision = options.policy().decide(server, requester);
    if (!decision.isAllowed()) {
      throw new McpException(
          "the MCP server " + server.name() + " may not be used: " + decision.why(),
          decision.remedy());
    }
    try {
      return slot(server).connection(timeout);
    } finally {
      JvmExit.waitIfNear();
    }
  }

  private synchronized PooledServer slot(McpServer server) throws McpException {
    if (isClosed) {
      throw new McpException(
          McpException.Kind.CLOSED,
          "the MCP server " + server.name() + " is not started: the run has ended",
          null);
    }
    if (!isHooked) {
      isHooked = hook();
    }
    return slots.computeIfAbsent(server, each -> new PooledServer(each, wiring, options));
  }

  /** False if the JVM is ending already, and nothing must be started any more. */
  private boolean hook() throws McpException {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      JvmExit.begin();
      throw new McpException(
          McpException.Kind.CLOSED, "no MCP server is started: the run has ended", e);
    }
  }

  /** Closes all connections, at once, and makes no more. */
  @Override
  public void close() {
    closeAll(false);
    unhook();
  }

  private void exit() {
    JvmExit.begin();
    closeAll(true);
  }

  private void closeAll(boolean isHurried) {
    List<PooledServer> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(slots.values());
    }
    var threads = new ArrayList<Thread>();
    for (PooledServer slot : all.subList(Math.min(1, all.size()), all.size())) {
      var thread = new Thread(() -> slot.close(isHurried), "mcp close " + slot.name());
      thread.start();
      threads.add(thread);
    }
    try {
      if (!all.isEmpty()) {
        all.get(0).close(isHurried);
      }
    } finally {
      threads.forEach(McpServers::join);
    }
  }

  /** Closing takes a few seconds at the most, so it is waited for even if interrupted. */
  private static void join(Thread thread) {
    boolean wasInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void unhook() {
    if (isHooked) {
      isHooked = false;
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The JVM is ending, and the hook finds nothing left to close.
      }
    }
  }
}
