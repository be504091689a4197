package dev.attache.core.run;

import static dev.attache.core.Background.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import dev.attache.core.Background;
import dev.attache.core.ManualClock;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.test.ScriptedHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 300, threadMode = SEPARATE_THREAD) // as nothing interrupts a claim
class InFlightQueueTest {

  private static final long BUDGET = 100;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int SLOTS = Boolean.getBoolean("attache.slow") ? 20_000 : 5_000;
  private static final RegisteredHandler HANDLER =
      HandlerRegistry.of(ScriptedHandler.of("xx")).handlers().get(0);
  private static final Reference REFERENCE = Reference.of(0, "xx:*");

  private final ManualClock clock = new ManualClock();
  private final InFlightQueue window = new InFlightQueue(4, BUDGET, clock);

  @Test
  void givesSlotsInTheOrderInWhichTheyCameWhateverIsReadFirst() throws Exception {
    append(0, 0, 0);
    window.append(note("between"));
    PendingItem first = claim();
    PendingItem second = claim();
    PendingItem third = claim();
    complete(third, "third");
    complete(second, "second");
    assertThat(window.take(1)).as("the first is still being read").isNull();
    complete(first, "first");
    assertThat(List.of(takeLine(), takeLine(), takeLine(), takeLine()))
        .containsExactly("first", "second", "third", "between");
  }

  @Test
  void letsNothingInUntilHalfOfItIsFree() throws Exception {
    append(0, 0, 0, 0);
    Background<?> waiting = start(() -> append(0));
    waiting.assertWaits();
    complete(claim(), "first");
    complete(claim(), "second");
    takeLine();
    waiting.assertWaits();
    takeLine();
    waiting.result();
  }

  @Test
  void makesReadersWaitForSomethingToRead() throws Exception {
    Background<PendingItem> waiting = start(window::claim);
    window.append(note("nothing to read"));
    waiting.assertWaits();
    append(0);
    assertThat(waiting.result()).isNotNull();
  }

  @Test
  void sendsReadersAwayWhenThereIsNoMore() throws Exception {
    Background<PendingItem> waiting = start(window::claim);
    waiting.assertWaits();
    window.end();
    assertThat(waiting.result()).isNull();
    assertThat(window.claim()).isNull();
  }

  @Test
  void isExhaustedWhenAllHasBeenTaken() throws Exception {
    window.append(note("only"));
    window.end();
    assertThat(window.isExhausted()).isFalse();
    takeLine();
    assertThat(window.isExhausted()).isTrue();
    assertThat(window.take(SECOND)).isNull();
  }

  @Test
  void holdsBackWhatDoesNotFitIntoTheBudget() throws Exception {
    append(60, 41, 1);
    PendingItem first = claim();
    Background<PendingItem> waiting = start(window::claim);
    waiting.assertWaits();
    complete(first, "first", 60);
    waiting.assertWaits();
    takeLine();
    PendingItem second = waiting.result();
    assertThat(size(second)).isEqualTo(41);
    assertThat(window.claim()).as("both fit now").isNotNull();
  }

  @Test
  void letsSeveralReadersOnWhenThereIsRoomForSeveral() throws Exception {
    append(100, 30, 30, 30);
    PendingItem first = claim();
    List<Background<PendingItem>> waiting =
        List.of(start(window::claim), start(window::claim), start(window::claim));
    waiting.forEach(Background::assertWaits);
    complete(first, "first", 0);
    for (Background<PendingItem> reader : waiting) {
      assertThat(reader.result()).isNotNull();
    }
  }

  @Test
  void countsWhatWasReadWhereNoSizeWasKnown() throws Exception {
    append(Candidate.UNKNOWN_SIZE, Candidate.UNKNOWN_SIZE, 1);
    PendingItem first = claim();
    PendingItem second = claim();
    complete(second, "second", 101);
    Background<PendingItem> waiting = start(window::claim);
    waiting.assertWaits();
    complete(first, "first", 0);
    takeLine();
    waiting.assertWaits();
    takeLine();
    assertThat(waiting.result()).isNotNull();
  }

  @Test
  void letsTheFirstSlotBeReadHoweverLargeItIs() throws Exception {
    append(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    for (int i = 0; i < 3; i++) {
      PendingItem slot = claim();
      Background<PendingItem> waiting = start(window::claim);
      waiting.assertWaits();
      complete(slot, "first", 3);
      takeLine();
      if (i < 2) {
        complete(waiting.result(), "next", 0);
        takeLine();
        append(Long.MAX_VALUE);
      }
    }
    window.close();
  }

  @Test
  void givesUpTheFirstSlotOnly() throws Exception {
    append(0, 0);
    PendingItem first = claim();
    Background<Boolean> reader =
        start(
            () -> {
              window.claim();
              Thread.sleep(600_000);
              return false;
            });
    reader.assertWaits();
    clock.advance(Duration.ofSeconds(1));
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).as("too early").isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).isTrue();
    assertThat(Thread.interrupted()).as("its reader is interrupted").isTrue();
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).as("not the first").isFalse();
    assertThat(takeLine()).isEqualTo("late");
    assertThat(complete(first, "too late")).isFalse();
    reader.assertWaits();
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).isTrue();
    assertThatThrownBy(reader::result).hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void addsTheLimitOfASlotToTheTimeThatItIsGiven() {
    append(0);
    window.limit(claim(), 2 * SECOND);
    clock.advance(Duration.ofSeconds(3));
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).isTrue();
    assertThat(Thread.interrupted()).as("its reader is interrupted").isTrue();
  }

  @Test
  void givesUpNothingThatNobodyReads() {
    assertThat(window.giveUp(-1, slot -> outcome("late"))).isFalse();
    append(0);
    assertThat(window.giveUp(-1, slot -> outcome("late"))).isFalse();
    window.append(note("done"));
    assertThat(window.giveUp(-1, slot -> outcome("late"))).isFalse();
  }

  @Test
  void givesOutWhatIsDoneAfterItWasSealed() throws Exception {
    append(0, 0);
    complete(claim(), "first");
    window.seal();
    assertThat(window.claim()).isNull();
    assertThatThrownBy(() -> append(0)).isInstanceOf(RunEndedException.class);
    assertThat(takeLine()).isEqualTo("first");
    assertThat(window.take(1)).isNull();
    window.end();
    assertThat(window.isExhausted()).as("something is missing").isFalse();
  }

  @Test
  void isExhaustedWhenItWasSealedAfterAllHadCome() throws Exception {
    window.append(note("only"));
    window.end();
    window.seal();
    takeLine();
    assertThat(window.isExhausted()).isTrue();
  }

  @Test
  void releasesEverybodyWhenClosed() throws Exception {
    append(0, 0, 0, 0);
    PendingItem first = claim();
    Background<?> appending = start(() -> append(0));
    Background<PendingItem> taking = start(() -> window.take(60 * SECOND));
    appending.assertWaits();
    taking.assertWaits();
    window.close();
    assertThat(taking.result()).isNull();
    assertThatThrownBy(appending::result)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RunEndedException.class)
        .hasRootCauseMessage("the run has ended");
    assertThat(window.claim()).isNull();
    assertThat(complete(first, "too late")).isFalse();
    assertThat(window.isExhausted()).isTrue();
  }

  /** Many slots, many readers, some given up: nothing lost, nothing twice, all in order. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void keepsItsWordUnderConcurrency(long seed) throws Exception {
    var random = new Random(seed);
    int capacity = 1 + random.nextInt(32);
    var busy = new InFlightQueue(capacity, BUDGET, Deadline.CLOCK);
    var inFlight = new AtomicLong();
    var most = new AtomicLong();
    var claims = new AtomicInteger();
    int expectedClaims = appendInBackground(busy, seed, SLOTS);
    var readers = new ArrayList<Background<Void>>();
    for (int i = 0; i < 6; i++) {
      var own = new Random(seed * 31 + i);
      readers.add(start(() -> readAll(busy, own, inFlight, most, claims)));
    }
    for (int position = 0; position < SLOTS; position++) {
      PendingItem slot = busy.take(patience(random));
      while (slot == null) {
        busy.giveUp(MILLISECOND, given -> outcome("given up"));
        slot = busy.take(patience(random));
      }
      inFlight.addAndGet(-Math.max(0, size(slot)));
      assertThat(slot.reference.position()).isEqualTo(position);
      assertThat(slot.outcomes).isNotNull();
    }
    assertThat(busy.take(SECOND)).isNull();
    assertThat(busy.isExhausted()).isTrue();
    for (Background<Void> reader : readers) {
      reader.result();
    }
    assertThat(claims).hasValue(expectedClaims);
    // One item more than the budget: the one that was taken and is not yet subtracted here.
    assertThat(most.get()).isLessThanOrEqualTo(BUDGET + BUDGET / 2);
  }

  /** Mostly too little to fall asleep, as the budget holds but a few slots. */
  private static long patience(Random random) {
    return random.nextInt(8) == 0 ? MILLISECOND : MILLISECOND / 100;
  }

  /** Returns how many of the slots have to be read. */
  private static int appendInBackground(InFlightQueue busy, long seed, int count) {
    var slots = new ArrayList<PendingItem>();
    var random = new Random(seed);
    int toRead = 0;
    for (int i = 0; i < count; i++) {
      Reference reference = Reference.of(i, "xx:" + i);
      if (random.nextInt(5) == 0) {
        slots.add(PendingItem.done(new Outcome.Noted(reference, "done")));
      } else {
        slots.add(toRead(reference, random.nextInt((int) BUDGET / 2 + 1)));
        toRead++;
      }
    }
    var appender =
        new Thread(
            () -> {
              slots.forEach(busy::append);
              busy.end();
            });
    appender.setDaemon(true);
    appender.start();
    return toRead;
  }

  private static Void readAll(
      InFlightQueue busy,
      Random random,
      AtomicLong inFlight,
      AtomicLong most,
      AtomicInteger claims) {
    for (PendingItem slot = busy.claim(); slot != null; slot = busy.claim()) {
      claims.incrementAndGet();
      most.accumulateAndGet(inFlight.addAndGet(size(slot)), Math::max);
      pause(random);
      busy.complete(slot, List.of(outcome("read")), size(slot));
      Thread.interrupted();
    }
    return null;
  }

  private static void pause(Random random) {
    int kind = random.nextInt(1_000);
    if (kind == 0) {
      try {
        Thread.sleep(5); // long enough to be given up
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } else if (kind < 100) {
      Thread.onSpinWait();
    }
  }

  private static long size(PendingItem slot) {
    return slot.candidate == null ? 0 : slot.candidate.size();
  }

  private Void append(long... sizes) {
    for (long size : sizes) {
      window.append(toRead(REFERENCE, size));
    }
    return null;
  }

  private static PendingItem toRead(Reference reference, long size) {
    return PendingItem.toRead(
        reference, new Candidate(ResourceUri.of("xx:a"), null, size, true, null), HANDLER);
  }

  private static PendingItem note(String text) {
    return PendingItem.done(outcome(text));
  }

  private static Outcome outcome(String text) {
    return new Outcome.Noted(REFERENCE, text);
  }

  private PendingItem claim() {
    return Objects.requireNonNull(window.claim());
  }

  private boolean complete(PendingItem slot, String text) {
    return complete(slot, text, 0);
  }

  private boolean complete(PendingItem slot, String text, long weight) {
    return window.complete(slot, List.of(outcome(text)), weight);
  }

  private String takeLine() throws InterruptedException {
    PendingItem slot = Objects.requireNonNull(window.take(SECOND));
    return ((Outcome.Noted) Objects.requireNonNull(slot.outcomes).get(0)).text();
  }
}
