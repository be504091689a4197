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
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
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
   * @param settings how far back a reference may reach, and for which contents
   * @param channel what the model can be given; of what it cannot, nothing is a reference
   * @param delivered which of the attachments the model was given
   * @return the index, which needs the history no more
   * @throws StoreException if the history cannot be read
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
   * @param each what is delivered; how it was before does not count
   * @param source who produced it
   * @param kind what it is delivered as
   * @return in full, as a reference or a diff to an earlier delivery, or as a description
   * @throws IllegalArgumentException if its URI is none of those that were asked for
   */
  public Delivery deliver(DeliveryPlace place, DeliveredResource each, String source, Kind kind) {
    Resource resource = each.resource();
    Deque<Given> before = newestFirst.get(resource.uri());
    if (before == null) {
      throw new IllegalArgumentException(resource.uri().redacted() + " was not asked for");
    }
    Delivery delivery =
        channel.carries(each) // of what it does not, no reference is shorter or says more
            ? decide(place, each, source, kind, before)
            : Delivery.DESCRIBED;
    Given given =
        new Given(
            place,
            each,
            source,
            delivery,
            delivery instanceof Delivery.Full
                && ReferenceTargets.canBe(resource, kind == Kind.FAILED),
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
      DeliveryPlace place, DeliveredResource each, String source, Kind kind, Deque<Given> before) {
    Resource resource = each.resource();
    DedupRules rules = settings.rulesFor(source);
    boolean mayRefer =
        rules.isEnabled()
            && (kind == Kind.PLAIN || kind == Kind.REFRESH)
            && channel.sizeOf(each) > rules.minBytes()
            && !ReferenceTargets.isTruncated(resource) // that it has not changed would be a lie
            && !ReferenceTargets.isForUserOnly(resource.annotations());
    if (!mayRefer) {
      return Delivery.FULL;
    }
    DeliveredKey key = DeliveredKey.of(resource, each.formatted());
    int oldestTurn = turn - rules.lookbackTurns();
    boolean isAskedAgain = kind == Kind.REFRESH && isAskedAgain(place, before);
    Delivery.Reference reference =
        isAskedAgain ? null : nearest(before, key, resource, source, oldestTurn);
    if (reference != null) {
      return reference;
    }
    boolean mayDiffer =
        settings.deltas().areAllowed(channel, delivered)
            && kind == Kind.REFRESH
            && SourceNames.isRefresh(source)
            && !(isAskedAgain && key.equals(before.element().key()));
    Delivery.Delta delta = mayDiffer ? delta(before, each, oldestTurn) : null;
    return delta == null ? Delivery.FULL : delta;
  }

  private static Delivery.@Nullable Reference nearest(
      Deque<Given> before, DeliveredKey key, Resource resource, String source, int oldestTurn) {
    boolean isText = resource.content().isText();
    DeliveryPlace between = null;
    for (Given each : before) {
      if (each.key().resource().equals(key.resource())) {
        boolean isSame =
            each.isText() == isText && each.key().equals(key) && each.place.turn() >= oldestTurn;
        if (isSame && each.isTarget) {
          return new Delivery.Reference(each.place, between);
        } else if (isSame
            && each.delivery instanceof Delivery.Delta delta
            && isThere(delta, before, oldestTurn)) {
          return new Delivery.Reference(each.place, between, delta.base());
        }
      } else if (between == null && SourceNames.areOfOneThing(each.source, source)) {
        between = each.place;
      }
    }
    return null;
  }

  /** Whether the model has in full what a diff that it was given is against. */
  private static boolean isThere(Delivery.Delta delta, Deque<Given> before, int oldestTurn) {
    for (Given each : before) {
      if (each.place.equals(delta.base())) {
        return each.isTarget
            && each.place.turn() >= oldestTurn
            && each.key().resource().digest().equals(delta.from());
      }
    }
    return false;
  }

  /** The diff against the version that the model was given last in full; null if that is none. */
  private static Delivery.@Nullable Delta delta(
      Deque<Given> before, DeliveredResource now, int oldestTurn) {
    if (!isPlainText(now) || isOfSeveralSources(before)) {
      return null;
    }
    for (Given each : before) {
      if (each.isTarget && each.place.turn() >= oldestTurn && isPlainText(each.resource)) {
        return RefreshDelta.of(each.place, each.resource.resource().content(), now);
      }
    }
    return null;
  }

  /** Whether a model is shown the very text, and not one that was made of it. */
  private static boolean isPlainText(DeliveredResource each) {
    return each.resource().content().isText()
        && each.formatted() == null
        && !each.form().text().isNumbered();
  }

  /** Whether several sources may mean different things by the URI. */
  private static boolean isOfSeveralSources(Deque<Given> before) {
    return before.stream()
            .map(each -> each.source)
            .filter(source -> !SourceNames.isTool(source))
            .distinct()
            .limit(2)
            .count()
        > 1;
  }

  /** Whether the model asked, was given a reference, and asks again after it has read that. */
  private boolean isAskedAgain(DeliveryPlace place, Deque<Given> before) {
    Given last = before.peekFirst();
    if (last == null
        || !last.isAnswer()
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
      addOlder(place, each, each.snapshot().source(), false);
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
      addOlder(place, each, SourceNames.ofTool(of.name()), of.response().isError());
    }
  }

  private void addOlder(
      DeliveryPlace place, DeliveredResource each, String source, boolean isFailed) {
    Deque<Given> known = newestFirst.get(each.resource().uri());
    if (known == null) {
      return;
    }
    Delivery delivery = each.delivery();
    if (!isInFull.isEmpty() && !(delivery instanceof Delivery.Described)) { // as a rule it is
      Boolean decided = isInFull.get(place);
      if (decided != null && decided) {
        delivery = Delivery.FULL;
      } else if (decided != null && !(delivery instanceof Delivery.Reference)) {
        delivery = Delivery.DESCRIBED; // left out, and to be referred to as little
      }
    }
    boolean isTarget =
        delivery instanceof Delivery.Full && ReferenceTargets.canBe(each.resource(), isFailed);
    known.addLast(new Given(place, each, source, delivery, isTarget, age));
  }

  /** What was handed over: the request of a turn, or the result of a call. */
  private record Handover(int turn, @Nullable String call) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Handover same && turn == same.turn && Objects.equals(call, same.call);
    }

    @Override
    public int hashCode() { // what a record has by itself is linked at run time, at each start
      return 31 * turn + Objects.hashCode(call);
    }
  }

  /** A call of this turn, and how many events are newer. */
  private record Asked(String call, int age) {}

  /**
   * A delivery of a resource.
   *
   * @param delivery how it stands in the request, whatever was recorded
   * @param isTarget whether the model has it in full, and may be told so
   * @param age how many events are newer than the one it is part of; -1 if there is none yet
   */
  private record Given(
      DeliveryPlace place,
      DeliveredResource resource,
      String source,
      Delivery delivery,
      boolean isTarget,
      int age) {

    /** What it is, and in which form. */
    DeliveredKey key() {
      return DeliveredKey.of(resource.resource(), resource.formatted());
    }

    boolean isText() {
      return resource.resource().content().isText();
    }

    /** Whether it was a reference that answered a model which asked for the content. */
    boolean isAnswer() {
      return delivery instanceof Delivery.Reference && SourceNames.isOfContentAskedFor(source);
    }

    boolean isOfOneResultWith(DeliveryPlace other) {
      return place.turn() == other.turn() && Objects.equals(place.call(), other.call());
    }
  }
}
