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
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How contents whose size nobody knew before share the memory of a run. */
@Timeout(value = 300, threadMode = SEPARATE_THREAD) // as nothing interrupts a claim
class InFlightQueueRoomTest {

  private static final long BUDGET = 100;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final RegisteredHandler HANDLER =
      HandlerRegistry.of(ScriptedHandler.of("xx")).handlers().get(0);
  private static final Reference REFERENCE = Reference.of(0, "xx:*");

  private final ManualClock clock = new ManualClock();
  private final InFlightQueue window = new InFlightQueue(4, BUDGET, clock);

  @Test
  void letsASlotGrowWhileThereIsRoom() throws Exception {
    append(0, 0);
    claim();
    PendingItem second = claim();
    assertThat(window.grow(second, BUDGET)).isNotNegative();
    start(() -> window.grow(second, 1)).assertWaits();
  }

  @Test
  void countsWhatASlotWasExpectedToHaveOnce() throws Exception {
    append(0, 60);
    claim();
    PendingItem second = claim();
    window.grow(second, 60);
    window.grow(second, 40);
    start(() -> window.grow(second, 1)).assertWaits();
  }

  @Test
  void letsTheFirstSlotGrowHoweverLargeItIs() throws Exception {
    append(0, 0);
    PendingItem first = claim();
    claim();
    assertThat(window.grow(first, 100 * BUDGET)).isNotNegative();
  }

  @Test
  void letsASlotGrowOnceItIsTheFirst() throws Exception {
    append(0, 0);
    PendingItem first = claim();
    PendingItem second = claim();
    Background<Long> growing = start(() -> window.grow(second, 2 * BUDGET));
    growing.assertWaits();
    complete(first);
    growing.assertWaits();
    window.take(SECOND);
    assertThat(growing.result()).isZero();
  }

  @Test
  void letsASlotGrowWhenAnotherHasLessThanItAskedFor() throws Exception {
    append(0, 0, 0);
    claim();
    PendingItem second = claim();
    PendingItem third = claim();
    window.grow(second, BUDGET);
    Background<Long> growing = start(() -> window.grow(third, 50));
    growing.assertWaits();
    complete(second);
    assertThat(growing.result()).isZero();
  }

  @Test
  void letsASlotGrowWhenTheFirstIsGivenUp() throws Exception {
    append(0, 0);
    window.grow(claim(), BUDGET);
    PendingItem second = claim();
    Background<Long> growing = start(() -> window.grow(second, BUDGET));
    growing.assertWaits();
    clock.advance(Duration.ofNanos(1));
    assertThat(giveUpAfter(0)).isTrue();
    assertThat(Thread.interrupted()).as("its reader is interrupted").isTrue();
    assertThat(growing.result()).isEqualTo(1);
  }

  @Test
  void letsNobodyGrowInAWindowThatIsClosed() throws Exception {
    append(0, 0);
    claim();
    PendingItem second = claim();
    Background<Long> growing = start(() -> window.grow(second, 2 * BUDGET));
    growing.assertWaits();
    window.close();
    assertThatThrownBy(growing::result).hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void doesNotCountWaitingForRoomAsTheTimeOfASlot() throws Exception {
    append(0, 0);
    PendingItem first = claim();
    PendingItem second = claim();
    Background<Long> growing = start(() -> window.grow(second, 2 * BUDGET));
    growing.assertWaits();
    clock.advance(Duration.ofHours(1));
    complete(first);
    window.take(SECOND);
    assertThat(growing.result()).isEqualTo(Duration.ofHours(1).toNanos());
    clock.advance(Duration.ofSeconds(1));
    assertThat(giveUpAfter(SECOND)).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(giveUpAfter(SECOND)).isTrue();
    assertThat(Thread.interrupted()).as("its reader is interrupted").isTrue();
  }

  private boolean giveUpAfter(long nanos) {
    return window.giveUp(nanos, slot -> new Outcome.Noted(slot.reference, "gone"));
  }

  private void append(long... sizes) {
    for (long size : sizes) {
      var candidate = new Candidate(ResourceUri.of("xx:1"), null, size, false, null);
      window.append(PendingItem.toRead(REFERENCE, candidate, HANDLER));
    }
  }

  private PendingItem claim() {
    return Objects.requireNonNull(window.claim());
  }

  private void complete(PendingItem slot) {
    window.complete(slot, List.of(new Outcome.Noted(slot.reference, "done")), 0);
  }
}
