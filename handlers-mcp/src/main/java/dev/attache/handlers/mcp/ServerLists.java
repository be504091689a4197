package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The lists of several servers, all asked at once: one on the thread that wants to know, more on a
 * thread each. To be used by one thread; closing it ends the others.
 */
final class ServerLists implements AutoCloseable {

  private final Connections connections;
  private final HandlerContext context;
  private final ServerRun.All run;
  private final Map<String, FutureTask<ListedEntries>> tasks = new LinkedHashMap<>();
  private final List<Thread> threads = new ArrayList<>();

  ServerLists(Connections connections, HandlerContext context) {
    this.connections = connections;
    this.context = context;
    this.run = ServerRun.All.of(context);
  }

  /** Adds a server that somebody wants to be listed, before {@link #start}. */
  void want(McpServer server, Requester requester) {
    tasks.computeIfAbsent(
        key(server, requester), key -> new FutureTask<>(() -> list(server, requester)));
  }

  private static String key(McpServer server, Requester requester) {
    return requester + " " + server.alias();
  }

  /** Asks all servers that were added. */
  void start() {
    if (tasks.size() == 1) {
      return; // done by get
    }
    tasks.forEach(
        (key, task) -> {
          var thread = new Thread(task, "attache-mcp-list " + key);
          thread.setDaemon(true);
          thread.start();
          threads.add(thread);
        });
  }

  /**
   * Returns what a server lists.
   *
   * @param uri what an exception is about
   */
  ListedEntries get(McpServer server, Requester requester, String uri) throws ResourceException {
    FutureTask<ListedEntries> task =
        Objects.requireNonNull(tasks.get(key(server, requester)), "the server is wanted");
    if (threads.isEmpty()) {
      task.run();
    }
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ResourceException.of(Kind.TIMEOUT, uri, "interrupted before the server returned", e);
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNull(e.getCause()), server, uri);
    }
  }

  private static ResourceException failure(Throwable cause, McpServer server, String uri) {
    if (cause instanceof NoResourcesException) {
      return ServerFailure.offersNone(server, uri, null);
    }
    if (cause instanceof McpException e) {
      return e.about(uri);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) cause;
  }

  private ListedEntries list(McpServer server, Requester requester)
      throws McpException, NoResourcesException {
    McpConnection connection =
        connections.connect(server, requester, earlier(server.startTimeout()));
    if (!ServerFailure.offersResources(connection)) {
      throw new NoResourcesException();
    }
    return run.of(server).list(connection, earlier(ServerRun.answerTime(server)));
  }

  /** Expanding may take as long as the run; a server may not. */
  private Duration earlier(Duration limit) {
    Duration left = context.timeout();
    return left.compareTo(limit) < 0 ? left : limit;
  }

  /** Interrupts those that are still asking, and waits until they have ended. */
  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    boolean isInterrupted = false;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true; // go on: what was interrupted above ends by itself
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The server is there, but offers other things. */
  private static final class NoResourcesException extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
