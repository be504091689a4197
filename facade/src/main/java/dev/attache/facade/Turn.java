package dev.attache.facade;

import dev.attache.agent.AgentLoop;
import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopLimits;
import dev.attache.agent.LoopListener;
import dev.attache.agent.LoopOutcome;
import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnOutcomes;
import dev.attache.conversation.TurnReferences;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.AttachmentUpdates;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.FruitlessReferences;
import dev.attache.core.routing.References;
import dev.attache.core.tool.SchemaRule;
import dev.attache.core.tool.ToolCaller;
import dev.attache.delivery.Channel;
import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.call.ModelEvent;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A turn in the making: what the user says and attaches, and what a model may do to answer it. It
 * is recorded once, by {@link #request} or {@link #ask}. What cannot be attached hides nothing: the
 * model is told of it, and so is the caller.
 *
 * <p>Turns of one conversation are taken one after the other, in the order in which they come; see
 * {@link Attache.Builder#refuseWhileAnswering}. Not thread-safe, but for {@link #cancel}.
 */
public final class Turn {

  /** So long a tool of the program may take. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

  /** How often to look whether the turn was cancelled while references are read. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Attache attache;
  private final Conversation conversation;
  private final String text;
  private final List<String> references = new ArrayList<>();
  private final List<Snapshot> snapshots = new ArrayList<>();
  private final List<LoopTool> tools = new ArrayList<>();
  private final List<String> untrusted = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Object lock = new Object();
  private @Nullable Map<String, Object> schema;
  private @Nullable String system;
  private @Nullable AttachPolicy attaching;
  private @Nullable Consumer<String> reader;
  private ToolApproval approval = ToolApproval.NOTHING;
  private LoopListener listener = LoopListener.NOBODY;
  private LoopLimits limits = LoopLimits.STANDARD;
  private Refresh refresh = Refresh.MANUAL;
  private @Nullable AppendToken token;
  private @Nullable Recorded recorded;
  private boolean isCancelled; // guarded by the lock, as are the next three
  private TurnQueues.@Nullable Place place;
  private @Nullable AgentLoop loop;
  private @Nullable TurnEvents events;

  Turn(Attache attache, Conversation conversation, String text) {
    this.attache = attache;
    this.conversation = conversation;
    this.text = text;
  }

  /**
   * Attaches what a reference names, as the command does: a path, a directory, a pattern, a URL. It
   * counts as typed by the user of this machine, so it reads any file that the process may read,
   * also outside the workspace and whatever secrets it holds: what came in a request goes to {@link
   * #attachUntrusted}.
   *
   * @param reference one reference as a user writes it; relative paths start from the workspace
   * @return this turn
   */
  public Turn attach(String reference) {
    return attachAll(reference);
  }

  /**
   * Attaches what references name, but for what an exclusion such as {@code !test} names. They
   * count as typed by the user of this machine, as {@link #attach(String)} says.
   *
   * @param more references in the order in which they are shown to the model, exclusions included
   * @return this turn
   */
  public Turn attachAll(String... more) {
    for (String each : Objects.requireNonNull(more, "references")) {
      references.add(Objects.requireNonNull(each, "reference"));
    }
    return this;
  }

  /**
   * Attaches what somebody names who is not trusted, such as the client of a server: a whole URL of
   * a scheme that {@link Attache.Builder#schemes} has, or without that {@code http} or {@code
   * https}. Never a file, a command or what an MCP server offers, whatever schemes there are. Only
   * public addresses are asked, and those that your configuration allows, with the headers that it
   * has for them. Anything else is one of the problems of the turn, and nothing is read for it.
   *
   * @param reference what they wrote
   * @return this turn
   */
  public Turn attachUntrusted(String reference) {
    untrusted.add(Objects.requireNonNull(reference, "reference"));
    return this;
  }

  /**
   * Attaches what the program has itself, such as an upload, which becomes Markdown where a file of
   * its type does.
   *
   * @param snapshot a resource with its content, which counts as attached by the user
   * @return this turn
   */
  public Turn attach(Snapshot snapshot) {
    snapshots.add(Objects.requireNonNull(snapshot, "snapshot"));
    return this;
  }

  /**
   * Wants the answer to follow a JSON Schema.
   *
   * @param value the schema as JSON values, an object by its keys; null for an answer in free text
   * @return this turn
   */
  public Turn schema(@Nullable Map<String, Object> value) {
    schema = value;
    return this;
  }

  /**
   * Sets the instructions before all messages; the same in each turn, for the provider's cache.
   *
   * @param value the instructions; null for none
   * @return this turn
   */
  public Turn system(@Nullable String value) {
    system = value;
    return this;
  }

  /**
   * Lets the model call a tool, besides the one by which it looks again at what is attached.
   *
   * @param tool a tool under a name that no other tool of the turn has
   * @return this turn
   */
  public Turn tool(LoopTool tool) {
    tools.add(Objects.requireNonNull(tool, "tool"));
    return this;
  }

  /**
   * Lets the model call a tool of the program; a call needs {@link #approval}, and has a minute.
   *
   * @param tool a tool under a name that no other tool of the turn has; what it asks, nobody
   *     answers
   * @param rule the check of arguments by the schema of the tool, such as {@code new JsonSchemas()}
   *     of {@code attache-schemas-networknt}
   * @return this turn
   */
  public Turn tool(Tool tool, SchemaRule rule) {
    Objects.requireNonNull(tool, "tool");
    var caller = new ToolCaller(List.of(), Objects.requireNonNull(rule, "rule"));
    return tool(LoopTool.of(tool, caller, attache.workspace().toString(), CALL_TIMEOUT));
  }

  /**
   * Lets the model attach what a policy allows. It holds for redirects as well, and for what models
   * have attached and is read again; unless set, that is {@link AttachPolicy#FILES}.
   *
   * @param policy what may be attached without the user having named it
   * @return this turn
   */
  public Turn letAttach(AttachPolicy policy) {
    attaching = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * Sets who approves calls; without, none runs that needs it.
   *
   * @param value who is asked before each call that needs consent
   * @return this turn
   */
  public Turn approval(ToolApproval value) {
    approval = Objects.requireNonNull(value, "approval");
    return this;
  }

  /**
   * Sets who hears of each piece of the answer, each call and each result.
   *
   * @param value is told on the thread of {@link #ask}, before a {@link #reader}
   * @return this turn
   */
  public Turn listener(LoopListener value) {
    listener = Objects.requireNonNull(value, "listener");
    return this;
  }

  /**
   * Has the text of the answer read as it comes.
   *
   * @param value is given each piece of the text, on the thread of {@link #ask}
   * @return this turn
   */
  public Turn reader(Consumer<String> value) {
    reader = Objects.requireNonNull(value, "reader");
    return this;
  }

  /**
   * Sets how far the model may go.
   *
   * @param value how many requests and tokens may be spent on the answer
   * @return this turn
   */
  public Turn limits(LoopLimits value) {
    limits = Objects.requireNonNull(value, "limits");
    return this;
  }

  /**
   * Sets when the model hears that what is attached has changed; unless set, when it asks.
   *
   * @param value when what is attached is looked at again
   * @return this turn
   */
  public Turn refresh(Refresh value) {
    refresh = Objects.requireNonNull(value, "refresh");
    return this;
  }

  /**
   * Has the turn recorded once, however often it is tried with this token: for a server whose
   * client sends a request again. A try that finds the turn answered gives that answer without
   * asking the model, whatever was asked since; one that finds it half answered goes on; one that
   * comes at the same time waits.
   *
   * @param value what the client's request is known by, another for each turn; the text has to be
   *     the same
   * @return this turn
   */
  public Turn once(AppendToken value) {
    token = Objects.requireNonNull(value, "token");
    return this;
  }

  /**
   * Records the turn, for a model that somebody else asks. Waits while another turn of the
   * conversation is being answered.
   *
   * @return the turn as it stands in the history, with what could not be attached
   * @throws IllegalStateException if it is recorded already
   * @throws java.util.concurrent.CancellationException if it is cancelled before
   * @throws IOException if nothing could be recorded, saying why
   */
  public RecordedTurn request() throws IOException {
    if (recorded != null) {
      throw new IllegalStateException("the turn is recorded already; begin another one");
    }
    try (TurnQueues.Place mine = attache.turns().enter(conversation.id(), token)) {
      await(mine);
      return new RecordedTurn(record(options -> options).request(), problems);
    }
  }

  /**
   * Records the turn, and has a model answer it.
   *
   * @param model {@code PROVIDER} or {@code PROVIDER/MODEL}, with the key of the environment
   * @return the answer, even if the loop ended early
   * @throws IllegalArgumentException if there is no such provider, or no key; then nothing is
   *     recorded
   * @throws dev.attache.model.call.ModelException as for {@link #ask(AskedModel)}
   * @throws IOException as for {@link #ask(AskedModel)}
   */
  public TurnAnswer ask(String model) throws IOException {
    return ask(AskedModel.of(Objects.requireNonNull(model, "model")));
  }

  /**
   * Records the turn, unless it is recorded, and has a model answer it: after a failure, asking
   * again goes on where that ended, and says nothing twice. Waits while another turn of the
   * conversation is being answered.
   *
   * @param model the model, with the way to it and its key
   * @return the answer, even if the loop ended early; {@code CANCELLED} after {@link #cancel}
   * @throws dev.attache.model.call.ModelException if the model does not answer, or not to the end;
   *     the turn stays recorded
   * @throws StoreException {@code REFUSED} if nobody has answered the turn, which is recorded, and
   *     there are others after it; if the answer cannot be recorded, it is in {@link
   *     StoreException#unrecorded}
   * @throws IllegalArgumentException if there are more tools than it takes; nothing is recorded
   * @throws IOException if nothing could be recorded, or read
   */
  public TurnAnswer ask(AskedModel model) throws IOException {
    Objects.requireNonNull(model, "model");
    model.profile().requireTools(tools.size() + (attaching == null ? 1 : 2));
    try (TurnQueues.Place mine = attache.turns().enter(conversation.id(), token)) {
      await(mine);
      boolean isTriedAgain = recorded != null || token != null;
      Recorded turn = recorded == null ? record(rules(model)) : recorded.with(rules(model));
      return isTriedAgain && !isLast(turn.request(), turn.conversation())
          ? new TurnAnswer(earlier(turn.request(), turn.conversation()), problems)
          : answer(turn.conversation(), model);
    } catch (CancellationException e) {
      if (isCancelled()) {
        return new TurnAnswer(
            new LoopOutcome(LoopOutcome.End.CANCELLED, "", ModelUsage.ZERO, 0, null), problems);
      }
      throw e; // the thread was interrupted
    }
  }

  /** Has a model answer the last turn of the conversation, which somebody has recorded. */
  TurnAnswer askAgain(AskedModel model) throws IOException {
    try (TurnQueues.Place mine = attache.turns().enter(conversation.id(), null)) {
      await(mine);
      Conversation now =
          attache.opened(conversation.with(rules(model).apply(conversation.options())));
      return answer(now, model);
    }
  }

  /**
   * Does what {@link #ask(AskedModel)} does, on a thread of its own: a virtual one where Java has
   * them.
   *
   * @param model the model, with the way to it and its key
   * @return the answer, or what {@code ask} throws; cancelling it {@linkplain #cancel cancels} the
   *     turn
   */
  public CompletableFuture<TurnAnswer> askAsync(AskedModel model) {
    Objects.requireNonNull(model, "model");
    var answer = new CompletableFuture<TurnAnswer>();
    CompletableFuture<TurnAnswer> unused =
        answer.whenComplete(
            (done, failure) -> {
              if (answer.isCancelled()) {
                cancel();
              }
            });
    TurnThreads.start(
        () -> {
          try {
            answer.complete(ask(model));
          } catch (Exception | Error e) { // whoever waits is told
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /**
   * {@return the pieces of the answer as they come, for one subscriber, who has the model asked by
   * subscribing} They come from a thread of its own, which waits while no more are requested; that
   * holds up the answer, and the turns after it. Cancelling the subscription cancels the turn.
   *
   * @param model the model, with the way to it and its key
   */
  public Flow.Publisher<ModelEvent> events(AskedModel model) {
    Objects.requireNonNull(model, "model");
    return subscriber -> {
      var pieces = new TurnEvents(Objects.requireNonNull(subscriber, "subscriber"), this::cancel);
      synchronized (lock) {
        if (events != null) {
          throw new IllegalStateException("the turn has a subscriber already");
        }
        events = pieces;
      }
      subscriber.onSubscribe(pieces);
      CompletableFuture<TurnAnswer> unused =
          askAsync(model).whenComplete((answer, failure) -> pieces.end(failure));
    };
  }

  /**
   * Ends the turn, from any thread. What had come of an answer is recorded, as interrupted; a turn
   * that is not recorded yet will not be.
   */
  public void cancel() {
    synchronized (lock) {
      isCancelled = true;
      if (place != null) {
        place.cancel();
      }
      if (loop != null) {
        loop.cancel();
      }
      if (events != null) {
        events.wake();
      }
    }
  }

  private boolean isCancelled() {
    synchronized (lock) {
      return isCancelled;
    }
  }

  private void requireGoingOn() {
    if (isCancelled()) {
      throw new CancellationException("the turn was cancelled");
    }
  }

  /** Waits for the turns before this one. */
  private void await(TurnQueues.Place mine) throws IOException {
    synchronized (lock) {
      place = mine;
    }
    requireGoingOn();
    mine.await();
    requireGoingOn();
  }

  private static UnaryOperator<ConversationOptions> rules(AskedModel model) {
    return options ->
        options
            .channel(Channel.STRUCTURED)
            .superseded(model.superseded(options.superseded()))
            .awaitingHandover();
  }

  private TurnAnswer answer(Conversation asked, AskedModel model) throws IOException {
    AgentLoop run =
        AgentLoop.builder(asked, model)
            .tools(tools(asked))
            .system(system)
            .approval(approval)
            .listener(listeners())
            .limits(limits)
            .updates(AttachmentUpdates.of(asked, rereader(), refresh))
            .build();
    synchronized (lock) {
      loop = run;
      if (isCancelled) {
        run.cancel();
      }
    }
    return new TurnAnswer(run.run(), problems);
  }

  /** Who hears of the answer: whoever was set, and a subscriber. */
  private LoopListener listeners() {
    LoopListener all = attache.modelListener().and(listener);
    all = reader == null ? all : all.and(new Reader(reader));
    synchronized (lock) {
      return events == null ? all : all.and(events);
    }
  }

  /** Whether nobody has asked anything after a turn, which an earlier try may have recorded. */
  private static boolean isLast(Request turn, Conversation asked) throws StoreException {
    try (EventStream events = asked.log().newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request && request.turn() <= turn.turn()) {
          return true;
        } else if (event instanceof Request request
            && !request.request().author().isContinuation()) {
          return false;
        }
      }
      return true;
    }
  }

  private static LoopOutcome earlier(Request turn, Conversation asked) throws StoreException {
    return AgentLoop.recorded(asked, turn.turn())
        .orElseThrow(
            () ->
                StoreException.of(
                    StoreException.Kind.REFUSED,
                    "turn "
                        + turn.turn()
                        + " of "
                        + asked.id()
                        + " was recorded before and has no answer, and others come after it"));
  }

  private List<LoopTool> tools(Conversation asked) {
    var all = new ArrayList<LoopTool>();
    all.add(LoopTool.refresh(RefreshResourceTool.of(asked, rereader())));
    if (attaching != null) {
      all.add(
          LoopTool.attach(AttachResourceTool.of(asked, attache.resolver(), attaching), attaching));
    }
    all.addAll(tools);
    return all;
  }

  /** What reads again what is attached; what models have attached, under the policy. */
  private Resolver rereader() {
    return attache.resolver().asking(attaching == null ? AttachPolicy.FILES : attaching);
  }

  private Recorded record(UnaryOperator<ConversationOptions> rules) throws IOException {
    Conversation into = conversation.with(rules.apply(conversation.options()));
    Recorded turn;
    try {
      turn = new Recorded(into, record(into));
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.EXISTS) {
        throw e;
      }
      Conversation begun = attache.opened(into); // by somebody else, since it was looked for
      turn = new Recorded(begun, record(begun));
    }
    recorded = turn;
    return turn;
  }

  /** A turn, and the conversation that it is in. */
  private record Recorded(Conversation conversation, Request request) {

    Recorded with(UnaryOperator<ConversationOptions> rules) {
      return new Recorded(conversation.with(rules.apply(conversation.options())), request);
    }
  }

  private Request record(Conversation into) throws IOException {
    problems.clear(); // of an earlier try
    boolean isFirst = into.summary().turns() == 0;
    Strangers strangers = attache.strangers();
    TurnReferences named =
        TurnReferences.ofNext(into, references, attache.workspace())
            .and(untrusted.stream().filter(strangers::mayHave).map(strangers::reference).toList());
    try (TurnDraft draft = into.begin(text, schema)) {
      named.addTo(draft);
      var outcomes = new TurnOutcomes(draft, named.references());
      read(named.references(), outcomes);
      for (String each : untrusted) {
        if (!strangers.mayHave(each)) {
          String shown = Redaction.redact(each);
          String line = outcomes.tell(shown + ": " + strangers.refusal());
          problems.add(new Problem(Kind.DENIED, shown, line, null));
        }
      }
      for (Snapshot each : snapshots) {
        draft.attach(attache.resolver().withForm(each), each.address().value(), Requester.USER);
      }
      outcomes.finish();
      if (token != null) {
        draft.once(token);
      }
      if (!isFirst) {
        AttachmentUpdates.of(into, rereader(), refresh).addTo(draft);
      }
      Request recorded = draft.record();
      if (!recorded.request().text().equals(text)) {
        throw StoreException.of(
            StoreException.Kind.REFUSED,
            "the token "
                + token
                + " is that of turn "
                + recorded.turn()
                + " of "
                + into.id()
                + ", which has another text");
      }
      return recorded;
    }
  }

  private void read(References named, TurnOutcomes outcomes) throws IOException {
    if (named.texts().isEmpty()) {
      return;
    }
    try (Resolution resolution = attache.resolver().resolve(attache.withoutConversations(named))) {
      var fruitless = new FruitlessReferences();
      while (!resolution.isOver()) {
        requireGoingOn();
        if (resolution.hasNextWithin(LOOK)) {
          take(resolution.next(), outcomes, fruitless);
        }
      }
      for (String each : fruitless.texts(named)) {
        String line = outcomes.tell(FruitlessReferences.line(each));
        problems.add(new Problem(Kind.NOT_FOUND, Redaction.redact(each), line, null));
      }
    }
    attache
        .own()
        .named(named, attache.resolver())
        .forEach(
            (reference, line) ->
                problems.add(new Problem(Kind.DENIED, reference, outcomes.tell(line), null)));
  }

  private void take(Outcome outcome, TurnOutcomes outcomes, FruitlessReferences fruitless)
      throws StoreException {
    fruitless.ledSomewhere(outcome.reference());
    String line = outcomes.take(outcome);
    if (line != null) {
      problems.add(Problem.of(outcome, line));
    }
  }

  /** The conversation, and how much there is to attach. */
  @Override
  public String toString() {
    return "Turn[of "
        + conversation.id()
        + ", references "
        + (references.size() + untrusted.size())
        + ", uploads "
        + snapshots.size()
        + (recorded == null ? "" : ", recorded as turn " + recorded.request().turn())
        + "]";
  }

  /** A listener that hands on the text alone. */
  private record Reader(Consumer<String> next) implements LoopListener {

    @Override
    public void event(ModelEvent event) {
      if (event instanceof ModelEvent.TextDelta more) {
        next.accept(more.text());
      }
    }
  }
}
