package dev.attache.conversation;

import dev.attache.core.tool.ToolOutcome;
import dev.attache.delivery.DeliveryIndex;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Question;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The tool calls of the current turn of a conversation, and their results. Thread-safe. */
public final class TurnToolCalls {

  /** What is kept of a secret. */
  private static final String REDACTED = "REDACTED";

  private final Conversation conversation;
  private final ConversationStore store;
  private final @Nullable Integer only;
  private final boolean isGiven;
  private final @Nullable ToolOutputLimit limit;

  TurnToolCalls(Conversation conversation, ConversationStore store) {
    this(conversation, store, null, false, null);
  }

  private TurnToolCalls(
      Conversation conversation,
      ConversationStore store,
      @Nullable Integer only,
      boolean isGiven,
      @Nullable ToolOutputLimit limit) {
    this.conversation = conversation;
    this.store = store;
    this.only = only;
    this.isGiven = isGiven;
    this.limit = limit;
  }

  /**
   * {@return the same for one turn only: once another has begun, no result is recorded any more}
   *
   * @param turn which turn, from 0 on
   */
  public TurnToolCalls of(int turn) {
    return new TurnToolCalls(conversation, store, turn, isGiven, limit);
  }

  /**
   * {@return the same for results that the model has as soon as they are recorded, since the next
   * request is made of the history, whoever sends that}
   */
  public TurnToolCalls given() {
    return new TurnToolCalls(conversation, store, only, true, limit);
  }

  /**
   * {@return the same with a limit of the output of tools; it does not hold for refreshes and
   * attachments}
   *
   * @param value the limit of each answer
   */
  public TurnToolCalls limited(ToolOutputLimit value) {
    return new TurnToolCalls(conversation, store, only, isGiven, value);
  }

  private int current(ConversationView now) throws StoreException {
    int current = conversation.current(now);
    if (only != null && only != current) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          "another turn of "
              + conversation.id()
              + " has begun, and the result of a call of this one cannot be recorded any more");
    }
    return current;
  }

  /**
   * Says that a result is on its way to the model, as {@link Conversation#handedOver} does.
   *
   * @param result the result as it was given when it was recorded
   * @throws StoreException if that cannot be recorded
   */
  public void handedOver(ToolResult result) throws StoreException {
    conversation.handedOver(result);
  }

  /** Records a call, or refuses one whose id the turn has already. */
  void call(String id, String name, Map<String, Object> arguments) throws StoreException {
    if (!isNew(id, name, arguments)) {
      throw repeated(id);
    }
  }

  /**
   * {@return whether the current turn has a call of that id}
   *
   * @param id what the model knows a call by
   * @throws StoreException if the history cannot be read
   */
  public boolean has(String id) throws StoreException {
    ConversationLog log = conversation.log();
    return new KeptTurn(conversation.options()).hasCall(log, log.summary().turns() - 1, id);
  }

  /**
   * Records a call, unless the turn has one of that id.
   *
   * @param id what the model knows the call by
   * @param name what the model calls the tool
   * @param arguments JSON values by name
   * @return whether it was recorded, and so is to be answered
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or an argument is a number
   *     that JSON cannot have
   */
  public boolean isNew(String id, String name, Map<String, Object> arguments)
      throws StoreException {
    Finite.require(arguments, "argument");
    var recorded = new AtomicBoolean();
    conversation
        .log()
        .append(
            null,
            now -> {
              int turn = conversation.current(now);
              recorded.set(!conversation.kept().hasCall(now, turn, id));
              return recorded.get()
                  ? List.of(new ToolCall(conversation.time(), turn, id, name, arguments))
                  : List.of();
            });
    return recorded.get();
  }

  /**
   * Records the result of a call.
   *
   * @param id the id of a call of the turn
   * @param name what the model calls the tool
   * @param response the response, which may be a failure
   * @param kind the kind of delivery of its resources, unless it failed
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the call has a result
   */
  public ToolResult result(String id, String name, ToolResponse response, Kind kind)
      throws StoreException {
    return result(id, name, List.of(), response, kind);
  }

  /**
   * Records what a tool asked during a call and how it was answered, then the result of the call.
   *
   * @param id the id of a call of the turn
   * @param name what the model calls the tool
   * @param asked what was asked, in order; secret answers are not kept
   * @param response what the tool answers; that it failed is an answer, too
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the call has a result
   */
  public ToolResult result(
      String id, String name, List<ToolOutcome.Asked> asked, ToolResponse response)
      throws StoreException {
    return result(id, name, asked, response, Kind.PLAIN);
  }

  /**
   * Records the same, with the kind of what is delivered.
   *
   * @param id the id of a call of the turn
   * @param name what the model calls the tool
   * @param asked what was asked, in order; secret answers are not kept
   * @param response the response, which may be a failure
   * @param kind the kind of delivery of its resources, unless it failed
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the call has a result
   */
  public ToolResult result(
      String id, String name, List<ToolOutcome.Asked> asked, ToolResponse response, Kind kind)
      throws StoreException {
    return results(List.of(new Ended(id, name, asked, response, kind))).get(0);
  }

  /**
   * A call that has ended.
   *
   * @param id the id of a call of the turn
   * @param name what the model calls the tool
   * @param asked what was asked, in order; secret answers are not kept
   * @param response the response, which may be a failure
   * @param kind the kind of delivery of its resources, unless it failed
   */
  public record Ended(
      String id, String name, List<ToolOutcome.Asked> asked, ToolResponse response, Kind kind) {
    /**
     * Takes a copy of the list.
     *
     * @param id the id of a call of the turn
     * @param name what the model calls the tool
     * @param asked what was asked, in order; secret answers are not kept
     * @param response what the tool answers; that it failed is an answer, too
     * @param kind as what resources are delivered that did not fail
     */
    public Ended {
      asked = List.copyOf(asked);
    }
  }

  /**
   * Records the results of several calls, and what their tools asked, all of them or none.
   *
   * @param ended the calls, in the order in which their results are recorded
   * @return the results as the model gets them, in that order
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or a call has a result
   */
  public List<ToolResult> results(List<Ended> ended) throws StoreException {
    return record(ended, null);
  }

  private List<ConversationEvent> inquiry(int turn, String id, List<ToolOutcome.Asked> asked) {
    var events = new ArrayList<ConversationEvent>();
    for (ToolOutcome.Asked each : asked) {
      InputRequest question = each.question();
      events.add(new Question(conversation.time(), turn, id, question));
      Object value = question.isSecret() ? REDACTED : each.answer().value();
      String by = each.answer().by().toString();
      events.add(new Answer(conversation.time(), turn, id, question.id(), value, by));
    }
    return events;
  }

  /**
   * Records a call and its result, both or neither.
   *
   * @param id what the model knows the call by
   * @param name what the model calls the tool
   * @param arguments JSON values by name
   * @param response the response, which may be a failure
   * @param kind the kind of delivery of its resources, unless it failed
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, the turn has a call of that
   *     id, or an argument is a number that JSON cannot have
   */
  public ToolResult callWithResult(
      String id, String name, Map<String, Object> arguments, ToolResponse response, Kind kind)
      throws StoreException {
    Finite.require(arguments, "argument");
    var ended = new Ended(id, name, List.of(), response, kind);
    return record(List.of(ended), arguments).get(0);
  }

  /** A result on its way: as the tool gave it, and as the store has its contents. */
  private record Held(Ended call, ToolResponse given, ToolResponse stored) {}

  /**
   * Records results.
   *
   * @param arguments those of the only call, to be recorded before it; null if that is there
   */
  private List<ToolResult> record(List<Ended> ended, @Nullable Map<String, Object> arguments)
      throws StoreException {
    try (BlobBatch blobs = store.begin()) {
      var held = new ArrayList<Held>(ended.size());
      for (Ended each : ended) {
        ToolResponse given = given(each);
        held.add(new Held(each, given, StoredBlocks.of(given, blobs)));
      }
      var recorded = new ArrayList<ToolResult>(ended.size());
      conversation
          .log()
          .append(
              blobs,
              now -> {
                recorded.clear();
                return events(held, arguments, now, blobs, recorded);
              });
      var shown = new ArrayList<ToolResult>(recorded.size());
      for (ToolResult each : recorded) {
        shown.add(conversation.names().shown(each));
      }
      return shown;
    }
  }

  private List<ConversationEvent> events(
      List<Held> all,
      @Nullable Map<String, Object> arguments,
      ConversationView now,
      BlobBatch blobs,
      List<ToolResult> results)
      throws StoreException {
    int turn = current(now);
    var events = new ArrayList<ConversationEvent>(all.size());
    var ids = new HashSet<String>();
    for (Held each : all) { // before anything is decided
      Ended call = each.call();
      if (arguments != null) {
        requireNoCall(now, turn, call.id());
        events.add(new ToolCall(conversation.time(), turn, call.id(), call.name(), arguments));
      }
      requireNoResult(now, turn, call.id(), ids);
    }
    boolean isText = all.stream().noneMatch(each -> DeliveredResult.hasResource(each.stored()));
    DeliveryIndex index = isText ? null : conversation.deliveries(now, turn); // a look back
    for (Held each : all) {
      Ended call = each.call();
      events.addAll(inquiry(turn, call.id(), call.asked()));
      var plain = new ToolResult(conversation.time(), turn, call.id(), call.name(), each.stored());
      ToolResult delivered =
          index == null
              ? plain
              : new DeliveredResult(index, call.kind(), blobs).of(plain, each.given());
      ToolResult told = isGiven ? delivered : conversation.awaiting(delivered);
      events.add(told);
      results.add(told);
    }
    return events;
  }

  private ToolResponse given(Ended call) throws StoreException {
    ToolResponse named = named(call);
    if (limit == null || isReadHere(call)) {
      return named;
    }
    ConversationSummary summary = conversation.summary();
    int turn = only == null ? summary.turns() - 1 : only;
    return limit.of(named, conversation.text(summary), turn, call.id());
  }

  private static boolean isReadHere(Ended call) {
    return call.kind() == Kind.REFRESH || call.kind() == Kind.FORCED;
  }

  private ToolResponse named(Ended call) throws StoreException {
    ToolResponse response = call.response();
    if (response.content().stream().noneMatch(ContentBlock.ResourceBlock.class::isInstance)) {
      return response;
    }
    Conversation.Attached attached = conversation.attached();
    ToolResponse named =
        attached
            .forms()
            .in(conversation.text(conversation.summary()))
            .in(attached.uris().in(response));
    return isReadHere(call) ? named : DeliveryForms.saidBy(call.name(), named);
  }

  private void requireNoCall(ConversationView now, int turn, String id) throws StoreException {
    if (conversation.kept().hasCall(now, turn, id)) {
      throw repeated(id);
    }
  }

  private static StoreException repeated(String id) {
    return StoreException.of(
        StoreException.Kind.REFUSED, "there is a call " + id + " in this turn already");
  }

  private void requireNoResult(ConversationView now, int turn, String id, Set<String> others)
      throws StoreException {
    if (conversation.kept().hasResult(now, turn, id) || !others.add(id)) {
      throw StoreException.of(
          StoreException.Kind.REFUSED, "call " + id + " has a result in turn " + turn);
    }
  }

  /** The result of a tool as the model gets it. */
  private static final class DeliveredResult {

    private final DeliveryIndex index;
    private final Kind kind;
    private final BlobBatch blobs;

    /**
     * @param kind as what resources are delivered, if the tool did not fail
     * @param blobs what takes the diffs
     */
    DeliveredResult(DeliveryIndex index, Kind kind, BlobBatch blobs) {
      this.index = index;
      this.kind = kind;
      this.blobs = blobs;
    }

    static boolean hasResource(ToolResponse response) {
      return response.content().stream().anyMatch(DeliveredBlock.class::isInstance);
    }

    /**
     * Returns a result with how each resource of it is delivered.
     *
     * @param given the same, with contents that can be read
     */
    ToolResult of(ToolResult result, ToolResponse given) throws StoreException {
      ToolResponse response = result.response();
      var content = new ArrayList<ContentBlock>();
      for (ContentBlock block : response.content()) {
        int i = content.size();
        content.add(
            block instanceof DeliveredBlock stored
                    && given.content().get(i) instanceof ContentBlock.ResourceBlock readable
                ? delivered(result, i, stored, DeliveredBlock.of(readable))
                : block);
      }
      return new ToolResult(
          result.at(),
          result.turn(),
          result.id(),
          result.name(),
          new ToolResponse(content, response.isError(), response.meta(), response.structured()));
    }

    /** Returns a block as delivered: a cut one is a reference if the model has all of it. */
    private DeliveredBlock delivered(
        ToolResult result, int block, DeliveredBlock stored, DeliveredBlock readable)
        throws StoreException {
      if (readable.isCut()) {
        DeliveredBlock whole = ToolOutputLimit.whole(readable);
        DeliveryPlace place = DeliveryPlace.ofResult(result.turn(), result.id(), block);
        if (index.refers(place, whole, SourceNames.ofTool(result.name()), kind(result))) {
          return ToolOutputLimit.whole(stored).delivered(delivery(result, block, whole));
        }
      }
      return stored.delivered(delivery(result, block, readable));
    }

    private Kind kind(ToolResult result) {
      return result.response().isError() ? Kind.FAILED : kind;
    }

    private Delivery delivery(ToolResult result, int block, DeliveredBlock each)
        throws StoreException {
      Delivery delivery =
          index.deliver(
              DeliveryPlace.ofResult(result.turn(), result.id(), block),
              each,
              SourceNames.ofTool(result.name()),
              kind(result));
      return delivery instanceof Delivery.Delta delta && !ToolResult.isInline(delta.diff())
          ? delta.held(blobs.add(delta.diff()))
          : delivery;
    }
  }

  /** The check that what is to be recorded has no number that JSON cannot have. */
  private static final class Finite {

    private Finite() {}

    /**
     * Checks the values of an object.
     *
     * @param what the word for one of them
     * @throws StoreException {@code REFUSED} with the JSON pointer of the first that is not finite
     */
    static void require(Map<String, Object> values, String what) throws StoreException {
      requireIn(values, what + " ");
    }

    private static void requireIn(@Nullable Object value, String pointer) throws StoreException {
      if (value instanceof Map<?, ?> map) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          String key = String.valueOf(entry.getKey());
          requireIn(entry.getValue(), pointer + "/" + key.replace("~", "~0").replace("/", "~1"));
        }
      } else if (value instanceof List<?> list) {
        for (int i = 0; i < list.size(); i++) {
          requireIn(list.get(i), pointer + "/" + i);
        }
      } else if ((value instanceof Double || value instanceof Float)
          && !Double.isFinite(((Number) value).doubleValue())) {
        throw StoreException.of(
            StoreException.Kind.REFUSED,
            Sanitizer.sanitizeLine(pointer) + " (" + value + ") must be a finite number");
      }
    }
  }
}
