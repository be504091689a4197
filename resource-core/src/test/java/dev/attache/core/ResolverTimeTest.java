package dev.attache.core;

import static dev.attache.test.LongWait.await;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.run.Deadline;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.test.ScriptedHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time limits, cancellation, interruption, and that no thread is left. */
class ResolverTimeTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(4);
  private static final Duration TOO_LONG = SHORT.plus(GRACE).plusNanos(1);
  private static final Duration A_LOOK = Duration.ofMillis(20);

  @TempDir Path workspace;
  private final ManualClock clock = new ManualClock();

  /** Who reads which item. */
  private final Map<String, Thread> readers = new ConcurrentHashMap<>();

  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void releaseTheStuck() {
    testIsOver.countDown();
  }

  @Test
  void givesUpAnItemWhoseHandlerIgnoresTheTimeout() throws Exception {
    Resolver resolver = builder(stuckAt("xx:1")).jobs(2).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:0", "xx:1", "xx:2", "xx:3"))) {
      awaitBegun("xx:0", "xx:1", "xx:2", "xx:3");
      clock.advance(TOO_LONG);
      assertThat(linesOf(resolution))
          .containsExactly(
              "resolved xx:0",
              "failed xx:1 TIMEOUT: took longer than 200 ms",
              "resolved xx:2",
              "resolved xx:3");
    }
  }

  @Test
  void goesOnWhenAllReadersAreStuck() throws Exception {
    Resolver resolver = builder(stuckAt("xx:1", "xx:2")).jobs(2).build();
    try (Resolution resolution =
        resolver.resolve(List.of("xx:0", "xx:1", "xx:2", "xx:3", "xx:4"))) {
      awaitBegun("xx:0", "xx:1", "xx:2");
      clock.advance(TOO_LONG);
      assertThat(linesOf(resolution))
          .containsExactly(
              "resolved xx:0",
              "failed xx:1 TIMEOUT: took longer than 200 ms",
              "failed xx:2 TIMEOUT: took longer than 200 ms",
              "resolved xx:3",
              "resolved xx:4");
    }
  }

  @Test
  void givesUpAnItemFourSecondsAfterItsTimeout() throws Exception {
    Resolver resolver = builder(stuckAt("xx:1")).timeout(Duration.ofMillis(1_400)).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:1"))) {
      awaitBegun("xx:1");
      clock.advance(Duration.ofMillis(5_400));
      assertNothingComes(resolution);
      clock.advance(Duration.ofNanos(1));
      assertThat(linesOf(resolution))
          .containsExactly("failed xx:1 TIMEOUT: took longer than 1400 ms");
    }
  }

  @Test
  @Tag("slow")
  void givesUpAnItemByTheClockOfTheMachine() throws Exception {
    Resolver resolver =
        builder(stuckAt("xx:1")).clock(Deadline.CLOCK).timeout(Duration.ofMillis(1_400)).build();
    long start = System.nanoTime();
    try (Resolution resolution = resolver.resolve(List.of("xx:1"))) {
      assertThat(Outcomes.line(resolution.next()))
          .isEqualTo("failed xx:1 TIMEOUT: took longer than 1400 ms");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(5_400));
      testIsOver.countDown();
    }
  }

  @Test
  void readsNoMoreItemsAtOnceAfterSomeWereGivenUp() throws Exception {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var mayComeBack = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    var handler =
        ScriptedHandler.of("xx")
            .limiting(uri -> uri.value().startsWith("xx:slow") ? SHORT : null)
            .resolving(
                (uri, context) -> {
                  begin(uri);
                  if (uri.value().startsWith("xx:slow")) {
                    awaitWhateverHappens(mayComeBack);
                  } else {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    awaitWhateverHappens(mayGoOn);
                    inside.decrementAndGet();
                  }
                  return ScriptedHandler.text(uri, "");
                });
    var references = new ArrayList<String>(List.of("xx:slow1", "xx:slow2"));
    for (int i = 0; i < 20; i++) {
      references.add("xx:" + i);
    }
    try (Resolution resolution = builder(handler).jobs(2).build().resolve(references)) {
      awaitBegun("xx:slow1", "xx:slow2");
      clock.advance(TOO_LONG);
      for (String slow : List.of("xx:slow1", "xx:slow2")) {
        assertThat(Outcomes.line(resolution.next()))
            .isEqualTo("failed " + slow + " TIMEOUT: took longer than 200 ms");
      }
      awaitBegun("xx:0", "xx:1");
      mayComeBack.countDown();
      awaitEndOfReader("xx:slow1");
      awaitEndOfReader("xx:slow2");
      mayGoOn.countDown();
      assertThat(linesOf(resolution)).hasSize(20).allMatch(line -> line.startsWith("resolved xx:"));
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void tellsAHandlerHowMuchTimeIsLeft() throws Exception {
    var seen = Collections.synchronizedList(new ArrayList<Duration>());
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  seen.add(context.timeout());
                  clock.advance(Duration.ofSeconds(1));
                  seen.add(context.timeout());
                  return ScriptedHandler.text(uri, "");
                });
    Outcomes.of(builder(handler).timeout(Duration.ofSeconds(7)).build(), "xx:1");
    Outcomes.of(builder(handler).deadline(Duration.ofSeconds(3)).build(), "xx:1");
    assertThat(seen)
        .containsExactly(
            Duration.ofSeconds(7),
            Duration.ofSeconds(6),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2));
  }

  @Test
  void takesAnyDurationForNoLimit() throws Exception {
    for (Duration forever :
        List.of(
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofDays(100_000))) {
      var mayGoOn = new CountDownLatch(1);
      var handler =
          ScriptedHandler.of("xx")
              .resolving(
                  (uri, context) -> {
                    begin(uri);
                    awaitWhateverHappens(mayGoOn);
                    return ScriptedHandler.text(uri, "");
                  });
      Resolver resolver = builder(handler).timeout(forever).deadline(forever).build();
      readers.clear();
      try (Resolution resolution = resolver.resolve(List.of("xx:1"))) {
        awaitBegun("xx:1");
        assertNothingComes(resolution);
        clock.advance(Duration.ofDays(10_000));
        assertNothingComes(resolution);
        mayGoOn.countDown();
        assertThat(linesOf(resolution)).containsExactly("resolved xx:1");
      }
    }
  }

  @Test
  void refusesATimeThatIsNotPositive() {
    assertThatThrownBy(() -> builder(ScriptedHandler.of("xx")).timeout(Duration.ZERO))
        .hasMessage("timeout (PT0S) must be positive");
    assertThatThrownBy(() -> builder(ScriptedHandler.of("xx")).deadline(Duration.ofMillis(-1)))
        .hasMessage("deadline (PT-0.001S) must be positive");
  }

  @Test
  void endsARunAtItsDeadline() throws Exception {
    endAtDeadline(
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  begin(uri);
                  if (uri.value().equals("xx:1")) {
                    isInterrupted();
                  }
                  return ScriptedHandler.text(uri, "");
                }));
  }

  @Test
  @Tag("slow") // as it waits for the handler for a while
  void endsARunAtItsDeadlineWhoseHandlerIgnoresIt() throws Exception {
    endAtDeadline(stuckAt("xx:1"));
  }

  private void endAtDeadline(ScriptedHandler handler) throws Exception {
    Resolver resolver = builder(handler).deadline(SHORT).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:0", "xx:1", "xx:2"))) {
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved xx:0");
      awaitBegun("xx:1");
      clock.advance(SHORT.minusNanos(1));
      assertNothingComes(resolution);
      clock.advance(Duration.ofNanos(1));
      assertThat(linesOf(resolution))
          .containsExactly(
              "failed xx:2 TIMEOUT: the run took longer than 200 ms; what had not been read by then"
                  + " is missing");
    }
  }

  @Test
  void endsARunAtItsDeadlineHoweverMuchThereIs() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  for (int i = 0; i >= 0; i++) {
                    offer(sink::candidate, references.get(0), i);
                  }
                });
    var lines = new ArrayList<String>();
    try (Resolution resolution =
        builder(handler).deadline(SHORT).jobs(1).build().resolve(List.of("xx:*"))) {
      for (int i = 0; i < 200; i++) {
        assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved xx:" + i);
      }
      clock.advance(SHORT);
      while (resolution.hasNext() && lines.size() < 2_000) {
        lines.add(Outcomes.line(resolution.next()));
        sleepOn(1); // slower than the reader: there is always something ready
      }
    }
    assertThat(lines)
        .hasSizeLessThanOrEqualTo(64 + 1) // all that one reader may have in flight
        .last()
        .isEqualTo(
            "failed xx:* TIMEOUT: the run took longer than 200 ms; what had not been read by then"
                + " is missing");
  }

  @Test
  void givesOutWhatWasReadBeforeTheDeadlineEvenIfItIsTakenLater() throws Exception {
    Resolver resolver = builder(stuckAt()).deadline(SHORT).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:1", "xx:2", "xx:3"))) {
      awaitBegun("xx:1", "xx:2", "xx:3");
      for (String uri : List.of("xx:1", "xx:2", "xx:3")) {
        awaitEndOfReader(uri);
      }
      clock.advance(SHORT);
      assertThat(linesOf(resolution))
          .containsExactly("resolved xx:1", "resolved xx:2", "resolved xx:3");
    }
  }

  @Test
  void cancelsWhatIsLeftWhenClosedEarly() throws Exception {
    var interrupted = new AtomicBoolean();
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  begin(uri);
                  interrupted.set(isInterrupted());
                  throw ResourceException.of(Kind.TIMEOUT, uri.value(), "interrupted");
                });
    Resolution resolution = builder(handler).build().resolve(List.of("xx:1"));
    awaitBegun("xx:1");
    resolution.close();
    assertThat(interrupted).isTrue();
    assertThat(resolution.hasNext()).isFalse();
    resolution.close();
  }

  @Test
  void leavesNoThreadWhenItHasEnded() throws Exception {
    var run = new RunGroup();
    List<String> left =
        run.call(
            () -> {
              Outcomes.of(resolverOf("xx", "yy"), "xx:1", "yy:1", "zz:1");
              return run.threads();
            });
    assertThat(left).containsExactly("in-the-background");
  }

  @Test
  void leavesNoThreadWhenItIsClosedEarly() throws Exception {
    var endless =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  for (int i = 0; i >= 0; i++) {
                    offer(sink::candidate, references.get(0), i);
                  }
                });
    Resolver resolver =
        builder(endless, ScriptedHandler.of("yy").expanding((r, c, s) -> isInterrupted())).build();
    var run = new RunGroup();
    List<String> left =
        run.call(
            () -> {
              try (Resolution resolution = resolver.resolve(List.of("xx:*", "yy:1"))) {
                resolution.next();
              }
              return run.threads();
            });
    assertThat(left).containsExactly("in-the-background");
  }

  @Test
  void endsWhenItsConsumerIsInterruptedWhileWaiting() throws Exception {
    Resolver resolver = builder(stuckUntilInterrupted()).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:1"))) {
      Thread consumer = Thread.currentThread();
      Background<Boolean> interruption =
          Background.start(
              () -> {
                Background.awaitRest(consumer);
                consumer.interrupt();
                return true;
              });
      assertThatThrownBy(resolution::hasNext)
          .isInstanceOf(CancellationException.class)
          .hasMessage("the thread was interrupted");
      assertThat(Thread.interrupted()).as("the flag is still set").isTrue();
      assertThat(interruption.result()).isTrue();
      assertThatThrownBy(resolution::hasNext)
          .as("what was torn is never taken for what has ended")
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void endsWhenItsConsumerWasInterruptedBefore() throws Exception {
    try (Resolution resolution =
        builder(ScriptedHandler.of("xx")).build().resolve(List.of("xx:1", "xx:2"))) {
      assertThat(resolution.hasNext()).isTrue();
      resolution.next();
      Thread.currentThread().interrupt();
      assertThatThrownBy(resolution::hasNext).isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).as("the flag is still set").isTrue();
    }
  }

  /** A resolver whose time stands still but when the test moves it on. */
  private Resolver.Builder builder(ScriptedHandler... handlers) {
    return Resolver.builder(HandlerRegistry.of(handlers)).workspace(workspace).clock(clock);
  }

  private Resolver resolverOf(String... schemes) throws IOException {
    return builder(
            List.of(schemes).stream().map(ScriptedHandler::of).toArray(ScriptedHandler[]::new))
        .build();
  }

  /** Reads at once, but for some URIs, which have a short time, not before the test is over. */
  private ScriptedHandler stuckAt(String... uris) {
    List<String> stuck = List.of(uris);
    return ScriptedHandler.of("xx")
        .limiting(uri -> stuck.contains(uri.value()) ? SHORT : null)
        .resolving(
            (uri, context) -> {
              begin(uri);
              if (stuck.contains(uri.value())) {
                awaitWhateverHappens(testIsOver);
              }
              return ScriptedHandler.text(uri, "");
            });
  }

  private static ScriptedHandler stuckUntilInterrupted() {
    return ScriptedHandler.of("xx")
        .resolving(
            (uri, context) -> {
              isInterrupted();
              throw ResourceException.of(Kind.TIMEOUT, uri.value(), "interrupted");
            });
  }

  private void begin(ResourceUri uri) {
    readers.put(uri.value(), Thread.currentThread());
  }

  private void awaitBegun(String... uris) {
    await().pollInterval(1, MILLISECONDS).until(() -> readers.keySet().containsAll(List.of(uris)));
  }

  /** Waits until the thread that read an item is no more. */
  private void awaitEndOfReader(String uri) {
    Thread reader = requireNonNull(readers.get(uri));
    await().pollInterval(1, MILLISECONDS).until(() -> !reader.isAlive());
  }

  /** Looks twice, as what the first look gives up comes with the second. */
  private static void assertNothingComes(Resolution resolution) {
    assertThat(resolution.hasNextWithin(A_LOOK)).isFalse();
    assertThat(resolution.hasNextWithin(A_LOOK)).isFalse();
  }

  /** All that is left of a run, whose stuck handlers are then released, so that it closes soon. */
  private List<String> linesOf(Resolution resolution) {
    var lines = new ArrayList<String>();
    resolution.forEach(outcome -> lines.add(Outcomes.line(outcome)));
    testIsOver.countDown();
    return lines;
  }

  private interface Offering {
    void candidate(Reference reference, Candidate candidate);
  }

  private static void offer(Offering sink, Reference reference, int number) {
    sink.candidate(reference, Candidate.of(ResourceUri.of("xx:" + number)));
  }

  private static boolean isInterrupted() {
    try {
      Thread.sleep(600_000);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Sleeps through all interruptions. */
  private static void sleepOn(long millis) {
    awaitWhateverHappens(new CountDownLatch(1), millis);
  }

  private static void awaitWhateverHappens(CountDownLatch latch) {
    awaitWhateverHappens(latch, 60_000);
  }

  private static void awaitWhateverHappens(CountDownLatch latch, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean done = false;
    while (!done && System.nanoTime() - end < 0) {
      try {
        done = latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        // just what this is about
      }
    }
  }
}
