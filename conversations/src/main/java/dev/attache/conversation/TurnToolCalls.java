package dev.attache.conversation;

import dev.attache.core.tool.ToolOutcome;
import dev.attache.delivery.DeliveryIndex;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Question;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationView;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.ResourceUri;
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

  TurnToolCalls(Conversation conversation, ConversationStore store) {
    this(conversation, store, null);
  }

  private TurnToolCalls(
      Conversation conversation, ConversationStore store, @Nullable Integer only) {
    this.conversation = conversation;
    this.store = store;
    this.only = only;
  }

  /**
   * {@return the same for one turn only: once another has begun, no result is recorded any more}
   *
   * @param turn which turn, from 0 on
   */
  public TurnToolCalls of(int turn) {
    return new TurnToolCalls(conversation, store, turn);
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
   * @param response what the tool answers; that it failed is an answer, too
   * @param kind as what resources are delivered that did not fail
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the call has a result
   */
  public ToolResult result(String id, String name, ToolResponse response, Kind kind)
      throws StoreException {
    return record(id, name, null, response, kind);
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
   * @param response what the tool answers; that it failed is an answer, too
   * @param kind as what resources are delivered that did not fail
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the call has a result
   */
  public ToolResult result(
      String id, String name, List<ToolOutcome.Asked> asked, ToolResponse response, Kind kind)
      throws StoreException {
    if (!asked.isEmpty()) {
      conversation.log().append(null, now -> inquiry(current(now), id, asked));
    }
    return record(id, name, null, response, kind);
  }

  /**
   * Records the same result for several calls that were not run, all of them or none.
   *
   * @param calls calls of the turn
   * @param response why they were not run, in texts
   * @return the results as the model gets them, in the order of the calls
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or a call has a result
   */
  public List<ToolResult> notRun(List<AnswerItem.Call> calls, ToolResponse response)
      throws StoreException {
    try (BlobBatch blobs = store.begin()) {
      ToolResponse stored = StoredBlocks.of(response, blobs);
      var recorded = new ArrayList<ToolResult>(calls.size());
      conversation
          .log()
          .append(
              blobs,
              now -> {
                int turn = current(now);
                recorded.clear();
                for (AnswerItem.Call call : calls) {
                  requireNoResult(now, turn, call.id());
                  recorded.add(
                      new ToolResult(
                          conversation.time(), turn, call.id(), call.name(), stored));
                }
                return List.copyOf(recorded);
              });
      return List.copyOf(recorded);
    }
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

  /** Records a call and its result, both or neither. */
  ToolResult callWithResult(
      String id, String name, Map<String, Object> arguments, ToolResponse response)
      throws StoreException {
    Finite.require(arguments, "argument");
    return record(id, name, arguments, response, Kind.PLAIN);
  }

  /**
   * Records a result.
   *
   * @param arguments those of its call, to be recorded before it; null if that is there
   */
  private ToolResult record(
      String id,
      String name,
      @Nullable Map<String, Object> arguments,
      ToolResponse response,
      Kind kind)
      throws StoreException {
    try (BlobBatch blobs = store.begin()) {
      ToolResponse given = named(response);
      ToolResponse stored = StoredBlocks.of(given, blobs);
      Set<ResourceUri> uris = DeliveredResult.uris(stored);
      var recorded = new ArrayList<ToolResult>(1);
      conversation
          .log()
          .append(
              blobs,
              now -> {
                int turn = current(now);
                var events = new ArrayList<ConversationEvent>(2);
                if (arguments != null) {
                  requireNoCall(now, turn, id);
                  events.add(new ToolCall(conversation.time(), turn, id, name, arguments));
                }
                requireNoResult(now, turn, id);
                var result = new ToolResult(conversation.time(), turn, id, name, stored);
                ToolResult delivered =
                    uris.isEmpty() // then there is nothing to decide, and no need to read back
                        ? result
                        : new DeliveredResult(conversation.deliveries(now, turn), kind, blobs)
                            .of(result, given);
                ToolResult awaiting = conversation.awaiting(delivered);
                recorded.add(awaiting);
                events.add(awaiting);
                return events;
              });
      return conversation.names().shown(recorded.get(recorded.size() - 1));
    }
  }

  private ToolResponse named(ToolResponse response) throws StoreException {
    if (response.content().stream().noneMatch(ContentBlock.ResourceBlock.class::isInstance)) {
      return response;
    }
    List<AttachmentState> attached = conversation.log().attachments();
    return DeliveryForms.of(attached, conversation.text(conversation.summary()))
        .in(AttachedUris.of(attached).in(response));
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

  private void requireNoResult(ConversationView now, int turn, String id) throws StoreException {
    if (conversation.kept().hasResult(now, turn, id)) {
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

    /** Returns the URIs of the resources in a response. */
    static Set<ResourceUri> uris(ToolResponse response) {
      var uris = new HashSet<ResourceUri>();
      for (ContentBlock block : response.content()) {
        if (block instanceof DeliveredBlock resource) {
          uris.add(resource.resource().uri());
        }
      }
      return uris;
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
                ? stored.delivered(delivery(result, i, DeliveredBlock.of(readable)))
                : block);
      }
      return new ToolResult(
          result.at(),
          result.turn(),
          result.id(),
          result.name(),
          new ToolResponse(content, response.isError(), response.meta(), response.structured()));
    }

    private Delivery delivery(ToolResult result, int block, DeliveredBlock each)
        throws StoreException {
      Delivery delivery =
          index.deliver(
              DeliveryPlace.ofResult(result.turn(), result.id(), block),
              each,
              SourceNames.ofTool(result.name()),
              result.response().isError() ? Kind.FAILED : kind);
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
