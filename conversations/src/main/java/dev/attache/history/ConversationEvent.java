package dev.attache.history;

import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One thing that happened in a conversation. Immutable; a history only ever grows. */
public sealed interface ConversationEvent {

  /** {@return when it was recorded} */
  Instant at();

  /**
   * {@return the turn it belongs to, from 0 on; what comes before the first request belongs to turn
   * 0}
   */
  int turn();

  /**
   * The user's request, which begins a turn.
   *
   * @param request what is sent
   * @param references the declarations that were resolved for it, whatever they led to
   * @param awaitsHandover whether it counts as delivered only once a {@link HandedOver} says so
   */
  record Request(
      Instant at, int turn, ChatRequest request, List<String> references, boolean awaitsHandover)
      implements ConversationEvent {
    /**
     * Takes a copy of the references.
     *
     * @param at when it is recorded
     * @param turn the turn that it begins, from 0 on
     * @param request what is sent
     * @param references the declarations that were resolved for it, whatever they led to
     * @param awaitsHandover whether it counts as delivered only once a {@link HandedOver} says so
     */
    public Request {
      references = List.copyOf(references);
    }

    /**
     * A request that counts as delivered as soon as it is recorded.
     *
     * @param at when it is recorded
     * @param turn the turn that it begins, from 0 on
     * @param request what is sent
     * @param references the declarations that were resolved for it, whatever they led to
     */
    public Request(Instant at, int turn, ChatRequest request, List<String> references) {
      this(at, turn, request, references, false);
    }
  }

  /**
   * An answer of a model of which nothing but its text is known.
   *
   * @param text what it wrote
   */
  record Response(Instant at, int turn, String text) implements ConversationEvent {}

  /**
   * A tool call of the model.
   *
   * @param id the call, by a name that no other call of this turn has
   * @param name the tool
   * @param arguments what it was called with
   */
  record ToolCall(Instant at, int turn, String id, String name, Map<String, Object> arguments)
      implements ConversationEvent {
    /**
     * Takes a copy of the arguments.
     *
     * @param at when it is recorded
     * @param turn the turn it belongs to, from 0 on
     * @param id the call, by a name that no other call of this turn has
     * @param name the tool
     * @param arguments what it was called with, JSON values by name
     */
    public ToolCall {
      arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }
  }

  /**
   * An answer of a model that was asked here: one message, with its calls.
   *
   * @param provider who was asked, such as {@code anthropic}
   * @param api the wire that its opaque items are of, such as {@code anthropic-messages}
   * @param model the model, as its provider names it
   * @param stop why it ended, in a word: {@code end}, {@code calls}, {@code length}, {@link
   *     #INTERRUPTED}, …
   * @param items what it says, in order
   * @param usage what the request took; null if the provider did not say
   * @param sent what was sent; null if that is not known
   */
  record ModelAnswer(
      Instant at,
      int turn,
      String provider,
      String api,
      String model,
      String stop,
      List<AnswerItem> items,
      @Nullable ModelUsage usage,
      @Nullable Sent sent)
      implements ConversationEvent {

    /** Why an answer ended that is not complete. */
    public static final String INTERRUPTED = "interrupted";

    /**
     * Takes a copy of the items.
     *
     * @param at when it is recorded
     * @param turn the turn it belongs to, from 0 on
     * @param provider who was asked, such as {@code anthropic}
     * @param api the wire that its opaque items are of, such as {@code anthropic-messages}
     * @param model the model, as its provider names it
     * @param stop why it ended, in a word
     * @param items what it says, in order
     * @param usage what the request took; null if the provider did not say
     * @param sent what was sent; null if that is not known
     */
    public ModelAnswer {
      items = List.copyOf(items);
    }

    /**
     * {@return whether it is not complete: its texts, as far as they came, are all that is known of
     * it}
     */
    public boolean isInterrupted() {
      return stop.equals(INTERRUPTED);
    }

    /** {@return its texts and calls as events of their own, in order} */
    public List<ConversationEvent> parts() {
      var parts = new ArrayList<ConversationEvent>();
      for (AnswerItem item : items) {
        if (item instanceof AnswerItem.Text text) {
          parts.add(new Response(at, turn, text.text()));
        } else if (item instanceof AnswerItem.Call call) {
          parts.add(new ToolCall(at, turn, call.id(), call.name(), call.values()));
        }
      }
      return parts;
    }

    /** {@return its calls, in order} */
    public List<AnswerItem.Call> calls() {
      var calls = new ArrayList<AnswerItem.Call>();
      for (AnswerItem item : items) {
        if (item instanceof AnswerItem.Call call) {
          calls.add(call);
        }
      }
      return calls;
    }

    /**
     * What was sent to be answered.
     *
     * @param digest the digest of the body of the request
     * @param bytes its size
     */
    public record Sent(ContentDigest digest, long bytes) {}
  }

  /**
   * A question that a tool asked during a call, before its result.
   *
   * @param call the call
   * @param question what was asked
   */
  record Question(Instant at, int turn, String call, InputRequest question)
      implements ConversationEvent {}

  /**
   * An answer to a question of a tool.
   *
   * @param call the call
   * @param id the question
   * @param value the answer, any JSON value; what is secret is not kept
   * @param by who gave it: {@code option}, {@code configuration}, {@code user}, {@code assistant}
   *     or {@code default}
   */
  record Answer(Instant at, int turn, String call, String id, @Nullable Object value, String by)
      implements ConversationEvent {}

  /**
   * The result of a tool call.
   *
   * @param id the call
   * @param name the tool
   * @param response what it answered, with how each resource of it was delivered
   * @param awaitsHandover whether it counts as delivered only once a {@link HandedOver} says so
   */
  record ToolResult(
      Instant at, int turn, String id, String name, ToolResponse response, boolean awaitsHandover)
      implements ConversationEvent {

    /** Texts of tools up to this many bytes stand in the history, where people can read them. */
    public static final int MAX_INLINE_BYTES = 256;

    /** What a result has in {@code _meta} where the URI does not tell which resource was meant. */
    public static final String ADDRESS = "dev.attache/address";

    /**
     * Has each resource of the answer say how it was delivered.
     *
     * @param at when it is recorded
     * @param turn the turn it belongs to, from 0 on
     * @param id the call
     * @param name the tool
     * @param response what it answered; resources that do not say how they were delivered are
     *     delivered in full
     * @param awaitsHandover whether it counts as delivered only once a {@link HandedOver} says so
     */
    public ToolResult {
      response = DeliveredBlock.in(response);
    }

    /**
     * A result that counts as delivered as soon as it is recorded.
     *
     * @param at when it is recorded
     * @param turn the turn it belongs to, from 0 on
     * @param id the call
     * @param name the tool
     * @param response what it answered; resources that do not say how they were delivered are
     *     delivered in full
     */
    public ToolResult(Instant at, int turn, String id, String name, ToolResponse response) {
      this(at, turn, id, name, response, false);
    }

    /**
     * {@return whether a text of a tool stands in the history itself, and is not held by the store}
     *
     * @param text a content that a tool has answered; bytes never stand there
     */
    public static boolean isInline(ResourceContent text) {
      return text instanceof Text && text.size() <= MAX_INLINE_BYTES;
    }
  }

  /**
   * The end of a handover: what was recorded before has been written to whoever takes it to the
   * model. Without it, nobody is told to have what was recorded, and perhaps went nowhere.
   *
   * @param call the call whose result it was; null if it was the request of the turn
   */
  record HandedOver(Instant at, int turn, @Nullable String call) implements ConversationEvent {}

  /**
   * A change of what is declared or set for the conversation.
   *
   * @param added what is declared from now on, in order
   * @param removed the references that are declared no longer
   * @param settings what is set from now on, by name; null takes a setting back
   * @param forkedFrom where the events before this one come from; null if they are its own
   */
  record Config(
      Instant at,
      int turn,
      List<Declaration> added,
      List<String> removed,
      Map<String, Object> settings,
      @Nullable Origin forkedFrom)
      implements ConversationEvent {
    /**
     * Takes copies of the lists and the settings.
     *
     * @param at when it is recorded
     * @param turn the turn it belongs to, from 0 on
     * @param added what is declared from now on, in order
     * @param removed the references that are declared no longer
     * @param settings what is set from now on, by name; null takes a setting back
     * @param forkedFrom where the events before this one come from; null if they are its own
     */
    public Config {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
  }

  /**
   * Where a fork began.
   *
   * @param conversation the one that was forked
   * @param turns how many of its turns the fork has
   */
  record Origin(ConversationId conversation, int turns) {}

  /**
   * What is left out of requests from now on, and what has to be delivered in full because of that.
   *
   * @param reason {@link #SUPERSEDED}, {@link #COMPACTED}, {@link #QUARANTINED}, {@link #WITHHELD},
   *     or another word
   * @param dropped the full deliveries that are left out, and the references that would be in full
   *     otherwise
   * @param restored the references that are full deliveries from now on
   */
  record Elision(
      Instant at,
      int turn,
      String reason,
      List<DeliveryPlace> dropped,
      List<DeliveryPlace> restored)
      implements ConversationEvent {

    /** The reason of what a newer version has taken the place of. */
    public static final String SUPERSEDED = "superseded";

    /** The reason of what makes room. */
    public static final String COMPACTED = "compacted";

    /** The reason of what the provider of a model refuses. */
    public static final String QUARANTINED = "quarantined";

    /** The reason of what the user leaves out for good. */
    public static final String WITHHELD = "withheld";

    /**
     * Takes copies of the lists.
     *
     * @param at when it is recorded
     * @param turn the turn it belongs to, from 0 on
     * @param reason a word that says why
     * @param dropped the full deliveries that are left out, and the references that would be in
     *     full otherwise
     * @param restored the references that are full deliveries from now on
     */
    public Elision {
      dropped = List.copyOf(dropped);
      restored = List.copyOf(restored);
    }
  }

  /**
   * An event of a type that this version does not know; kept as it is, in no request.
   *
   * @param type its type as it was written
   * @param fields its other fields, as the text of a JSON object
   */
  record Other(Instant at, int turn, String type, String fields) implements ConversationEvent {}
}
