package dev.attache.mcp.session;

import dev.attache.mcp.ServerText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to know of which resources, on a thread of their own, because they may well ask the
 * server then. Thread-safe.
 */
final class UpdateListeners {

  /** Of more notices that nobody has taken yet, the rest is dropped: they say that, not what. */
  private static final int CAPACITY = 1024;

  private static final long IDLE_SECONDS = 1;

  /** How much is repeated of the URIs that a subscription is about. */
  private static final int LONGEST = 200;

  private final List<Entry> entries = new CopyOnWriteArrayList<>();
  private final ThreadPoolExecutor notifier =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(CAPACITY),
          UpdateListeners::thread,
          new ThreadPoolExecutor.DiscardPolicy());

  private final String server;
  private final Consumer<String> notes;

  /**
   * @param notes takes a line about a subscription that the server has ended
   */
  UpdateListeners(String server, Consumer<String> notes) {
    this.server = server;
    this.notes = notes;
    notifier.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "mcp notices");
    thread.setDaemon(true);
    return thread;
  }

  /** One subscription. Compared by identity. */
  static final class Entry {
    private final Set<String> uris;
    private final Consumer<String> updated;
    private final CompletableFuture<Map<String, Object>> acknowledged = new CompletableFuture<>();
    private final @Nullable SentRequest call;

    /**
     * @param call what was asked for it, if the server names that in its notices
     */
    Entry(Collection<String> uris, Consumer<String> updated, @Nullable SentRequest call) {
      this.uris = Set.copyOf(uris);
      this.updated = updated;
      this.call = call;
    }

    /** What the server will tell, when it has said so. */
    CompletableFuture<Map<String, Object>> acknowledged() {
      return acknowledged;
    }

    private boolean isMeant(String uri, @Nullable Object id) {
      if (id != null && call != null) {
        return id.equals(call.id());
      }
      return uris.stream().anyMatch(each -> covers(each, uri));
    }

    /** A notice may be of a part of what was subscribed to. */
    private static boolean covers(String subscribed, String uri) {
      return uri.equals(subscribed)
          || uri.startsWith(subscribed.endsWith("/") ? subscribed : subscribed + "/");
    }

    private boolean isOf(Object id) {
      return call != null && id.equals(call.id());
    }
  }

  void add(Entry entry) {
    entries.add(entry);
  }

  /** Removes a subscription, and tells which of its URIs nobody else has subscribed to. */
  List<String> remove(Entry entry) {
    if (!entries.remove(entry)) {
      return List.of();
    }
    return entry.uris.stream()
        .filter(uri -> entries.stream().noneMatch(other -> other.uris.contains(uri)))
        .toList();
  }

  void updated(String uri, @Nullable Object id) {
    for (Entry entry : entries) {
      if (entry.isMeant(uri, id)) {
        notifier.execute(
            () -> {
              if (entries.contains(entry)) {
                entry.updated.accept(uri);
              }
            });
      }
    }
  }

  void acknowledged(Object id, Map<String, Object> notifications) {
    for (Entry entry : entries) {
      if (entry.isOf(id)) {
        entry.acknowledged.complete(notifications);
      }
    }
  }

  /** The server has ended a subscription. */
  void ended(Object id) {
    for (Entry entry : entries) {
      if (entry.isOf(id)) {
        ended(entry);
      }
    }
  }

  /** The server has ended a subscription, unless it was ended here before. */
  void ended(Entry entry) {
    if (entries.remove(entry)) {
      notes.accept(
          "the MCP server "
              + server
              + " no longer reports changes to "
              + ServerText.line(String.join(", ", entry.uris), LONGEST));
    }
  }
}
