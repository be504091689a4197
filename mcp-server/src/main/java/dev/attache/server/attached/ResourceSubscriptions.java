package dev.attache.server.attached;

import dev.attache.history.AttachmentKey;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.LogLevel;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.watch.SourceChanges;
import dev.attache.server.watch.SourceWatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The resources of which the client wants to know the changes. Changed by one thread after the
 * other; told of changes by any.
 */
public final class ResourceSubscriptions implements AutoCloseable {

  /** How many names of one resource are told of; each is a message for each change. */
  static final int MOST_NAMES = 8;

  private final AttachedView attached;
  private final ClientLog log;
  private final SourceWatch watch;

  /** What is subscribed to, by what it is listed under. */
  private final Map<String, Subscribed> all = new ConcurrentHashMap<>();

  /** What the client was last given by a tool, whether it has subscribed to it or not. */
  private final Map<Refreshed, ContentDigest> refreshed = new ConcurrentHashMap<>();

  /**
   * What was refreshed.
   *
   * @param address by what it was read
   */
  private record Refreshed(ResourceUri uri, String address) {
    static Refreshed of(AttachmentKey key) {
      return new Refreshed(key.uri(), key.address().value());
    }
  }

  /**
   * Something that is subscribed to.
   *
   * @param names what the client calls it, the oldest name first
   */
  private record Subscribed(AttachmentKey key, Set<String> names) {
    Subscribed(AttachmentKey key) {
      this(key, new CopyOnWriteArraySet<>());
    }

    /** Adds a name, for which the oldest goes if there are many. */
    void add(String name) {
      if (names.add(name) && names.size() > MOST_NAMES) {
        names.remove(names.iterator().next());
      }
    }
  }

  public ResourceSubscriptions(
      AttachedView attached, ClientLog log, Duration pollEvery, SourceChanges others) {
    this.attached = attached;
    this.log = log;
    this.watch =
        new SourceWatch(
            attached.conversation(),
            attached.resolver(),
            pollEvery,
            others,
            this::changed,
            line -> log.log(LogLevel.WARNING, attached.conversation().names().shown(line)));
  }

  /**
   * Answers {@code resources/subscribe}: tells the client from now on of changes, under the name
   * that it has for the resource.
   */
  public void subscribe(Params params, AnswerWriter out) throws RequestException, StoreException {
    String named = params.text("uri");
    List<ListedResource> found = attached.find(named);
    if (found.isEmpty()) {
      throw attached.notAttached(named);
    }
    for (ListedResource each : found) {
      Subscribed known = all.get(each.uri());
      if (known != null) { // else the watch would forget what the client was told of
        known.add(named);
      } else {
        begin(each, named);
      }
    }
  }

  private void begin(ListedResource each, String named) {
    var subscribed = new Subscribed(AttachmentKey.of(each.snapshot()));
    subscribed.add(named); // before the watch, which may find a change at once
    all.put(each.uri(), subscribed);
    ContentDigest last = refreshed.get(Refreshed.of(subscribed.key));
    if (last == null) {
      watch.subscribe(each.uri(), each.state());
    } else {
      watch.subscribe(each.uri(), each.state(), last);
    }
  }

  /**
   * Answers {@code resources/unsubscribe}: tells the client nothing of it any more; what it has not
   * subscribed to is none the worse.
   */
  public void unsubscribe(Params params, AnswerWriter out) throws RequestException {
    String named = params.text("uri");
    for (Map.Entry<String, Subscribed> each : List.copyOf(all.entrySet())) {
      Set<String> names = each.getValue().names;
      if (names.remove(named) && names.isEmpty()) {
        all.remove(each.getKey());
        watch.unsubscribe(each.getKey());
      }
    }
  }

  /** Notes the versions that a tool has read for the client, which needs no notice of them. */
  void given(ToolResponse read) {
    if (read.isError()) {
      return;
    }
    Object address = read.meta().get(ToolResult.ADDRESS);
    for (ContentBlock block : read.content()) {
      if (block instanceof DeliveredBlock given) {
        ContentDigest digest = given.resource().content().digest();
        ResourceUri uri = given.resource().uri();
        var key = new Refreshed(uri, address == null ? uri.value() : String.valueOf(address));
        refreshed.put(key, digest);
        all.forEach(
            (listed, subscribed) -> {
              if (Refreshed.of(subscribed.key).equals(key)) {
                watch.given(listed, digest);
              }
            });
      }
    }
  }

  /** Compares with what is attached now, after something was attached. */
  void attachedAnew() throws StoreException {
    if (all.isEmpty()) {
      return;
    }
    for (ListedResource each : attached.listing().all()) {
      if (all.containsKey(each.uri())) {
        watch.subscribe(each.uri(), each.state());
      }
    }
  }

  private void changed(String listed) {
    Subscribed subscribed = all.get(listed);
    if (subscribed != null) {
      for (String name : subscribed.names) {
        log.send("notifications/resources/updated", Map.of("uri", name));
      }
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
