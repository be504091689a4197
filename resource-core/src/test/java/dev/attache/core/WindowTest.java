package dev.attache.core;

import static dev.attache.core.Background.assertWaits;
import static dev.attache.core.Background.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.handlers.RegisteredHandler;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WindowTest {

  private static final long BUDGET = 100;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final RegisteredHandler HANDLER =
      HandlerRegistry.of(ScriptedHandler.of("xx")).handlers().get(0);
  private static final Reference REFERENCE = Reference.of(0, "xx:*");

  private final Window window = new Window(4, BUDGET);

  @Test
  void givesSlotsInTheOrderInWhichTheyCameWhateverIsReadFirst() throws Exception {
    append(0, 0, 0);
    window.append(note("between"));
    Slot first = claim();
    Slot second = claim();
    Slot third = claim();
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
    FutureTask<?> waiting = start(() -> append(0));
    assertWaits(waiting);
    complete(claim(), "first");
    complete(claim(), "second");
    takeLine();
    assertWaits(waiting);
    takeLine();
    waiting.get(1, TimeUnit.SECONDS);
  }

  @Test
  void makesReadersWaitForSomethingToRead() throws Exception {
    FutureTask<Slot> waiting = start(window::claim);
    window.append(note("nothing to read"));
    assertWaits(waiting);
    append(0);
    assertThat(waiting.get(1, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void sendsReadersAwayWhenThereIsNoMore() throws Exception {
    FutureTask<Slot> waiting = start(window::claim);
    assertWaits(waiting);
    window.end();
    assertThat(waiting.get(1, TimeUnit.SECONDS)).isNull();
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
    Slot first = claim();
    FutureTask<Slot> waiting = start(window::claim);
    assertWaits(waiting);
    complete(first, "first", 60);
    assertWaits(waiting);
    takeLine();
    Slot second = waiting.get(1, TimeUnit.SECONDS);
    assertThat(size(second)).isEqualTo(41);
    assertThat(window.claim()).as("both fit now").isNotNull();
  }

  @Test
  void letsSeveralReadersOnWhenThereIsRoomForSeveral() throws Exception {
    append(100, 30, 30, 30);
    Slot first = claim();
    List<FutureTask<Slot>> waiting =
        List.of(start(window::claim), start(window::claim), start(window::claim));
    assertWaits(waiting.get(0));
    complete(first, "first", 0);
    for (FutureTask<Slot> reader : waiting) {
      assertThat(reader.get(1, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void countsWhatWasReadWhereNoSizeWasKnown() throws Exception {
    append(Candidate.UNKNOWN_SIZE, Candidate.UNKNOWN_SIZE, 1);
    Slot first = claim();
    Slot second = claim();
    complete(second, "second", 101);
    FutureTask<Slot> waiting = start(window::claim);
    assertWaits(waiting);
    complete(first, "first", 0);
    takeLine();
    assertWaits(waiting);
    takeLine();
    assertThat(waiting.get(1, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void letsTheFirstSlotBeReadHoweverLargeItIs() throws Exception {
    append(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    for (int i = 0; i < 3; i++) {
      Slot slot = claim();
      FutureTask<Slot> waiting = start(window::claim);
      assertWaits(waiting);
      complete(slot, "first", 3);
      takeLine();
      if (i < 2) {
        complete(waiting.get(1, TimeUnit.SECONDS), "next", 0);
        takeLine();
        append(Long.MAX_VALUE);
      }
    }
    window.close();
  }

  @Test
  void givesUpTheFirstSlotOnly() throws Exception {
    append(0, 0);
    Slot first = claim();
    FutureTask<Boolean> reader =
        start(
            () -> {
              window.claim();
              Thread.sleep(10_000);
              return false;
            });
    assertThat(window.giveUp(SECOND, slot -> outcome("late"))).as("too early").isFalse();
    assertThat(window.giveUp(-1, slot -> outcome("late"))).isTrue();
    assertThat(Thread.interrupted()).as("its reader is interrupted").isTrue();
    assertThat(takeLine()).isEqualTo("late");
    assertThat(complete(first, "too late")).isFalse();
    assertWaits(reader);
    assertThat(window.giveUp(-1, slot -> outcome("late"))).isTrue();
    assertThatThrownBy(reader::get).hasCauseInstanceOf(InterruptedException.class);
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
    Slot first = claim();
    FutureTask<?> appending = start(() -> append(0));
    FutureTask<Slot> taking = start(() -> window.take(60 * SECOND));
    assertWaits(appending);
    assertWaits(taking);
    window.close();
    assertThat(taking.get(1, TimeUnit.SECONDS)).isNull();
    assertThatThrownBy(() -> appending.get(1, TimeUnit.SECONDS))
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
    int count = 20_000;
    int capacity = 1 + new Random(seed).nextInt(32);
    var busy = new Window(capacity, BUDGET);
    var inFlight = new AtomicLong();
    var most = new AtomicLong();
    var claims = new AtomicInteger();
    int expectedClaims = appendInBackground(busy, seed, count);
    var readers = new ArrayList<FutureTask<Void>>();
    for (int i = 0; i < 6; i++) {
      var random = new Random(seed * 31 + i);
      readers.add(start(() -> readAll(busy, random, inFlight, most, claims)));
    }
    for (int position = 0; position < count; position++) {
      Slot slot = busy.take(TimeUnit.MILLISECONDS.toNanos(1));
      while (slot == null) {
        busy.giveUp(TimeUnit.MILLISECONDS.toNanos(1), given -> outcome("given up"));
        slot = busy.take(TimeUnit.MILLISECONDS.toNanos(1));
      }
      inFlight.addAndGet(-Math.max(0, size(slot)));
      assertThat(slot.reference.position()).isEqualTo(position);
      assertThat(slot.outcomes).isNotNull();
    }
    assertThat(busy.take(SECOND)).isNull();
    assertThat(busy.isExhausted()).isTrue();
    for (FutureTask<Void> reader : readers) {
      reader.get(5, TimeUnit.SECONDS);
    }
    assertThat(claims).hasValue(expectedClaims);
    // One item more than the budget: the one that was taken and is not yet subtracted here.
    assertThat(most.get()).isLessThanOrEqualTo(BUDGET + BUDGET / 2);
  }

  /** Returns how many of the slots have to be read. */
  private static int appendInBackground(Window busy, long seed, int count) {
    var slots = new ArrayList<Slot>();
    var random = new Random(seed);
    int toRead = 0;
    for (int i = 0; i < count; i++) {
      Reference reference = Reference.of(i, "xx:" + i);
      if (random.nextInt(5) == 0) {
        slots.add(Slot.done(new Outcome.Noted(reference, "done")));
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
      Window busy, Random random, AtomicLong inFlight, AtomicLong most, AtomicInteger claims) {
    for (Slot slot = busy.claim(); slot != null; slot = busy.claim()) {
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

  private static long size(Slot slot) {
    return slot.candidate == null ? 0 : slot.candidate.size();
  }

  private Void append(long... sizes) {
    for (long size : sizes) {
      window.append(toRead(REFERENCE, size));
    }
    return null;
  }

  private static Slot toRead(Reference reference, long size) {
    return Slot.toRead(
        reference, new Candidate(ResourceUri.of("xx:a"), null, size, true, null), HANDLER);
  }

  private static Slot note(String text) {
    return Slot.done(outcome(text));
  }

  private static Outcome outcome(String text) {
    return new Outcome.Noted(REFERENCE, text);
  }

  private Slot claim() {
    return Objects.requireNonNull(window.claim());
  }

  private boolean complete(Slot slot, String text) {
    return complete(slot, text, 0);
  }

  private boolean complete(Slot slot, String text, long weight) {
    return window.complete(slot, List.of(outcome(text)), weight);
  }

  private String takeLine() throws InterruptedException {
    Slot slot = Objects.requireNonNull(window.take(SECOND));
    return ((Outcome.Noted) Objects.requireNonNull(slot.outcomes).get(0)).text();
  }
}
