package dev.attache.facade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopOutcome.End;
import dev.attache.agent.LoopTool;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.model.OfferedTool;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import dev.attache.test.LongWait;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns of one conversation that come at once, fail, or are no longer wanted. */
@Tag("network")
class TurnsAtOnceTest {

  private final FakeWire wire = FakeWire.COMPATIBLE;
  private final AtomicInteger answered = new AtomicInteger();
  private volatile Runnable meanwhile = () -> {};
  private final FakeProvider fake = FakeProvider.start(received -> answer());

  @TempDir Path directory;

  private Attache attache;
  private OpenConversation talk;

  @BeforeEach
  void open() throws IOException {
    attache = Attache.open(directory);
    talk = attache.conversation("talk");
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private Answer answer() {
    meanwhile.run();
    return wire.streamed(FakeWire.text("Answer " + answered.incrementAndGet() + "."));
  }

  private AskedModel model() {
    return AskedModel.of(
        "openai-compatible/qwen3-coder",
        ModelSettings.builder()
            .baseUrl(URI.create(fake.url()))
            .privateHostAllowed(true)
            .environment(Map.of())
            .firstPause(Duration.ofMillis(1))
            .build());
  }

  /** Holds up all answers until it is counted down. */
  private CountDownLatch hold() {
    var latch = new CountDownLatch(1);
    meanwhile =
        () -> {
          try {
            latch.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    return latch;
  }

  private void untilAsked(int times) {
    LongWait.await().until(() -> fake.requests().size() == times);
  }

  private int turns() throws IOException {
    return attache.conversation("talk").conversation().summary().turns();
  }

  @Test
  void eachWaitsForTheOneBeforeAndIsAnswered() throws Exception {
    var answers = new ArrayList<CompletableFuture<TurnAnswer>>();
    CountDownLatch latch = hold();
    for (int i = 0; i < 8; i++) {
      answers.add(attache.conversation("talk").turn("Question " + i + ".").askAsync(model()));
    }
    untilAsked(1);
    latch.countDown();
    for (CompletableFuture<TurnAnswer> each : answers) {
      assertThat(each.get().text()).matches("Answer [1-8]\\.");
    }
    assertThat(turns()).isEqualTo(8);
    assertThat(fake.requests().get(7).body())
        .contains("Answer 1.", "Answer 2.", "Answer 3.", "Answer 4.", "Answer 5.", "Answer 6.")
        .contains("Answer 7.");
  }

  @Test
  void areRefusedBeforeAnythingIsSentWhereThatIsWanted() throws Exception {
    Attache strict = Attache.builder(directory).refuseWhileAnswering().build();
    CountDownLatch latch = hold();
    var first = strict.conversation("talk").turn("First.").askAsync(model());
    untilAsked(1);
    for (int i = 0; i < 2; i++) {
      Turn second = strict.conversation("talk").turn("Second.");
      assertThatThrownBy(() -> second.ask(model()))
          .isInstanceOf(StoreException.class)
          .satisfies(
              e -> assertThat(((StoreException) e).kind()).isEqualTo(StoreException.Kind.BUSY))
          .hasMessage("another turn of talk is being answered");
      assertThatThrownBy(second::request).hasMessage("another turn of talk is being answered");
    }
    assertThat(turns()).isEqualTo(1);
    assertThat(strict.conversation("other").turn("Other.").request().text()).contains("Other.");
    latch.countDown();
    assertThat(first.get().text()).isEqualTo("Answer 1.");
    assertThat(fake.requests()).hasSize(1);
    assertThat(strict.conversation("talk").turn("Third.").ask(model()).text())
        .isEqualTo("Answer 2.");
  }

  /** As another program does, which no lock of this one holds up. */
  @Test
  void keepWhatWasPaidForWhereAnotherProgramHasBegunATurn() throws Exception {
    Attache other = Attache.open(directory);
    meanwhile =
        () -> {
          try {
            other.conversation("talk").turn("Me too.").request();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    assertThatThrownBy(() -> talk.turn("First.").ask(model()))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "another turn of talk has begun, and the answer to this one cannot be recorded any"
                + " more")
        .satisfies(
            e -> {
              ModelAnswer answer = Objects.requireNonNull(((StoreException) e).unrecorded());
              assertThat(answer.items()).containsExactly(new AnswerItem.Text("Answer 1."));
              assertThat(answer.usage()).isNotNull();
            });
  }

  @Test
  void goOnAfterAFailureAndSayNothingTwice() throws Exception {
    fake.answer(Answer.json(400, "{\"error\":{\"message\":\"No\"}}"));
    Turn turn = talk.turn("What is wrong?").system("Be brief.");
    assertThatThrownBy(() -> turn.ask(model())).isInstanceOf(ModelException.class);
    assertThat(turn.ask(model()).text()).isEqualTo("Answer 1.");
    assertThat(turn.ask(model()).text()).as("as it stands").isEqualTo("Answer 1.");
    assertThat(fake.requests()).hasSize(2);
    assertThat(fake.requests().get(1).body()).isEqualTo(fake.requests().get(0).body());
    assertThat(turns()).isEqualTo(1);
  }

  @Test
  void areNotRecordedIfTheyHaveMoreToolsThanTheModelTakes() throws Exception {
    Turn turn = talk.turn("Which of them?");
    for (int i = 0; i < 128; i++) {
      turn.tool(new IdleTool("tool" + i));
    }
    AskedModel model =
        AskedModel.of(
            "openai-chat/gpt-5",
            ModelSettings.builder().environment(Map.of("OPENAI_API_KEY", "k")).build());
    assertThatThrownBy(() -> turn.ask(model))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tools (129) must be at most 128 for openai-chat");
    assertThat(turns()).isZero();
  }

  private record IdleTool(String name) implements LoopTool {

    @Override
    public OfferedTool offer() {
      return new OfferedTool(name, "Does nothing.", Map.of("type", "object"));
    }

    @Override
    public String source() {
      return "local";
    }

    @Override
    public boolean needsApproval() {
      return false;
    }

    @Override
    public Answered call(Map<String, Object> arguments) {
      throw new AssertionError("called");
    }
  }

  @Test
  void areAnsweredLaterByTheConversation() throws Exception {
    fake.answer(Answer.json(400, "{\"error\":{\"message\":\"No\"}}"));
    Turn turn = talk.turn("What is wrong?");
    assertThatThrownBy(() -> turn.ask(model())).isInstanceOf(ModelException.class);
    OpenConversation later = Attache.open(directory).conversation("talk");
    assertThat(later.answer(model()).text()).isEqualTo("Answer 1.");
    assertThat(later.answer(model()).text()).as("as it stands").isEqualTo("Answer 1.");
    assertThat(fake.requests()).hasSize(2);
    assertThat(fake.requests().get(1).body()).containsOnlyOnce("What is wrong?");
    assertThatThrownBy(() -> attache.conversation("new").answer(model()))
        .isInstanceOf(StoreException.class)
        .hasMessage("there is no turn yet in new");
  }

  @Test
  void endWhenTheyAreCancelledAndCanBeAnsweredLater() throws Exception {
    fake.answer(wire.streamed(FakeWire.text("Half")).cutAfter(60).thenSilence());
    Turn turn = talk.turn("What is wrong?");
    CompletableFuture<TurnAnswer> asked = turn.askAsync(model());
    untilAsked(1);
    turn.cancel();
    assertThat(asked.get().outcome().end()).isEqualTo(End.CANCELLED);
    assertThat(talk.answer(model()).text()).isEqualTo("Answer 1.");
    assertThat(turns()).isEqualTo(1);
  }

  @Test
  void areNeitherRecordedNorSentWhenTheyAreCancelledWhileTheyWait() throws Exception {
    CountDownLatch latch = hold();
    CompletableFuture<TurnAnswer> first = talk.turn("First.").askAsync(model());
    untilAsked(1);
    Turn second = talk.turn("Second.");
    CompletableFuture<TurnAnswer> asked = second.askAsync(model());
    second.cancel();
    assertThat(asked.get().outcome().end()).isEqualTo(End.CANCELLED);
    Turn third = talk.turn("Third.");
    third.cancel();
    assertThatThrownBy(third::request)
        .isInstanceOf(CancellationException.class)
        .hasMessage("the turn was cancelled");
    latch.countDown();
    assertThat(first.get().text()).isEqualTo("Answer 1.");
    assertThat(fake.requests()).hasSize(1);
    assertThat(turns()).isEqualTo(1);
  }

  @Test
  void endWhenTheFutureOfTheirAnswerIsCancelled() throws Exception {
    fake.answer(Answer.silence());
    CompletableFuture<TurnAnswer> asked = talk.turn("First.").askAsync(model());
    untilAsked(1);
    asked.cancel(false);
    assertThat(talk.turn("Second.").ask(model()).text()).isEqualTo("Answer 1.");
  }

  @Test
  void tellAFutureOfAFailure() {
    fake.answer(Answer.json(400, "{\"error\":{\"message\":\"No\"}}"));
    CompletableFuture<TurnAnswer> asked = talk.turn("First.").askAsync(model());
    assertThatThrownBy(asked::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ModelException.class)
        .hasRootCauseMessage("openai-compatible answered 400: No");
  }

  @Test
  void giveASubscriberThePiecesThatItRequests() throws Exception {
    fake.answer(wire.streamed(FakeWire.text("One, "), FakeWire.text("two.")));
    var reader = new Pieces(Long.MAX_VALUE);
    talk.turn("Count.").events(model()).subscribe(reader);
    assertThat(reader.ended.get()).isNull();
    assertThat(reader.text()).isEqualTo("One, two.");
    assertThat(turns()).isEqualTo(1);

    fake.answer(wire.streamed(FakeWire.text("One, "), FakeWire.text("two.")));
    var slow = new Pieces(1);
    talk.turn("Again.").events(model()).subscribe(slow);
    LongWait.await().until(() -> slow.text().equals("One, "));
    CompletableFuture<TurnAnswer> next = talk.turn("And now?").askAsync(model());
    assertThat(slow.ended).isNotDone();
    slow.request(100);
    assertThat(slow.ended.get()).isNull();
    assertThat(slow.text()).isEqualTo("One, two.");
    assertThat(next.get().text()).isEqualTo("Answer 1.");
  }

  @Test
  void areCancelledByTheirSubscriber() throws Exception {
    fake.answer(wire.streamed(FakeWire.text("One, "), FakeWire.text("two.")));
    var reader = new Pieces(1);
    Turn turn = talk.turn("Count.");
    turn.events(model()).subscribe(reader);
    LongWait.await().until(() -> reader.text().equals("One, "));
    reader.cancel();
    assertThat(talk.answer(model()).outcome().end()).isEqualTo(End.ANSWERED);
    assertThat(reader.text()).isEqualTo("One, ");
    assertThatThrownBy(() -> turn.events(model()).subscribe(new Pieces(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the turn has a subscriber already");
  }

  @Test
  void tellTheirSubscriberThatTheyWereCancelledByOthers() throws Exception {
    fake.answer(wire.streamed(FakeWire.text("One, "), FakeWire.text("two.")));
    var reader = new Pieces(1);
    Turn turn = talk.turn("Count.");
    turn.events(model()).subscribe(reader);
    LongWait.await().until(() -> reader.text().equals("One, "));
    turn.cancel();
    assertThat(reader.ended.get()).isNull();
    assertThat(reader.text()).isEqualTo("One, ");
  }

  @Test
  void tellTheirSubscriberOfAFailure() throws Exception {
    fake.answer(Answer.json(400, "{\"error\":{\"message\":\"No\"}}"));
    var reader = new Pieces(1);
    talk.turn("Count.").events(model()).subscribe(reader);
    assertThat(reader.ended.get()).hasMessage("openai-compatible answered 400: No");
    var wrong = new Pieces(-1);
    talk.turn("Count.").events(model()).subscribe(wrong);
    assertThat(wrong.ended.get())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("request(n) must be given a positive number");
  }

  @Test
  void areNotTakenFromWithinAnother() throws Exception {
    var problem = new AtomicReference<@Nullable Throwable>();
    talk.turn("First.")
        .reader(
            text -> {
              try {
                talk.turn("Second.").request();
              } catch (IllegalStateException | IOException e) {
                problem.set(e);
              }
            })
        .ask(model());
    assertThat(problem.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this thread is answering a turn of talk; begin the next one after that");
  }

  /** A subscriber that keeps the text. */
  private static final class Pieces implements Flow.Subscriber<ModelEvent> {

    private final long first;
    private final List<ModelEvent> pieces = new ArrayList<>();
    private final CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
    private volatile Flow.@Nullable Subscription subscription;

    Pieces(long first) {
      this.first = first;
    }

    void request(long more) {
      Objects.requireNonNull(subscription).request(more);
    }

    void cancel() {
      Objects.requireNonNull(subscription).cancel();
    }

    synchronized String text() {
      var text = new StringBuilder();
      for (ModelEvent each : pieces) {
        text.append(each instanceof ModelEvent.TextDelta more ? more.text() : "");
      }
      return text.toString();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(first);
    }

    @Override
    public synchronized void onNext(ModelEvent piece) {
      pieces.add(piece);
    }

    @Override
    public void onError(Throwable failure) {
      ended.complete(failure);
    }

    @Override
    public void onComplete() {
      ended.complete(null);
    }
  }
}
