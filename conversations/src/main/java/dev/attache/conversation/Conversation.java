package dev.attache.conversation;

import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.DeliveryIndex;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.RequestItems;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationLog.Appended;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.Declaration;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A conversation: turns, each with the snapshots that were attached in it, and what tools answered.
 *
 * <p>History only grows. What is delivered as a reference is decided when it is recorded, while no
 * other writer can come between. Thread-safe, and safe for several processes at once.
 */
public final class Conversation {

  private final ConversationStore store;
  private final ConversationLog log;
  private final ConversationOptions options;
  private final UriNames names;
  private final KeptTurn kept;
  private volatile @Nullable Attached attached;

  private Conversation(ConversationStore store, ConversationLog log, ConversationOptions options) {
    this(store, log, options, UriNames.NONE);
  }

  private Conversation(
      ConversationStore store, ConversationLog log, ConversationOptions options, UriNames names) {
    this.store = store;
    this.log = log;
    this.options = options;
    this.names = names;
    this.kept = new KeptTurn(options);
  }

  /**
   * {@return a new conversation, which begins to exist with what is declared or asked first}
   *
   * @param store where its history is
   * @param id a name that no conversation of the store has
   * @param options the rules that it goes by as long as it is open
   * @throws StoreException {@code EXISTS} if there is one of that name
   */
  public static Conversation create(
      ConversationStore store, ConversationId id, ConversationOptions options)
      throws StoreException {
    return new Conversation(store, store.create(id), options);
  }

  /**
   * {@return a conversation that there is}
   *
   * @param store where its history is
   * @param id the name that it has there
   * @param options the rules that it goes by as long as it is open
   * @throws StoreException {@code NOT_FOUND} if there is none of that name
   */
  public static Conversation open(
      ConversationStore store, ConversationId id, ConversationOptions options)
      throws StoreException {
    return new Conversation(store, store.open(id), options);
  }

  /**
   * {@return the conversation of a name, a new one if there is none}
   *
   * @param store where its history is
   * @param id its name
   * @param options the rules that it goes by as long as it is open
   * @throws StoreException if the store cannot be read
   */
  public static Conversation openOrCreate(
      ConversationStore store, ConversationId id, ConversationOptions options)
      throws StoreException {
    try {
      return open(store, id, options);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.NOT_FOUND) {
        throw e;
      }
      return create(store, id, options);
    }
  }

  /**
   * {@return the same conversation, which goes by other options}
   *
   * @param value the rules, in place of those that it was opened with
   */
  public Conversation with(ConversationOptions value) {
    return new Conversation(store, log, value, names);
  }

  /**
   * {@return the same conversation, of which models and clients see names in place of directories:
   * in what {@link TurnDraft#record}, results of calls and {@link #forModel} give} The history has
   * the canonical URIs all the same.
   *
   * @param value the names, which replace any earlier ones
   */
  public Conversation naming(UriNames value) {
    return new Conversation(store, log, options, value);
  }

  /**
   * {@return the same conversation, of which a listener hears what is recorded through it}
   *
   * @param value who hears of it; replaces any earlier one
   */
  public Conversation listening(ConversationListener value) {
    return new Conversation(store, listened(value), options, names);
  }

  private ConversationLog listened(ConversationListener value) {
    ConversationLog own = log instanceof ListenedLog listened ? listened.log() : log;
    return value == ConversationListener.NONE ? own : new ListenedLog(own, value);
  }

  /** Who hears of what is recorded. */
  ConversationListener listener() {
    return log instanceof ListenedLog listened ? listened.listener() : ConversationListener.NONE;
  }

  /** {@return why the listener failed last, for people; null if it never has} */
  public @Nullable String listenerProblem() {
    return log instanceof ListenedLog listened ? listened.problem() : null;
  }

  /**
   * Tells the listener of an answer to {@code refresh_resource}.
   *
   * @param result what the model is given, an error or not
   * @param took how long reading and recording took
   */
  public void refreshed(ToolResult result, Duration took) {
    if (log instanceof ListenedLog listened) {
      listened.tell(who -> who.refreshed(id(), result, took));
    }
  }

  /** {@return the names that models and clients see in place of directories} */
  public UriNames names() {
    return names;
  }

  /**
   * {@return its history as its model sees it, for the forms in which a whole conversation is sent}
   */
  public ConversationLog forModel() {
    return names.shown(log);
  }

  /** {@return its name} */
  public ConversationId id() {
    return log.id();
  }

  /** {@return its history, with the canonical URIs} */
  public ConversationLog log() {
    return log;
  }

  /** {@return what it goes by} */
  public ConversationOptions options() {
    return options;
  }

  /**
   * {@return what its history comes to}
   *
   * @throws StoreException if the history cannot be read
   */
  public ConversationSummary summary() throws StoreException {
    return log.summary();
  }

  /**
   * {@return who asked for something that is declared}
   *
   * @param declaration one of this conversation, with its proof
   */
  public Requester requester(Declaration declaration) {
    return options.consents().requester(declaration.reference(), declaration.consent());
  }

  /**
   * Begins a turn, of which nothing is recorded yet.
   *
   * @param text what the user says; may be empty
   * @param schema the JSON Schema that the answer is to follow, as JSON values; null if any answer
   *     will do
   * @return the turn, which the caller closes, recorded or not
   * @throws StoreException if the store cannot be written
   */
  public TurnDraft begin(String text, @Nullable Map<String, Object> schema) throws StoreException {
    return new TurnDraft(this, store.begin(), Author.USER, text, schema);
  }

  /**
   * Begins a turn that no user has asked for, of which nothing is recorded yet.
   *
   * @param author who goes on in place of a user
   * @param text what stands in the history for what a user would have asked
   * @return the turn, which the caller closes, recorded or not
   * @throws StoreException if the store cannot be written
   */
  public TurnDraft begin(Author author, String text) throws StoreException {
    return new TurnDraft(this, store.begin(), author, text, null);
  }

  /**
   * Declares references, which the next turn resolves. What is declared already comes to the end,
   * and is resolved anew.
   *
   * @param references each with what it means and who asks for it
   * @throws StoreException if they cannot be recorded
   */
  public void declare(List<Reference> references) throws StoreException {
    declare(references, null);
  }

  /**
   * Declares references, of which changes are told by a policy of their own.
   *
   * @param references each with what it means and who asks for it
   * @param refresh when the model hears of them; null if that is as the conversation has it
   * @throws StoreException if they cannot be recorded
   */
  public void declare(List<Reference> references, @Nullable Refresh refresh) throws StoreException {
    List<Declaration> added =
        references.stream().map(each -> declaration(each).refreshed(refresh)).toList();
    log.append(null, now -> List.of(config(now.summary(), added, List.of(), Map.of())));
  }

  /**
   * Declares what the texts of references spell, whatever files there are.
   *
   * @param requester who asks for all of them
   * @param references as they were written
   * @throws StoreException if they cannot be recorded
   */
  public void declare(Requester requester, List<String> references) throws StoreException {
    declare(references.stream().map(text -> Reference.of(0, text).by(requester)).toList());
  }

  /**
   * Declares references no longer; what they led to stays in the history.
   *
   * @param references the texts of declarations, as they were declared
   * @throws StoreException {@code REFUSED} if one is not declared; then nothing is changed
   */
  public void undeclare(List<String> references) throws StoreException {
    log.append(
        null,
        now -> {
          Set<String> declared = new LinkedHashSet<>();
          now.summary()
              .declarations()
              .forEach(each -> declared.add(each.declaration().reference()));
          for (String reference : references) {
            if (!declared.contains(reference)) {
              throw StoreException.of(
                  StoreException.Kind.REFUSED, reference + " is not declared in " + id());
            }
          }
          return List.of(config(now.summary(), List.of(), references, Map.of()));
        });
  }

  /**
   * Sets something for this conversation; null takes it back.
   *
   * @param settings values by {@linkplain ConversationSettings#names the names of settings}, as
   *     JSON values or as they are typed
   * @throws IllegalArgumentException if there is no setting of a name, or it cannot have that
   *     value; then nothing is set
   * @throws StoreException if that cannot be recorded
   */
  public void set(Map<String, Object> settings) throws StoreException {
    record(ConversationSettings.checked(settings));
  }

  /**
   * Keeps values of the program with this conversation, which mean nothing to Attaché and are shown
   * to no model; null takes one back. They are in the settings of {@link #summary}.
   *
   * @param values JSON values by names of the program's own, such as {@code shop.customer}
   * @throws IllegalArgumentException if a name is that of a setting; then nothing is kept
   * @throws StoreException if they cannot be recorded
   */
  public void setOwn(Map<String, Object> values) throws StoreException {
    record(ConversationSettings.own(values));
  }

  private void record(Map<String, Object> settings) throws StoreException {
    log.append(null, now -> List.of(config(now.summary(), List.of(), List.of(), settings)));
  }

  /**
   * Gives it another owner and other labels, in place of those that it has.
   *
   * @param labels the owner and the labels that it has from then on
   * @throws StoreException if that cannot be recorded
   */
  public void label(ConversationLabels labels) throws StoreException {
    record(labels.settings());
  }

  /**
   * {@return its owner and its labels}
   *
   * @throws StoreException if the history cannot be read
   */
  public ConversationLabels labels() throws StoreException {
    return ConversationLabels.of(summary());
  }

  /**
   * {@return the JSON Schema that the answer to the last request is to follow; null if none}
   *
   * @throws StoreException if the history cannot be read
   */
  public @Nullable Map<String, Object> lastSchema() throws StoreException {
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request && !request.request().author().isContinuation()) {
          return request.request().schema();
        }
      }
      return null;
    }
  }

  /**
   * Records an answer of the model.
   *
   * @param text the whole answer, as the model wrote it
   * @throws StoreException {@code REFUSED} if nothing was asked yet
   */
  public void respond(String text) throws StoreException {
    respond(null, text);
  }

  /**
   * Records an answer of the model once, however often it is tried with one token.
   *
   * @param token what it is known by; null if it is not to be known again
   * @param text the whole answer, as the model wrote it
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or something else was recorded
   *     with the token
   */
  public void respond(@Nullable AppendToken token, String text) throws StoreException {
    Response unused =
        first(
            Response.class,
            log.append(token, null, now -> List.of(new Response(time(), current(now), text))));
  }

  /**
   * Records what a model answered that was asked here.
   *
   * @param answer the whole answer, of the turn that it says
   * @throws StoreException {@code REFUSED} if it is not of the current turn
   */
  public void answered(ModelAnswer answer) throws StoreException {
    answered(null, answer);
  }

  /**
   * Records what a model answered once, however often it is tried with one token.
   *
   * @param token what it is known by; null if it is not to be known again
   * @param answer the whole answer, of the turn that it says
   * @throws StoreException {@code REFUSED} if it is not of the current turn, or something else was
   *     recorded with the token
   */
  public void answered(@Nullable AppendToken token, ModelAnswer answer) throws StoreException {
    Appended appended =
        log.append(
            token,
            null,
            now -> {
              requireCurrent(answer, now);
              return List.of(answer);
            });
    ModelAnswer unused = first(ModelAnswer.class, appended);
  }

  /**
   * Returns the first event of a kind that was appended.
   *
   * @throws StoreException {@code REFUSED} if there is none, since the token was used otherwise
   */
  <T extends ConversationEvent> T first(Class<T> kind, Appended appended) throws StoreException {
    for (ConversationEvent event : appended.events()) {
      if (kind.isInstance(event)) {
        return kind.cast(event);
      }
    }
    throw StoreException.of(
        StoreException.Kind.REFUSED,
        "something else was recorded in " + id() + " with this token; use another one");
  }

  /**
   * Records what a model answered, unless somebody else has recorded an answer since it was asked.
   *
   * @param answer the whole answer, of the turn that it says
   * @param before how many answers the turn had when the model was asked
   * @throws StoreException {@code REFUSED} if the turn has more by now, or is not the current one
   */
  public void answered(ModelAnswer answer, int before) throws StoreException {
    log.append(
        null,
        now -> {
          requireCurrent(answer, now);
          try (EventStream events = now.newestFirst()) {
            requireAnswers(events, answer.turn(), before);
          }
          return List.of(answer);
        });
  }

  private void requireCurrent(ModelAnswer answer, ConversationView now) throws StoreException {
    if (answer.turn() != current(now)) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          "another turn of "
              + id()
              + " has begun, and the answer to this one cannot be recorded any more");
    }
  }

  /**
   * Checks that nobody else answers a turn.
   *
   * @param turn which turn, from 0 on
   * @param known how many answers of models it is known to have
   * @throws StoreException {@code REFUSED} if it has another number of them
   */
  public void requireAnswers(int turn, int known) throws StoreException {
    try (EventStream events = log.newestFirst()) {
      requireAnswers(events, turn, known);
    }
  }

  private void requireAnswers(EventStream newestFirst, int turn, int known) throws StoreException {
    int answers = 0;
    for (ConversationEvent event = newestFirst.next();
        event != null && event.turn() >= turn;
        event = newestFirst.next()) {
      answers += event instanceof ModelAnswer && event.turn() == turn ? 1 : 0;
    }
    if (answers != known) {
      throw StoreException.of(
          StoreException.Kind.REFUSED, "another program is answering the same turn of " + id());
    }
  }

  /**
   * Records a tool call of the model.
   *
   * @param id what the model knows the call by; unique within the turn
   * @param name what the model calls the tool
   * @param arguments JSON values by name
   * @throws StoreException {@code REFUSED} if nothing was asked yet, the turn has a call of that
   *     id, or an argument is a number that JSON cannot have
   */
  public void call(String id, String name, Map<String, Object> arguments) throws StoreException {
    tools().call(id, name, arguments);
  }

  /**
   * Records the result of a tool call, and returns it as the model gets it.
   *
   * @param id the id of a call of the current turn
   * @param name what the model calls the tool
   * @param response what the tool answers; that it failed is an answer, too
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the call has a result
   */
  public ToolResult result(String id, String name, ToolResponse response) throws StoreException {
    return tools().result(id, name, response, Kind.PLAIN);
  }

  /**
   * Records a tool call of the model and its result, both or neither, and returns the result as the
   * model gets it.
   *
   * @param id what the model knows the call by; unique within the turn
   * @param name what the model calls the tool
   * @param arguments JSON values by name
   * @param response what the tool answers; that it failed is an answer, too
   * @return the result as the model gets it: resources that it has already are references
   * @throws StoreException {@code REFUSED} if nothing was asked yet, or the turn has a call or a
   *     result of that id
   */
  public ToolResult callWithResult(
      String id, String name, Map<String, Object> arguments, ToolResponse response)
      throws StoreException {
    return tools().callWithResult(id, name, arguments, response, Kind.PLAIN);
  }

  /** {@return the tool calls of whichever turn is the current one when a call is recorded} */
  public TurnToolCalls tools() {
    return new TurnToolCalls(this, store);
  }

  /**
   * {@return a new conversation that begins with the first turns of this one, and resolves all that
   * is declared anew in its next turn}
   *
   * @param to a name that no conversation of the store has
   * @param turns how many turns
   * @throws StoreException {@code EXISTS} if there is one of that name, {@code REFUSED} if there
   *     are not so many turns
   */
  public Conversation fork(ConversationId to, int turns) throws StoreException {
    return Fork.of(this, store, to, turns);
  }

  /**
   * Takes back the last turn that somebody has asked for: its request, its answer and all that its
   * tools gave, the turns that have gone on with it, and what was declared and set after it. The
   * model was never given any of it, as far as later turns know. The history as it was is kept,
   * archived under another name.
   *
   * @param aside that name, which no conversation has
   * @throws StoreException {@code REFUSED} if there is no turn, if the conversation is archived, or
   *     if somebody has just written it; {@code EXISTS} if there is one of that name
   */
  public void undo(ConversationId aside) throws StoreException {
    ConversationSummary before = summary();
    if (before.turns() == 0) {
      throw StoreException.of(
          StoreException.Kind.REFUSED, "conversation " + id() + " has no turn to undo");
    }
    Fork.withoutLastTurn(this, store, aside, lastAsked());
    try {
      store.exchange(id(), aside, before);
    } catch (StoreException e) {
      store.remove(aside);
      throw e;
    }
  }

  /** The last turn that is no continuation; 0 if all are. */
  private int lastAsked() throws StoreException {
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request && !request.request().author().isContinuation()) {
          return request.turn();
        }
      }
      return 0;
    }
  }

  /**
   * Leaves contents out of the requests from now on. The first reference to one that is there no
   * longer is delivered in full instead, and later ones refer to that; unless they are quarantined:
   * then the same content is left out wherever it stands.
   *
   * @param reason {@link Elision#COMPACTED}, {@link Elision#QUARANTINED}, or another word
   * @param places where what is left out was delivered in full
   * @return what is left out, and what is delivered in full because of that
   * @throws StoreException {@code REFUSED} if one of them is not in the request in full; then
   *     nothing is left out
   */
  public Elision leaveOut(String reason, List<DeliveryPlace> places) throws StoreException {
    var recorded = new ArrayList<Elision>(1);
    log.append(
        null,
        now -> {
          recorded.add(Elisions.of(this, now, reason, places));
          return List.of(recorded.get(recorded.size() - 1));
        });
    return recorded.get(recorded.size() - 1);
  }

  /**
   * {@return what a request is made of now, to see what could be left out, and what that costs}
   *
   * @throws StoreException if the history cannot be read
   */
  public RequestItems items() throws StoreException {
    try (EventStream events = log.oldestFirst()) {
      return RequestItems.read(events, options.channel());
    }
  }

  /**
   * Says that the request of a turn has been written to whoever takes it to the model. Does nothing
   * unless it awaits that ({@link ConversationOptions#awaitsHandover}).
   *
   * @param request the turn as {@link TurnDraft#record} gave it
   * @throws StoreException if that cannot be recorded
   */
  public void handedOver(Request request) throws StoreException {
    if (request.awaitsHandover()) {
      log.append(null, now -> List.of(new HandedOver(time(), request.turn(), null)));
    }
  }

  /**
   * Says the same of the result of a tool call.
   *
   * @param result the result as it was given when it was recorded
   * @throws StoreException if that cannot be recorded
   */
  public void handedOver(ToolResult result) throws StoreException {
    if (result.awaitsHandover()) {
      log.append(null, now -> List.of(new HandedOver(time(), result.turn(), result.id())));
    }
  }

  /** Returns a result that awaits its handover, if there is anything in it to refer to later. */
  ToolResult awaiting(ToolResult result) {
    boolean awaits =
        options.awaitsHandover()
            && result.response().content().stream()
                .anyMatch(
                    block ->
                        block instanceof DeliveredBlock each
                            && (each.delivery() instanceof Delivery.Full
                                || each.delivery() instanceof Delivery.Delta));
    return awaits
        ? new ToolResult(
            result.at(), result.turn(), result.id(), result.name(), result.response(), true)
        : result;
  }

  /**
   * {@return the deduplication rules of this conversation}
   *
   * @param now the summary of its history
   */
  public DedupSettings dedup(ConversationSummary now) {
    return ConversationSettings.dedup(options.dedup(), now.settings());
  }

  /**
   * {@return the forms in which it shows its model what it is given next}
   *
   * @throws StoreException if the history cannot be read
   */
  public DeliveryForms forms() throws StoreException {
    return attached().forms().in(text(summary()));
  }

  /** What is made of all that is attached, for as long as that stays as it is. */
  record Attached(List<AttachmentState> states, DeliveryForms forms, AttachedUris uris) {}

  /** Returns what is attached now. */
  @SuppressWarnings("ReferenceEquality") // comparing the lists would cost what this saves
  Attached attached() throws StoreException {
    List<AttachmentState> now = log.attachments();
    Attached last = attached;
    if (last == null || last.states() != now) {
      last = new Attached(now, DeliveryForms.of(now, TextForm.PLAIN), AttachedUris.of(now));
      attached = last;
    }
    return last;
  }

  /**
   * Returns the forms in which it shows its model one resource.
   *
   * @param words all that may name it: its URI, and its name
   */
  DeliveryForms forms(Set<String> words) throws StoreException {
    return DeliveryForms.of(log.attachments(words), text(summary()));
  }

  /**
   * {@return the form in which it shows its model texts, as it is set now}
   *
   * @param now what its history comes to
   */
  public TextForm text(ConversationSummary now) {
    TextForm set =
        ConversationSettings.of(now.settings()).text(FirstLayout.configured(options.text(), now));
    return options.resources() == null
        ? set
        : new TextForm(Layout.ELEMENT, options.resources(), set.isNumbered());
  }

  /** Returns what was delivered before of what is to be delivered now. */
  DeliveryIndex index(ConversationView now, int turn, Set<ResourceUri> uris) throws StoreException {
    try (EventStream newestFirst = now.newestFirst()) {
      return DeliveryIndex.read(
          newestFirst, turn, uris, dedup(now.summary()), options.channel(), options.delivered());
    }
  }

  /** Returns the same for results of the current turn, which may have many. */
  DeliveryIndex deliveries(ConversationView now, int turn) throws StoreException {
    return kept.deliveries(now, turn, dedup(now.summary()));
  }

  /** The index of the current turn, for composers. */
  KeptTurn kept() {
    return kept;
  }

  Declaration declaration(Reference reference) {
    return Declaration.of(reference, consent(reference.requester(), reference.text()));
  }

  @Nullable String consent(Requester requester, String subject) {
    return switch (requester) {
      case USER -> options.consents().give(subject);
      case CONFIGURATION -> options.consents().giveConfigured(subject);
      case WORKSPACE -> null;
      case MODEL -> Consents.MODEL;
    };
  }

  /** {@return the time of an event that is recorded now, by its clock} */
  public Instant time() {
    return options.clock().instant();
  }

  private Config config(
      ConversationSummary now,
      List<Declaration> added,
      List<String> removed,
      Map<String, Object> settings) {
    return new Config(time(), now.turns(), added, removed, settings, null);
  }

  int current(ConversationView now) throws StoreException {
    int turns = now.summary().turns();
    if (turns == 0) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          "no turns yet in " + id() + "; record one with attache query");
    }
    return turns - 1;
  }

  /** Its name. */
  @Override
  public String toString() {
    return "Conversation[" + id() + "]";
  }
}
