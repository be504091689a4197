package dev.attache.delivery;

import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of what was delivered of some URIs in the last turns and is in the request that is being
 * built: the answer to which earlier delivery holds a content in full. Not thread-safe.
 */
public final class DeliveryIndex {

  /**
   * How many events may lie between a reference and a refresh that asks because of it. Sixteen
   * calls at a time, each with its result, are as many as models make.
   */
  private static final int SOON = 32;

  private final int turn;
  private final DedupSettings settings;
  private final Channel channel;
  private final Delivered delivered;
  private final Map<ResourceUri, Deque<Given>> newestFirst = new HashMap<>();
  private final Map<DeliveryPlace, Boolean> isInFull =
      new HashMap<>(); // where an elision has decided
  private final List<Asked> calls = new ArrayList<>(); // a list, since there may be thousands
  private final Set<Handover> handedOver = new HashSet<>();
  private int answered = -1; // the turn of the last answer that was read
  private int age;

  private DeliveryIndex(
      int turn,
      Set<ResourceUri> uris,
      DedupSettings settings,
      Channel channel,
      Delivered delivered) {
    this.turn = turn;
    this.settings = settings;
    this.channel = channel;
    this.delivered = delivered;
    uris.forEach(uri -> newestFirst.put(uri, new ArrayDeque<>(2)));
  }

  /**
   * Reads as far back as the rules look.
   *
   * @param newestFirst the history; it is not read any further than that
   * @param turn the turn that something is to be delivered in
   * @param uris the URIs of all that is to be delivered; nothing is kept of others
   * @param delivered which of the attachments the model was given
   */
  public static DeliveryIndex read(
      EventStream newestFirst,
      int turn,
      Set<ResourceUri> uris,
      DedupSettings settings,
      Channel channel,
      Delivered delivered)
      throws StoreException {
    var index = new DeliveryIndex(turn, uris, settings, channel, delivered);
    int lookback = settings.longestLookback();
    if (lookback >= 0) {
      index.readBackTo(turn - lookback, newestFirst);
    }
    return index;
  }

  /**
   * Decides how a resource is delivered, and takes that into account from then on.
   *
   * @param place where it is delivered
   * @param formatted the form made for models; null if there is none
   * @param source who produced it
   * @param kind what it is delivered as
   * @throws IllegalArgumentException if its URI is none of those that were asked for
   */
  public Delivery deliver(
      DeliveryPlace place,
      Resource resource,
      @Nullable ResourceContent formatted,
      String source,
      Kind kind) {
    Deque<Given> before = newestFirst.get(resource.uri());
    if (before == null) {
      throw new IllegalArgumentException(resource.uri().redacted() + " was not asked for");
    }
    DeliveredKey key = DeliveredKey.of(resource, formatted);
    Delivery delivery =
        channel.carries(resource) // of what it does not, no reference is shorter or says more
            ? decide(place, resource, key, source, kind, before)
            : Delivery.DESCRIBED;
    Given given =
        new Given(
            place,
            key,
            resource.content().isText(),
            source,
            delivery instanceof Delivery.Full
                && ReferenceTargets.canBe(resource, kind == Kind.FAILED),
            delivery instanceof Delivery.Reference && SourceNames.isOfContentAskedFor(source),
            -1);
    before.addFirst(given);
    return delivery;
  }

  /** What something is delivered as. */
  public enum Kind {
    /** An attachment, or the result of a tool. */
    PLAIN,
    /**
     * The answer to a refresh, or to a model that attaches: in full if the model was just given a
     * reference for the same URI, and by one of the two.
     */
    REFRESH,
    /** The answer to a refresh that was asked to be in full. */
    FORCED,
    /** A block of a result that failed: in full, and never referred to. */
    FAILED
  }

  private Delivery decide(
      DeliveryPlace place,
      Resource resource,
      DeliveredKey key,
      String source,
      Kind kind,
      Deque<Given> before) {
    DedupRules rules = settings.rulesFor(source);
    boolean mayRefer =
        rules.isEnabled()
            && (kind == Kind.PLAIN || kind == Kind.REFRESH)
            && resource.content().size() > rules.minBytes()
            && !ReferenceTargets.isTruncated(resource) // that it has not changed would be a lie
            && !ReferenceTargets.isForUserOnly(resource.annotations());
    if (!mayRefer || (kind == Kind.REFRESH && isAskedAgain(place, before))) {
      return Delivery.FULL;
    }
    boolean isText = resource.content().isText();
    return nearest(before, key, isText, source, turn - rules.lookbackTurns());
  }

  private static Delivery nearest(
      Deque<Given> before, DeliveredKey key, boolean isText, String source, int oldestTurn) {
    DeliveryPlace between = null;
    for (Given each : before) {
      if (each.key.resource().equals(key.resource())) {
        if (each.isTarget
            && each.isText == isText
            && each.key.equals(key)
            && each.place.turn() >= oldestTurn) {
          return new Delivery.Reference(each.place, between);
        }
      } else if (between == null && SourceNames.areOfOneThing(each.source, source)) {
        between = each.place;
      }
    }
    return Delivery.FULL;
  }

  /** Whether the model asked, was given a reference, and asks again after it has read that. */
  private boolean isAskedAgain(DeliveryPlace place, Deque<Given> before) {
    Given last = before.peekFirst();
    if (last == null
        || !last.isAnswer
        || last.isOfOneResultWith(place)
        || last.age > SOON) { // then it asks whether it has changed since, not for what it misses
      return false;
    }
    for (Asked each : calls) {
      if (each.call.equals(place.call())) {
        return each.age < last.age;
      }
    }
    return true;
  }

  private void readBackTo(int oldestTurn, EventStream events) throws StoreException {
    for (ConversationEvent event = events.next();
        event != null && event.turn() >= oldestTurn;
        event = events.next()) {
      add(event);
      age++;
    }
  }

  private void add(ConversationEvent event) {
    if (event instanceof Elision elision) {
      elision.restored().forEach(place -> isInFull.putIfAbsent(place, true));
      elision.dropped().forEach(place -> isInFull.putIfAbsent(place, false));
    } else if (event instanceof HandedOver handed) {
      handedOver.add(new Handover(handed.turn(), handed.call()));
    } else if (event instanceof Response response) {
      answered = response.turn();
    } else if (event instanceof ModelAnswer answer) {
      answered = answer.turn();
      answer.parts().forEach(this::add);
    } else if (event instanceof ToolCall call) {
      handedOver.add(new Handover(call.turn(), null)); // who calls has read the request
      if (call.turn() == turn) {
        calls.add(new Asked(call.id(), age));
      }
    } else if (event instanceof Request request) {
      boolean isGiven =
          request.request().author() != Author.TOOL || delivered.countsWhatToolsAttach();
      if (isGiven && (!request.awaitsHandover() || isHandedOver(request.turn(), null))) {
        addAttachments(request.turn(), request.request().resources());
      }
    } else if (event instanceof ToolResult result) {
      if (!result.awaitsHandover() || isHandedOver(result.turn(), result.id())) {
        addBlocks(result);
      }
    }
  }

  /** Whether something was given to the model; an answer to the turn says so of all before it. */
  private boolean isHandedOver(int inTurn, @Nullable String call) {
    return answered == inTurn || handedOver.contains(new Handover(inTurn, call));
  }

  private void addAttachments(int inTurn, List<Attachment> attachments) {
    for (int i = attachments.size() - 1; i >= 0; i--) {
      Attachment each = attachments.get(i);
      if (newestFirst.containsKey(each.snapshot().resource().uri())) {
        add(DeliveryPlace.ofAttachment(inTurn, i), each);
      }
    }
  }

  private void add(DeliveryPlace place, Attachment each) {
    if (delivered.counts(place, each)) {
      addOlder(
          place,
          each.snapshot().resource(),
          each.formatted(),
          each.snapshot().source(),
          each.delivery(),
          false);
    }
  }

  private void addBlocks(ToolResult result) {
    List<ContentBlock> blocks = result.response().content();
    for (int i = blocks.size() - 1; i >= 0; i--) {
      if (blocks.get(i) instanceof DeliveredBlock each
          && newestFirst.containsKey(each.resource().uri())) {
        add(DeliveryPlace.ofResult(result.turn(), result.id(), i), each, result);
      }
    }
  }

  private void add(DeliveryPlace place, DeliveredBlock each, ToolResult of) {
    if (delivered.countsResult(place)) {
      String source = SourceNames.ofTool(of.name());
      addOlder(
          place,
          each.resource(),
          each.formatted(),
          source,
          each.delivery(),
          of.response().isError());
    }
  }

  private void addOlder(
      DeliveryPlace place,
      Resource resource,
      @Nullable ResourceContent formatted,
      String source,
      Delivery delivery,
      boolean isFailed) {
    Deque<Given> known = newestFirst.get(resource.uri());
    if (known == null) {
      return;
    }
    boolean isFull =
        !(delivery instanceof Delivery.Described)
            && (isInFull.isEmpty() // as a rule, and there may be thousands
                ? delivery instanceof Delivery.Full
                : isInFull.getOrDefault(place, delivery instanceof Delivery.Full));
    known.addLast(
        new Given(
            place,
            DeliveredKey.of(resource, formatted),
            resource.content().isText(),
            source,
            isFull && ReferenceTargets.canBe(resource, isFailed),
            delivery instanceof Delivery.Reference
                && !isFull
                && SourceNames.isOfContentAskedFor(source),
            age));
  }

  /** What was handed over: the request of a turn, or the result of a call. */
  private record Handover(int turn, @Nullable String call) {}

  /** A call of this turn, and how many events are newer. */
  private record Asked(String call, int age) {}

  /**
   * A delivery of a resource.
   *
   * @param key what it is, and in which form
   * @param isTarget whether the model has it in full, and may be told so
   * @param isAnswer whether it was a reference that answered a model which asked for the content
   * @param age how many events are newer than the one it is part of; -1 if there is none yet
   */
  private record Given(
      DeliveryPlace place,
      DeliveredKey key,
      boolean isText,
      String source,
      boolean isTarget,
      boolean isAnswer,
      int age) {

    boolean isOfOneResultWith(DeliveryPlace other) {
      return place.turn() == other.turn() && Objects.equals(place.call(), other.call());
    }
  }
}
