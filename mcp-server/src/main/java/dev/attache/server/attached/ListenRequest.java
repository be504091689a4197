package dev.attache.server.attached;

import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.rpc.Notification;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.watch.SourceChanges;
import dev.attache.server.watch.SourceWatch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client to be told of changes (MCP, {@code subscriptions/listen}), which is
 * answered when that ends. It compares with what is attached, whatever other clients were told.
 * Compared by identity. Thread-safe.
 */
public final class ListenRequest {

  private final Object id;
  private final Params params;
  private final MessageSink outlet;
  private final CompletableFuture<byte @Nullable []> answer = new CompletableFuture<>();

  /** What the client calls each of the resources, by what it is listed under. */
  private final Map<String, Set<String>> names = new ConcurrentHashMap<>();

  private final Map<String, DeliveryPlace> places = new ConcurrentHashMap<>();
  private volatile boolean isListWanted;
  private volatile boolean isOver;
  private volatile @Nullable SourceWatch watch;

  ListenRequest(Object id, Params params, MessageSink outlet) {
    this.id = id;
    this.params = params;
    this.outlet = outlet;
  }

  Object id() {
    return id;
  }

  /** The bytes of the answer, which comes at the end; null if the client has ended it. */
  public CompletableFuture<byte @Nullable []> answer() {
    return answer;
  }

  /**
   * Tells the client what it will be told of, and tells it from then on.
   *
   * @param changes who tells of what cannot be looked at
   * @param problem takes a line about what cannot be watched
   * @return whether there is anything to tell of
   */
  boolean begin(
      AttachedView attached, Duration pollEvery, SourceChanges changes, Consumer<String> problem)
      throws RequestException, StoreException {
    ListenFilter wanted = ListenFilter.of(params);
    Map<String, ListedResource> found = find(wanted, attached);
    Set<String> known = new LinkedHashSet<>(wanted.named());
    known.removeIf(each -> names.values().stream().noneMatch(set -> set.contains(each)));
    ListenFilter agreed = wanted.only(known);
    synchronized (this) {
      if (isOver) {
        return true;
      }
      send("notifications/subscriptions/acknowledged", Map.of("notifications", agreed.json()));
      isListWanted = agreed.isListWanted();
      if (!found.isEmpty()) {
        watch =
            new SourceWatch(
                attached.conversation(),
                attached.resolver(),
                pollEvery,
                changes,
                this::changed,
                problem);
      }
    }
    found.values().forEach(this::watch);
    return !agreed.isEmpty();
  }

  private Map<String, ListedResource> find(ListenFilter wanted, AttachedView attached)
      throws StoreException {
    Map<String, ListedResource> found = new LinkedHashMap<>();
    for (String named : wanted.named()) {
      for (ListedResource each : attached.find(named)) {
        Set<String> known = names.computeIfAbsent(each.uri(), uri -> ConcurrentHashMap.newKeySet());
        if (known.size()
            < ResourceSubscriptions.MOST_NAMES) { // what is left out is not acknowledged
          known.add(named);
        }
        found.put(each.uri(), each);
      }
    }
    return found;
  }

  private void watch(ListedResource each) {
    SourceWatch watching = watch;
    if (watching != null) {
      places.put(each.uri(), each.state().place());
      watching.subscribe(each.uri(), each.state());
    }
  }

  /** Tells that something was attached, if the client wants to know. */
  void listChanged() {
    if (isListWanted) {
      send("notifications/resources/list_changed", Map.of());
    }
  }

  /** Compares with what is attached now, after something was attached. */
  void attachedAnew(List<ListedResource> all) {
    for (ListedResource each : all) {
      DeliveryPlace known = places.get(each.uri());
      if (known != null && !known.equals(each.state().place())) {
        watch(each);
        changed(each.uri()); // to read it gives something else now
      }
    }
  }

  private void changed(String listed) {
    for (String name : names.getOrDefault(listed, Set.of())) {
      send("notifications/resources/updated", Map.of("uri", name));
    }
  }

  private void send(String method, Map<String, Object> fields) {
    if (!isOver) {
      Map<String, Object> tagged = new LinkedHashMap<>(fields);
      tagged.put("_meta", Map.of("io.modelcontextprotocol/subscriptionId", id));
      outlet.send(Notification.of(method, tagged));
    }
  }

  /**
   * Ends it.
   *
   * @param last the bytes of the answer; null if the client does not wait for one
   */
  void end(byte @Nullable [] last) {
    isOver = true;
    SourceWatch ended;
    synchronized (this) {
      ended = watch;
      watch = null;
    }
    if (ended != null) {
      ended.close();
    }
    answer.complete(last);
  }
}
