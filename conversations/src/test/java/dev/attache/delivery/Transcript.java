package dev.attache.delivery;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.types.TypeDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A conversation in memory, in which each resource is delivered as the index decides. */
public final class Transcript {

  public static final Instant TIME = Instant.parse("2026-11-22T09:00:00Z");

  private static final TypeDecision TYPE =
      new TypeDecision(null, null, null, "text/plain", "by extension");

  private final List<ConversationEvent> events = new ArrayList<>();
  private final DedupSettings settings;
  private Channel channel;
  private int read;

  Transcript(DedupSettings settings, Channel channel) {
    this.settings = settings;
    this.channel = channel;
  }

  public Transcript() {
    this(DedupSettings.DEFAULT, Channel.TEXT);
  }

  /** From now on the model is given what this can carry. */
  public Transcript over(Channel other) {
    channel = other;
    return this;
  }

  /** Asks in the next turn, with nothing attached. */
  Transcript ask(String text) throws StoreException {
    attach(text, List.of());
    return this;
  }

  /** Attaches resources in the next turn. */
  public List<Delivery> attach(Resource... resources) throws StoreException {
    return attach("Look.", snapshots("file", resources));
  }

  List<Delivery> attach(String text, List<Snapshot> snapshots, Notice... notices)
      throws StoreException {
    return attach(lastTurn() + 1, text, snapshots, notices);
  }

  List<Delivery> attach(int turn, String text, List<Snapshot> snapshots, Notice... notices)
      throws StoreException {
    var uris = new HashSet<ResourceUri>();
    snapshots.forEach(snapshot -> uris.add(snapshot.resource().uri()));
    DeliveryIndex index = index(turn, uris);
    var attachments = new ArrayList<Attachment>();
    for (Snapshot snapshot : snapshots) {
      DeliveredBlock block = DeliveredBlock.of(snapshot.resource());
      Delivery delivery =
          index.deliver(
              DeliveryPlace.ofAttachment(turn, attachments.size()),
              block,
              snapshot.source(),
              Kind.PLAIN);
      attachments.add(
          new Attachment(
              snapshot(block.resource(), snapshot.source(), snapshot.notes()),
              block.formatted(),
              "reference",
              null,
              delivery));
    }
    return add(
        new Request(
            TIME,
            turn,
            new ChatRequest(ChatRequest.Author.USER, text, null, attachments, List.of(notices)),
            List.of()));
  }

  /** Records a tool call of the last turn and its result. */
  List<Delivery> result(String call, String tool, Kind kind, ContentBlock... blocks)
      throws StoreException {
    return call(call, tool).answer(call, tool, kind, blocks);
  }

  Transcript call(String call, String tool) {
    events.add(new ToolCall(TIME, lastTurn(), call, tool, Map.of("uri", "u")));
    return this;
  }

  List<Delivery> answer(String call, String tool, Kind kind, ContentBlock... blocks)
      throws StoreException {
    int turn = lastTurn();
    var uris = new HashSet<ResourceUri>();
    for (ContentBlock block : blocks) {
      if (block instanceof DeliveredBlock resource) {
        uris.add(resource.resource().uri());
      }
    }
    DeliveryIndex index = index(turn, uris);
    var delivered = new ArrayList<ContentBlock>();
    for (ContentBlock block : blocks) {
      delivered.add(
          block instanceof DeliveredBlock resource
              ? resource.delivered(
                  index.deliver(
                      DeliveryPlace.ofResult(turn, call, delivered.size()),
                      resource,
                      "tool:" + tool,
                      kind))
              : block);
    }
    return add(
        new ToolResult(
            TIME, turn, call, tool, new ToolResponse(delivered, kind == Kind.FAILED, Map.of())));
  }

  Transcript respond(String text) {
    events.add(new Response(TIME, lastTurn(), text));
    return this;
  }

  Transcript elide(List<DeliveryPlace> dropped, List<DeliveryPlace> restored) {
    events.add(new Elision(TIME, lastTurn() + 1, "superseded", dropped, restored));
    return this;
  }

  List<Delivery> add(ConversationEvent event) {
    events.add(event);
    return deliveries(event);
  }

  /** The resources of an event by their places, attachments as blocks too. */
  static Map<DeliveryPlace, DeliveredBlock> blocks(ConversationEvent event) {
    var blocks = new LinkedHashMap<DeliveryPlace, DeliveredBlock>();
    if (event instanceof Request request) {
      for (Attachment each : request.request().resources()) {
        blocks.put(
            DeliveryPlace.ofAttachment(request.turn(), blocks.size()),
            new DeliveredBlock(each.snapshot().resource(), each.formatted(), each.delivery()));
      }
    } else if (event instanceof ToolResult result) {
      for (int i = 0; i < result.response().content().size(); i++) {
        if (result.response().content().get(i) instanceof DeliveredBlock block) {
          blocks.put(DeliveryPlace.ofResult(result.turn(), result.id(), i), block);
        }
      }
    }
    return blocks;
  }

  public List<ConversationEvent> events() {
    return List.copyOf(events);
  }

  DeliveryIndex index(int turn, Set<ResourceUri> uris) throws StoreException {
    read = 0;
    var reversed = new ArrayList<>(events);
    Collections.reverse(reversed);
    try (EventStream newestFirst = stream(reversed)) {
      return DeliveryIndex.read(newestFirst, turn, uris, settings, channel, Delivered.ALL);
    }
  }

  /** How many events the index has last read. */
  int read() {
    return read;
  }

  private EventStream stream(List<ConversationEvent> list) {
    return new EventStream() {
      @Override
      public @Nullable ConversationEvent next() {
        return read < list.size() ? list.get(read++) : null;
      }

      @Override
      public void close() {}
    };
  }

  private int lastTurn() {
    int last = -1;
    for (ConversationEvent event : events) {
      last = event instanceof Request ? event.turn() : last;
    }
    return last;
  }

  static List<Snapshot> snapshots(String source, Resource... resources) {
    var snapshots = new ArrayList<Snapshot>();
    for (Resource resource : resources) {
      snapshots.add(snapshot(resource, source, List.of()));
    }
    return snapshots;
  }

  public static Snapshot snapshot(Resource resource, String source, List<String> notes) {
    return new Snapshot(resource, resource.uri(), source, TIME, TYPE, notes);
  }

  private static List<Delivery> deliveries(ConversationEvent event) {
    var deliveries = new ArrayList<Delivery>();
    if (event instanceof Request request) {
      request.request().resources().forEach(each -> deliveries.add(each.delivery()));
    } else if (event instanceof ToolResult result) {
      for (ContentBlock block : result.response().content()) {
        if (block instanceof DeliveredBlock resource) {
          deliveries.add(resource.delivery());
        }
      }
    }
    return deliveries;
  }
}
