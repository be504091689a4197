package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Time limits, cancellation, interruption, and that no thread is left. */
@Timeout(60)
class ResolverTimeTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir Path workspace;
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void releaseTheStuck() {
    testIsOver.countDown();
  }

  @Test
  void givesUpAnItemWhoseHandlerIgnoresTheTimeout() throws Exception {
    Resolver resolver = builder(stuckAt("xx:1")).timeout(SHORT).jobs(2).build();
    assertThat(Outcomes.of(resolver, "xx:0", "xx:1", "xx:2", "xx:3"))
        .containsExactly(
            "resolved xx:0",
            "failed xx:1 TIMEOUT: took longer than 200 ms",
            "resolved xx:2",
            "resolved xx:3");
  }

  @Test
  void goesOnWhenAllReadersAreStuck() throws Exception {
    Resolver resolver = builder(stuckAt("xx:1", "xx:2")).timeout(SHORT).jobs(2).build();
    assertThat(Outcomes.of(resolver, "xx:0", "xx:1", "xx:2", "xx:3", "xx:4"))
        .containsExactly(
            "resolved xx:0",
            "failed xx:1 TIMEOUT: took longer than 200 ms",
            "failed xx:2 TIMEOUT: took longer than 200 ms",
            "resolved xx:3",
            "resolved xx:4");
  }

  @Test
  void givesUpAnItemAboutFourSecondsAfterItsTimeout() throws Exception {
    Resolver resolver = builder(stuckAt("xx:1")).timeout(Duration.ofMillis(1_400)).build();
    long start = System.nanoTime();
    try (Resolution resolution = resolver.resolve(List.of("xx:1"))) {
      assertThat(Outcomes.line(resolution.next()))
          .isEqualTo("failed xx:1 TIMEOUT: took longer than 1400 ms");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(5_400), Duration.ofMillis(6_200));
      testIsOver.countDown();
    }
  }

  @Test
  void readsNoMoreItemsAtOnceAfterSomeWereGivenUp() throws Exception {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  if (uri.value().startsWith("xx:slow")) {
                    sleepOn(5_500); // comes back, but after it was given up
                  } else {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    sleepOn(20);
                    inside.decrementAndGet();
                  }
                  return ScriptedHandler.text(uri, "");
                });
    var references = new ArrayList<String>(List.of("xx:slow1", "xx:slow2"));
    for (int i = 0; i < 100; i++) {
      references.add("xx:" + i);
    }
    assertThat(Outcomes.of(builder(handler).timeout(SHORT).jobs(2).build(), references))
        .startsWith(
            "failed xx:slow1 TIMEOUT: took longer than 200 ms",
            "failed xx:slow2 TIMEOUT: took longer than 200 ms",
            "resolved xx:0");
    assertThat(most.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void tellsAHandlerHowMuchTimeIsLeft() throws Exception {
    var seen = Collections.synchronizedList(new ArrayList<Duration>());
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  seen.add(context.timeout());
                  return ScriptedHandler.text(uri, "");
                });
    Outcomes.of(builder(handler).timeout(Duration.ofSeconds(7)).build(), "xx:1");
    Outcomes.of(builder(handler).deadline(Duration.ofSeconds(3)).build(), "xx:1");
    assertThat(seen.get(0)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(7));
    assertThat(seen.get(1)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
  }

  @Test
  void takesAnyDurationForNoLimit() throws Exception {
    for (Duration forever :
        List.of(
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofDays(100_000))) {
      Resolver resolver =
          builder(ScriptedHandler.of("xx").resolving(ResolverTimeTest::slowly))
              .timeout(forever)
              .deadline(forever)
              .build();
      assertThat(Outcomes.of(resolver, "xx:1")).containsExactly("resolved xx:1");
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
    Resolver resolver = builder(stuckAt("xx:1")).deadline(SHORT).build();
    assertThat(Outcomes.of(resolver, "xx:0", "xx:1", "xx:2"))
        .containsExactly(
            "resolved xx:0",
            "failed xx:2 TIMEOUT: the run took longer than 200 ms; what was not read by then is"
                + " missing");
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
    Resolver resolver = builder(handler).deadline(SHORT).build();
    int seen = 0;
    Outcome last = null;
    try (Resolution resolution = resolver.resolve(List.of("xx:*"))) {
      while (resolution.hasNext() && seen < 2_000) {
        last = resolution.next();
        seen++;
        sleepOn(1); // slower than the readers: there is always something ready
      }
    }
    assertThat(seen).isLessThan(2_000);
    assertThat(last).isInstanceOf(Outcome.Failed.class);
    assertThat(Outcomes.line(last))
        .isEqualTo(
            "failed xx:* TIMEOUT: the run took longer than 200 ms; what was not read by then is"
                + " missing");
  }

  @Test
  void givesOutWhatWasReadBeforeTheDeadlineEvenIfItIsTakenLater() throws Exception {
    Resolver resolver = builder(ScriptedHandler.of("xx")).deadline(SHORT).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:1", "xx:2", "xx:3"))) {
      sleepOn(400);
      assertThat((Iterable<Outcome>) resolution)
          .extracting(Outcomes::line)
          .containsExactly("resolved xx:1", "resolved xx:2", "resolved xx:3");
    }
  }

  @Test
  void cancelsWhatIsLeftWhenClosedEarly() throws Exception {
    var interrupted = new AtomicBoolean();
    var started = new CountDownLatch(1);
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  started.countDown();
                  interrupted.set(isInterruptedWithin(10_000));
                  throw ResourceException.of(Kind.TIMEOUT, uri.value(), "interrupted");
                });
    Resolution resolution = builder(handler).build().resolve(List.of("xx:1"));
    started.await();
    resolution.close();
    assertThat(interrupted).isTrue();
    assertThat(resolution.hasNext()).isFalse();
    resolution.close();
  }

  @Test
  void leavesNoThreadWhenItHasEnded() throws Exception {
    var names = new ArrayList<String>();
    var group = new ThreadGroup("run");
    var run =
        new Thread(
            group,
            () -> {
              Outcomes.of(resolverOf("xx", "yy"), "xx:1", "yy:1", "zz:1");
              names.addAll(threadsOf(group));
            });
    run.start();
    run.join();
    assertThat(names).isEmpty();
  }

  @Test
  void leavesNoThreadWhenItIsClosedEarly() throws Exception {
    var names = new ArrayList<String>();
    var group = new ThreadGroup("run");
    var endless =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  for (int i = 0; i >= 0; i++) {
                    offer(sink::candidate, references.get(0), i);
                  }
                });
    Resolver resolver =
        builder(
                endless,
                ScriptedHandler.of("yy").expanding((r, c, s) -> isInterruptedWithin(9_000)))
            .build();
    var run =
        new Thread(
            group,
            () -> {
              try (Resolution resolution = resolver.resolve(List.of("xx:*", "yy:1"))) {
                resolution.next();
              }
              names.addAll(threadsOf(group));
            });
    run.start();
    run.join();
    assertThat(names).isEmpty();
  }

  @Test
  void endsWhenItsConsumerIsInterruptedWhileWaiting() throws Exception {
    Resolver resolver = builder(stuckUntilInterrupted()).build();
    try (Resolution resolution = resolver.resolve(List.of("xx:1"))) {
      Thread consumer = Thread.currentThread();
      new Thread(
              () -> {
                sleepOn(100);
                consumer.interrupt();
              })
          .start();
      assertThatThrownBy(resolution::hasNext)
          .isInstanceOf(CancellationException.class)
          .hasMessage("the thread was interrupted");
      assertThat(Thread.interrupted()).as("the flag is still set").isTrue();
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

  private Resolver.Builder builder(ScriptedHandler... handlers) {
    return Resolver.builder(HandlerRegistry.of(handlers)).workspace(workspace);
  }

  private Resolver resolverOf(String... schemes) {
    try {
      return builder(
              List.of(schemes).stream().map(ScriptedHandler::of).toArray(ScriptedHandler[]::new))
          .build();
    } catch (java.io.IOException e) {
      throw new AssertionError(e); // the workspace is there
    }
  }

  /** Reads at once, but for some URIs not before the test is over, whatever happens. */
  private ScriptedHandler stuckAt(String... uris) {
    return ScriptedHandler.of("xx")
        .resolving(
            (uri, context) -> {
              if (List.of(uris).contains(uri.value())) {
                awaitWhateverHappens(testIsOver);
              }
              return ScriptedHandler.text(uri, "");
            });
  }

  private static ScriptedHandler stuckUntilInterrupted() {
    return ScriptedHandler.of("xx")
        .resolving(
            (uri, context) -> {
              isInterruptedWithin(10_000);
              throw ResourceException.of(Kind.TIMEOUT, uri.value(), "interrupted");
            });
  }

  private static List<Resource> slowly(ResourceUri uri, HandlerContext context) {
    sleepOn(50);
    return ScriptedHandler.text(uri, "");
  }

  private interface Offering {
    void candidate(Reference reference, Candidate candidate);
  }

  private static void offer(Offering sink, Reference reference, int number) {
    sink.candidate(reference, Candidate.of(ResourceUri.of("xx:" + number)));
  }

  private static List<String> threadsOf(ThreadGroup group) {
    var threads = new Thread[group.activeCount() + 16];
    int count = group.enumerate(threads);
    var names = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      if (threads[i] != Thread.currentThread()) {
        names.add(threads[i].getName());
      }
    }
    return names;
  }

  private static boolean isInterruptedWithin(long millis) {
    try {
      Thread.sleep(millis);
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
    awaitWhateverHappens(latch, 30_000);
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
