package dev.attache.delivery;

import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Question;
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
 * built: the answer to which earlier delivery holds a content in full. It can be kept, and read on
 * as the turn grows. Not thread-safe.
 */
public final class DeliveryIndex {

  /**
   * How many events may lie between a reference and a refresh that asks because of it. Sixteen
   * calls at a time, each with its result, are as many as models make.
   */
  private static final int SOON = 32;

  private final int turn;
  private final @Nullable Set<ResourceUri> uris; // null for all
  private final DedupSettings settings;
  private final Channel channel;
  private final Delivered delivered;
  private final Map<ResourceUri, Deque<Given>> newestFirst = new HashMap<>();
  private final Map<DeliveryPlace, Boolean> isInFull =
      new HashMap<>(); // where an elision has decided
  private final Map<String, Integer> calls = new HashMap<>(); // the last of each id
  private final Set<Handover> handedOver = new HashSet<>();
  private final Map<Handover, Awaiting> awaiting = new HashMap<>();
  private final Deque<Deque<Given>> undecided = new ArrayDeque<>(); // delivered, not yet recorded
  private int answered = -1; // the turn of the last answer that was read
  private int first; // the place of the oldest event in the order of the history
  private int last = -1; // that of the newest

  private DeliveryIndex(
      int turn,
      @Nullable Set<ResourceUri> uris,
      DedupSettings settings,
      Channel channel,
      Delivered delivered) {
    this.turn = turn;
    this.uris = uris == null ? null : Set.copyOf(uris);
    this.settings = settings;
    this.channel = channel;
    this.delivered = delivered;
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
    ConversationEvent event = index.looksBackTo(turn) ? newestFirst.next() : null;
    while (event != null && index.looksBackTo(event.turn())) {
      index.addOlder(event);
      event = newestFirst.next();
    }
    return index;
  }

  /**
   * {@return an empty index of whatever is delivered in a turn, to be kept while that lasts}
   *
   * @param turn the turn that something is to be delivered in
   * @param settings how far back a reference may reach, and for which contents
   * @param channel what the model can be given; of what it cannot, nothing is a reference
   * @param delivered which of the attachments the model was given, asked anew each time
   */
  public static DeliveryIndex ofAll(
      int turn, DedupSettings settings, Channel channel, Delivered delivered) {
    return new DeliveryIndex(turn, null, settings, channel, delivered);
  }

  /**
   * {@return whether the rules look back as far as a turn}
   *
   * @param earlier the number of a turn before this one
   */
  public boolean looksBackTo(int earlier) {
    int lookback = settings.longestLookback();
    return lookback >= 0 && earlier >= turn - lookback;
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
    Deque<Given> known = known(resource.uri());
    if (known == null) {
      throw new IllegalArgumentException(resource.uri().redacted() + " was not asked for");
    }
    Delivery delivery =
        channel.carries(each) // of what it does not, no reference is shorter or says more
            ? decide(place, each, source, kind, counted(known))
            : Delivery.DESCRIBED;
    Given given =
        new Given(
            place,
            each,
            source,
            delivery,
            delivery instanceof Delivery.Full
                && ReferenceTargets.canBe(resource, kind == Kind.FAILED),
            null,
            last + 1);
    known.addFirst(given);
    undecided.push(known);
    return delivery;
  }

  /**
   * {@return true if a resource would be delivered as a reference; nothing is recorded}
   *
   * @param place the place of the delivery
   * @param each the resource
   * @param source its producer
   * @param kind the kind of the delivery
   */
  public boolean refers(DeliveryPlace place, DeliveredResource each, String source, Kind kind) {
    Deque<Given> known = known(each.resource().uri());
    return known != null
        && channel.carries(each)
        && decide(place, each, source, kind, counted(known)) instanceof Delivery.Reference;
  }

  /** Returns the deliveries of a URI, the newest first; null if nobody asks for it. */
  private @Nullable Deque<Given> known(ResourceUri uri) {
    return uris == null || uris.contains(uri) ? all(uri) : null;
  }

  private Deque<Given> known(Given one) {
    return all(one.resource.resource().uri());
  }

  private Deque<Given> all(ResourceUri uri) {
    return newestFirst.computeIfAbsent(uri, same -> new ArrayDeque<>(2));
  }

  /** Returns those that the model was given, as far as that is known by now. */
  private Deque<Given> counted(Deque<Given> known) {
    if (delivered == Delivered.ALL) {
      return known;
    }
    var counted = new ArrayDeque<>(known);
    counted.removeIf(each -> !each.counts(delivered));
    return counted;
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
      if (each.resource.resource().key().equals(key.resource())) {
        boolean isSame =
            each.isText() == isText
                && each.place.turn() >= oldestTurn
                && (each.isTarget || each.delivery instanceof Delivery.Delta)
                && each.key().equals(key); // last, as it may read the content
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
    Given given = before.peekFirst();
    if (given == null || !given.isAnswer() || given.isOfOneResultWith(place)) {
      return false;
    }
    if (last - given.event > SOON) {
      return false; // it asks whether it has changed since, and not for what it misses
    }
    Integer asked = calls.get(place.call());
    return asked == null || asked > given.event;
  }

  /**
   * Adds the event before all that were added.
   *
   * @param event the next one of a history that is read from its end
   */
  public void addOlder(ConversationEvent event) {
    first--;
    add(event);
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
        calls.putIfAbsent(call.id(), first);
      }
    } else if (event instanceof Request request) {
      boolean isGiven = request.request().author() != Author.TOOL;
      if (isGiven && (!request.awaitsHandover() || isHandedOver(request.turn(), null))) {
        addAttachments(request.turn(), request.request().resources());
      }
    } else if (event instanceof ToolResult result) {
      if (!result.awaitsHandover() || isHandedOver(result.turn(), result.id())) {
        for (Given each : blocks(result, first)) {
          known(each).addLast(each);
        }
      } else {
        awaiting.put(new Handover(result.turn(), result.id()), new Awaiting(result, first));
      }
    }
  }

  /**
   * Forgets what was delivered and perhaps never recorded. What was is among the events that come.
   */
  public void forgetUndecided() {
    while (!undecided.isEmpty()) {
      undecided.pop().removeFirst();
    }
  }

  /**
   * Adds the event after all that were added.
   *
   * @param event what has just been recorded
   * @return false if it changes what earlier events mean; then the history has to be read anew
   */
  public boolean addNewer(ConversationEvent event) {
    last++;
    if (event instanceof ToolResult result) {
      var handover = new Handover(result.turn(), result.id());
      if (!result.awaitsHandover() || handedOver.contains(handover)) {
        insert(blocks(result, last));
      } else {
        awaiting.put(handover, new Awaiting(result, last));
      }
      return true;
    } else if (event instanceof HandedOver handed) {
      var handover = new Handover(handed.turn(), handed.call());
      boolean isNew = handedOver.add(handover);
      Awaiting result = awaiting.remove(handover);
      if (result != null) {
        insert(blocks(result.result(), result.event()));
      }
      return handed.call() != null || !isNew;
    } else if (event instanceof ToolCall call) {
      if (call.turn() == turn) {
        calls.put(call.id(), last);
      }
      return !handedOver.add(new Handover(call.turn(), null));
    }
    return event instanceof Question || event instanceof Answer || event instanceof Config;
  }

  /** Puts the deliveries of a result, the last one first, where they belong in the history. */
  private void insert(List<Given> blocks) {
    for (int i = blocks.size() - 1; i >= 0; i--) {
      Deque<Given> known = known(blocks.get(i));
      var newer = new ArrayDeque<Given>();
      while (!known.isEmpty() && known.element().event > blocks.get(i).event) {
        newer.push(known.pop());
      }
      known.push(blocks.get(i));
      newer.forEach(known::push);
    }
  }

  /** Whether something was given to the model; an answer to the turn says so of all before it. */
  private boolean isHandedOver(int inTurn, @Nullable String call) {
    return answered == inTurn || handedOver.contains(new Handover(inTurn, call));
  }

  private void addAttachments(int inTurn, List<Attachment> attachments) {
    for (int i = attachments.size() - 1; i >= 0; i--) {
      Attachment each = attachments.get(i);
      Deque<Given> known = known(each.snapshot().resource().uri());
      if (known != null) {
        DeliveryPlace place = DeliveryPlace.ofAttachment(inTurn, i);
        known.addLast(given(place, each, each.snapshot().source(), false, each, first));
      }
    }
  }

  /** Returns the deliveries of a result, the last one first. */
  private List<Given> blocks(ToolResult result, int event) {
    List<ContentBlock> blocks = result.response().content();
    var given = new ArrayList<Given>();
    for (int i = blocks.size() - 1; i >= 0; i--) {
      if (blocks.get(i) instanceof DeliveredBlock each && known(each.resource().uri()) != null) {
        given.add(
            given(
                DeliveryPlace.ofResult(result.turn(), result.id(), i),
                each,
                SourceNames.ofTool(result.name()),
                result.response().isError(),
                null,
                event));
      }
    }
    return given;
  }

  private Given given(
      DeliveryPlace place,
      DeliveredResource each,
      String source,
      boolean isFailed,
      @Nullable Attachment attachment,
      int event) {
    Delivery delivery = each.delivery();
    if (!isInFull.isEmpty() && !(delivery instanceof Delivery.Described)) { // as a rule it is
      Boolean decided = event < 0 ? isInFull.get(place) : null; // before the elision
      if (decided != null && decided) {
        delivery = Delivery.FULL;
      } else if (decided != null && !(delivery instanceof Delivery.Reference)) {
        delivery = Delivery.DESCRIBED; // left out, and to be referred to as little
      }
    }
    boolean isTarget =
        delivery instanceof Delivery.Full && ReferenceTargets.canBe(each.resource(), isFailed);
    return new Given(place, each, source, delivery, isTarget, attachment, event);
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

  /** A result of which nobody knows yet that the model was given it. */
  private record Awaiting(ToolResult result, int event) {}

  /**
   * A delivery of a resource.
   *
   * @param delivery how it stands in the request, whatever was recorded
   * @param isTarget whether the model has it in full, and may be told so
   * @param attachment the attachment that it is; null if it is part of a result
   * @param event the place of the event that it is part of, in the order of the history
   */
  private record Given(
      DeliveryPlace place,
      DeliveredResource resource,
      String source,
      Delivery delivery,
      boolean isTarget,
      @Nullable Attachment attachment,
      int event) {

    boolean counts(Delivered rule) {
      return attachment == null ? rule.countsResult(place) : rule.counts(place, attachment);
    }

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
