package dev.attache.agent;

import dev.attache.agent.LoopOutcome.End;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ToolOutputLimit;
import dev.attache.conversation.TurnToolCalls;
import dev.attache.conversation.tools.AttachmentUpdates;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.delivery.Channel;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.Finished;
import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelException;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A loop that has a model answer the current turn of a conversation: it asks, runs what the model
 * calls, and asks again with the results, until the model calls no more. Each answer and each
 * result is recorded as soon as it is there, so that a loop of a later program goes on where this
 * one was stopped: no call is run twice that has a result.
 *
 * <p>What the provider refuses by naming it, such as an image that it cannot read, is left out of
 * the conversation from then on, and the model is asked once more: no attachment makes it unusable.
 *
 * <p>A model that answers nothing is asked a second time.
 *
 * <p>A call without a result, which another loop has left, is given one that says so, and is not
 * run: nobody knows how far it came. One thread runs a loop, once; any may cancel it.
 */
public final class AgentLoop {

  private static final String LEFT =
      "The call was not run to its end: the program that ran it was stopped. Call again if needed.";

  private static final String CUT_SHORT =
      "The call was not run: the answer that has it was cut short.";

  private static final String OUT_OF_MEMORY =
      "out of memory while the answer came; Java needs more (-Xmx)";

  private static final Set<Stop> CUT = Set.of(Stop.LENGTH, Stop.CONTEXT_FULL, Stop.REFUSED);

  private final Conversation conversation;
  private final AskedModel asked;
  private final Map<String, LoopTool> tools;
  private final @Nullable String system;
  private final ToolApproval approval;
  private final LoopListener listener;
  private final LoopLimits limits;
  private final boolean isStreamed;
  private final RepeatedCalls repeated = new RepeatedCalls();
  private final Quarantine quarantine;
  private final @Nullable Integer keptTurns;
  private final @Nullable AssistantAnswers answers;
  private final @Nullable AttachmentUpdates updates;
  private @Nullable RoomMaking room;
  private ModelUsage usage = ModelUsage.ZERO;
  private long estimated; // tokens that the provider did not report
  private boolean hasAnsweredNothing;
  private int requests;
  private int refused;
  private int turn;
  private int answered; // how many answers the turn has, as far as this loop knows

  private final Object lock = new Object();
  private boolean isCancelled;
  private @Nullable ModelCall call;
  private @Nullable CallRound round;

  private AgentLoop(Builder builder) {
    this.conversation = builder.conversation;
    this.asked = builder.asked;
    this.tools = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tools));
    this.system = builder.system;
    this.approval = builder.approval;
    this.listener = builder.listener;
    this.limits = builder.limits;
    this.isStreamed = builder.isStreamed;
    this.keptTurns = builder.keptTurns;
    this.answers = builder.answers;
    this.updates = builder.updates;
    if (answers != null) {
      answers.begin(offers(), system, listener);
    }
    this.quarantine = new Quarantine(conversation, asked.profile().wire(), listener);
  }

  /**
   * {@return a builder of a loop in which a model answers the current turn of a conversation}
   *
   * @param conversation one whose current turn is to be answered; the loop records in it
   * @param asked the model, with the way to it
   * @throws IllegalArgumentException if the options of the conversation are those of a model that
   *     reads text only: images would be described in words to one that sees them
   */
  public static Builder builder(Conversation conversation, AskedModel asked) {
    if (conversation.options().channel() == Channel.TEXT) {
      throw new IllegalArgumentException(
          "the conversation must be opened with ConversationOptions.channel(Channel.STRUCTURED),"
              + " since the model is given more than text");
    }
    return new Builder(conversation, asked);
  }

  /**
   * {@return what an earlier turn came to; empty if no model has answered it to the end} The
   * requests and the provider's word are not known any more.
   *
   * @param conversation the conversation, with the turn in it
   * @param turn the number of the turn, from 0 on
   * @throws StoreException if the history cannot be read
   */
  public static Optional<LoopOutcome> recorded(Conversation conversation, int turn)
      throws StoreException {
    return RecordedAnswer.to(turn, conversation.log());
  }

  /**
   * Runs the loop to its end.
   *
   * @return what it came to; what went wrong with a tool is known to the model, and no exception
   * @throws ModelException if the model does not answer, or not to the end; what had come until
   *     then is recorded, and marked as interrupted
   * @throws StoreException {@code REFUSED} if there is no turn to answer, or somebody else answers
   *     it at the same time, or has begun another one meanwhile; an answer that cannot be recorded
   *     is its {@link StoreException#unrecorded}
   * @throws IOException if a content cannot be read, or the listener fails
   */
  public LoopOutcome run() throws IOException {
    turn = conversation.summary().turns() - 1;
    if (turn < 0) {
      throw StoreException.of(
          StoreException.Kind.REFUSED, "there is no turn yet in " + conversation.id());
    }
    TurnState state = TurnState.read(conversation.log(), turn);
    answered = state.answers();
    settle(state.left(), LEFT);
    ModelAnswer before = state.last();
    if (before != null && RecordedAnswer.isLast(before)) {
      return outcome(RecordedAnswer.endOf(before.stop()), before, null);
    }
    room = keptTurns == null ? null : RoomMaking.of(conversation, asked, keptTurns, listener);
    while (true) {
      if (sent() - refused >= limits.requests()) {
        return new LoopOutcome(End.REQUESTS, "", used(), sent(), null);
      } else if (limits.tokens() != null && spent() >= limits.tokens()) {
        return new LoopOutcome(End.TOKENS, "", used(), sent(), null);
      }
      update();
      if (room != null) {
        room.makeRoom(turn);
      }
      LoopOutcome outcome = round(state.ids());
      if (outcome != null) {
        return outcome;
      }
    }
  }

  /** Has the next request say what has changed of what is attached. */
  private void update() throws IOException {
    Request update = updates == null ? null : updates.record(turn);
    if (update != null) {
      turn = update.turn();
      answered = 0;
      conversation.handedOver(update); // the next request has it, whoever sends that
      listener.updated(update);
    }
  }

  /** Ends the loop: what had come of the answer is kept, and calls that run are ended. */
  public void cancel() {
    synchronized (lock) {
      isCancelled = true;
      if (call != null) {
        call.cancel();
      }
      if (round != null) {
        round.cancel();
      }
    }
  }

  private boolean isCancelled() {
    synchronized (lock) {
      return isCancelled;
    }
  }

  private List<OfferedTool> offers() {
    return tools.values().stream().map(LoopTool::offer).toList();
  }

  /** Gives calls a result that will not be run. */
  private void settle(List<AnswerItem.Call> calls, String why) throws IOException {
    if (!calls.isEmpty()) {
      ToolResponse response = ToolResponse.failure("not-run", why, true);
      listener.notRun(conversation.tools().of(turn).results(CallRound.ended(calls, response)));
    }
  }

  /** Asks once, and runs what is called; returns null if the model is to be asked again. */
  private @Nullable LoopOutcome round(Set<String> ids) throws IOException {
    var reading = new AnswerReading(ids);
    ModelAnswer answer;
    try {
      answer = ask(reading);
      if (answer == null) {
        return null;
      }
    } catch (ModelException e) {
      if (e.kind() == ModelException.Kind.CANCELLED && isCancelled()) {
        return new LoopOutcome(
            End.CANCELLED, RecordedAnswer.text(reading.items()), used(), sent(), null);
      }
      throw e;
    }
    Finished end = reading.end();
    Stop stop = end == null ? Stop.OTHER : end.stop();
    String word = end == null ? null : end.word();
    List<AnswerItem.Call> calls = answer.calls();
    if (calls.isEmpty()) {
      return stop == Stop.PAUSED || isToBeAskedAgain(answer) ? null : last(stop, answer, word);
    } else if (CUT.contains(stop)) {
      settle(calls, CUT_SHORT);
      return outcome(RecordedAnswer.endOf(stop), answer, word);
    }
    run(calls);
    if (isCancelled() || Thread.currentThread().isInterrupted()) {
      return outcome(End.CANCELLED, answer, word);
    }
    return repeated.isEndless() ? outcome(End.REPEATS, answer, word) : null;
  }

  private LoopOutcome last(Stop stop, ModelAnswer answer, @Nullable String word) {
    End end = RecordedAnswer.isNothing(answer) ? End.EMPTY : RecordedAnswer.endOf(stop);
    return outcome(end, answer, word);
  }

  /** Tests whether an answer is the first one with nothing in it; the listener is told so. */
  private boolean isToBeAskedAgain(ModelAnswer answer) throws IOException {
    if (hasAnsweredNothing || !RecordedAnswer.isNothing(answer)) {
      return false;
    }
    hasAnsweredNothing = true;
    listener.answeredNothing();
    return true;
  }

  /**
   * Asks once, and records the answer, or what came of it; returns null if the provider refuses
   * something that is left out from now on.
   */
  private @Nullable ModelAnswer ask(AnswerReading reading) throws IOException {
    ModelMessages history = ModelMessages.of(conversation.forModel());
    conversation.requireAnswers(turn, answered); // or another loop has added to what was just read
    ModelRequest request =
        ModelRequest.of(asked.profile(), asked.model(), history.messages())
            .system(system)
            .tools(offers())
            .outputSchema(history.schema())
            .maxOutputTokens(limits.outputTokens())
            .streamed(isStreamed);
    var body = new DigestedBody(asked.provider().render(request));
    requests++;
    listener.asking(requests, body, history.lost());
    long begun = System.nanoTime();
    long ended;
    try (ModelCall open = asked.open(request, body)) {
      hold(open);
      for (ModelEvent event = open.next(); event != null; event = open.next()) {
        reading.add(event);
        listener.event(event);
      }
      ended = System.nanoTime();
    } catch (IOException e) {
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      boolean isKept = keep(reading, body);
      if (e instanceof ModelException failure) {
        listener.asked(asked, reading.usage(), failure, took);
        if (!isKept && quarantine.take(failure, body)) {
          refused++;
          return null;
        }
      }
      throw e;
    } catch (RuntimeException e) { // of the listener, whose client may be gone
      boolean unused = keep(reading, body);
      throw e;
    } catch (OutOfMemoryError e) { // a part of the answer was too large, and is let go of by now
      boolean unused = keep(reading, body);
      throw ModelException.of(ModelException.Kind.NETWORK, OUT_OF_MEMORY, e);
    } finally {
      hold((ModelCall) null);
    }
    Finished end = reading.end();
    String stop = RecordedAnswer.word(end == null ? Stop.OTHER : end.stop());
    ModelAnswer answer = answer(stop, reading.items(), reading, body);
    if (RecordedAnswer.isNothing(answer)) { // thoughts alone are refused when they go back
      answer = answer(stop, List.of(), reading, body);
    }
    record(answer);
    listener.asked(asked, reading.usage(), null, Duration.ofNanos(ended - begun));
    return answer;
  }

  /** Records what came of an answer that has broken off; returns whether there is anything. */
  private boolean keep(AnswerReading reading, DigestedBody body) throws IOException {
    boolean isAny = !reading.texts().isEmpty() || reading.usage() != null;
    if (isAny) {
      record(answer(ModelAnswer.INTERRUPTED, reading.texts(), reading, body));
    }
    return isAny;
  }

  private ModelAnswer answer(
      String stop, List<AnswerItem> items, AnswerReading reading, DigestedBody body) {
    return new ModelAnswer(
        conversation.time(),
        turn,
        asked.name(),
        asked.profile().wire(),
        asked.model(),
        stop,
        items,
        reading.usage(),
        body.sent());
  }

  private void record(ModelAnswer answer) throws IOException {
    ModelUsage took = answer.usage();
    usage = took == null ? usage : usage.plus(took);
    estimated += took == null ? RecordedAnswer.estimate(answer.sent(), answer.items()) : 0;
    try {
      conversation.answered(answer, answered);
    } catch (StoreException e) {
      throw e.losing(answer);
    }
    answered++;
    if (room != null) {
      room.answered(answer);
    }
    listener.answered(answer);
  }

  private void run(List<AnswerItem.Call> calls) throws IOException {
    var limit =
        new ToolOutputLimit(limits.toolTokens(), tools.containsKey(RefreshResourceTool.NAME));
    TurnToolCalls ofTurn = conversation.tools().of(turn).given().limited(limit);
    var next = new CallRound(ofTurn, tools, approval, listener, repeated);
    synchronized (lock) {
      round = next;
      if (isCancelled) {
        next.cancel();
      }
    }
    try {
      int begun = next.run(calls, limits);
      turn += begun;
      answered = begun == 0 ? answered : 0;
    } finally {
      synchronized (lock) {
        round = null;
      }
    }
  }

  private void hold(@Nullable ModelCall open) {
    synchronized (lock) {
      call = open;
      if (open != null && isCancelled) {
        open.cancel();
      }
    }
  }

  /** What all requests took, also those by which the model answers its tools. */
  private ModelUsage used() {
    return answers == null ? usage : usage.plus(answers.usage());
  }

  /** Returns the tokens that count for the budget, with estimates for those not reported. */
  private long spent() {
    long ofTools = answers == null ? 0 : answers.estimated();
    return used().total() + estimated + ofTools;
  }

  private int sent() {
    return answers == null ? requests : requests + answers.requests();
  }

  private LoopOutcome outcome(End end, ModelAnswer answer, @Nullable String word) {
    return new LoopOutcome(end, RecordedAnswer.text(answer.items()), used(), sent(), word);
  }

  /**
   * A builder of a loop. Unless it is told otherwise, there are no tools, and nobody looks. Not
   * thread-safe.
   */
  public static final class Builder {

    private final Conversation conversation;
    private final AskedModel asked;
    private final Map<String, LoopTool> tools = new LinkedHashMap<>();
    private @Nullable String system;
    private ToolApproval approval = ToolApproval.NOTHING;
    private LoopListener listener = LoopListener.NOBODY;
    private LoopLimits limits = LoopLimits.STANDARD;
    private boolean isStreamed = true;
    private @Nullable Integer keptTurns;
    private @Nullable AssistantAnswers answers;
    private @Nullable AttachmentUpdates updates;

    private Builder(Conversation conversation, AskedModel asked) {
      this.conversation = conversation;
      this.asked = asked;
    }

    /**
     * Adds tools, in the order in which the model is told of them; the same in each loop of a
     * conversation, since a change costs all that the provider has cached.
     *
     * @param more tools under names that no other has
     * @return this builder
     * @throws IllegalArgumentException if two have one name
     */
    public Builder tools(Collection<? extends LoopTool> more) {
      for (LoopTool tool : more) {
        if (tools.putIfAbsent(tool.offer().name(), tool) != null) {
          throw new IllegalArgumentException(
              "tool (" + tool.offer().name() + ") must not be there twice");
        }
      }
      return this;
    }

    /**
     * Sets the instructions before all messages; null for none.
     *
     * @param value one text for every request of the loop
     * @return this builder
     */
    public Builder system(@Nullable String value) {
      system = value;
      return this;
    }

    /**
     * Sets who approves calls; without, none runs that needs it.
     *
     * @param value is asked before each call that needs consent, one call at a time
     * @return this builder
     */
    public Builder approval(ToolApproval value) {
      approval = value;
      return this;
    }

    /**
     * Sets who is told what the loop does; unless set, nobody.
     *
     * @param value is told on the thread of {@link #run}, but for requests aside
     * @return this builder
     */
    public Builder listener(LoopListener value) {
      listener = value;
      return this;
    }

    /**
     * Sets how far the loop may go; unless set, {@link LoopLimits#STANDARD}.
     *
     * @param value the limits of this loop alone, whatever earlier ones have spent
     * @return this builder
     */
    public Builder limits(LoopLimits value) {
      limits = value;
      return this;
    }

    /**
     * Sets who looks before each request what has changed of what is attached; null for nobody.
     *
     * @param value those of the same conversation
     * @return this builder
     */
    public Builder updates(@Nullable AttachmentUpdates value) {
      updates = value;
      return this;
    }

    /**
     * Sets whether answers come in pieces, which they do unless it is told otherwise.
     *
     * @param value false to have each answer whole
     * @return this builder
     */
    public Builder streamed(boolean value) {
      isStreamed = value;
      return this;
    }

    /**
     * Sets that the loop makes room once the window of the model is nearly full: it leaves out what
     * tools answered, and what newer versions have superseded, but for the last turns.
     *
     * @param turns how many turns are kept as they are, the current one among them; null for all,
     *     as is usual
     * @throws IllegalArgumentException if it is less than 1
     * @return this builder
     */
    public Builder keptTurns(@Nullable Integer turns) {
      if (turns != null && turns < 1) {
        throw new IllegalArgumentException("kept turns (" + turns + ") must be at least 1");
      }
      keptTurns = turns;
      return this;
    }

    /**
     * Sets the answers of the model to its tools, which have them among their sources.
     *
     * @param value those of the same conversation and model, for this loop alone; null for none
     * @return this builder
     */
    public Builder assistantAnswers(@Nullable AssistantAnswers value) {
      answers = value;
      return this;
    }

    /** {@return a loop, which runs once} */
    public AgentLoop build() {
      return new AgentLoop(this);
    }
  }
}
