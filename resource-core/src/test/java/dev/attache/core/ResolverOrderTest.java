package dev.attache.core;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.test.ScriptedHandler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of outcomes, and that it costs neither parallelism nor memory. */
class ResolverOrderTest {

  @TempDir Path workspace;

  @Test
  void keepsTheOrderOfCandidatesWhateverTimeEachTakes() throws Exception {
    var random = new Random(42);
    int[] delays = IntStream.generate(() -> random.nextInt(3)).limit(500).toArray();
    var handler =
        counting(500)
            .resolving(
                (uri, context) -> {
                  sleep(delays[number(uri)]); // the time that it takes
                  return ScriptedHandler.text(uri, "");
                });
    assertThat(Outcomes.of(resolver(handler), "nn:*"))
        .containsExactlyElementsOf(numbers(500, "resolved nn:"));
  }

  @Test
  void readsAsManyItemsAtOnceAsThereAreJobs() throws Exception {
    var allFour = new CyclicBarrier(4);
    var handler =
        counting(8)
            .resolving(
                (uri, context) -> {
                  await(allFour); // breaks unless four are here together
                  return ScriptedHandler.text(uri, "");
                });
    assertThat(Outcomes.of(resolver(handler), "nn:*"))
        .containsExactlyElementsOf(numbers(8, "resolved nn:"));
  }

  @Test
  void readsNoMoreItemsAtOnceThanThereAreJobs() throws Exception {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var handler =
        counting(200)
            .resolving(
                (uri, context) -> {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  sleep(1); // the time that it takes, in which others come
                  inside.decrementAndGet();
                  return ScriptedHandler.text(uri, "");
                });
    Outcomes.of(resolver(handler), "nn:*");
    assertThat(most.get()).isLessThanOrEqualTo(4);
  }

  @Test
  void givesTheFirstOutcomeWhileTheExpansionGoesOn() throws Exception {
    var firstIsOut = new CountDownLatch(1);
    var handler =
        ScriptedHandler.of("nn")
            .expanding(
                (references, context, sink) -> {
                  offer(sink, references.get(0), 0);
                  await(firstIsOut);
                  offer(sink, references.get(0), 1);
                });
    try (Resolution resolution = resolver(handler).resolve(List.of("nn:*"))) {
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved nn:0");
      firstIsOut.countDown();
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved nn:1");
      assertThat(resolution.hasNext()).isFalse();
    }
  }

  @Test
  void holdsAnExpansionBackWhenNobodyTakesOutcomes() throws Exception {
    var offered = new AtomicInteger();
    var expanding = new AtomicReference<Thread>();
    var handler =
        ScriptedHandler.of("nn")
            .expanding(
                (references, context, sink) -> {
                  expanding.set(Thread.currentThread());
                  for (int i = 0; i < 1_000_000; i++) {
                    offer(sink, references.get(0), i);
                    offered.incrementAndGet();
                  }
                });
    try (Resolution resolution = resolver(handler).resolve(List.of("nn:*"))) {
      assertThat(resolution.hasNext()).isTrue();
      Background.awaitRest(requireNonNull(expanding.get()));
      assertThat(offered.get()).isBetween(4 * 64, 4 * 64 + 1);
    }
  }

  @Test
  void mergesSeveralHandlersInTheOrderOfTheReferences() throws Exception {
    Resolver resolver = resolver(slow("aa", 3), slow("bb", 0), slow("cc", 1));
    assertThat(Outcomes.of(resolver, "cc:1", "aa:1", "bb:1", "aa:2", "cc:2", "bb:2"))
        .containsExactly(
            "resolved cc:1",
            "resolved aa:1",
            "resolved bb:1",
            "resolved aa:2",
            "resolved cc:2",
            "resolved bb:2");
  }

  @Test
  void doesNotLetASlowHandlerHoldUpWhatWasNamedBefore() throws Exception {
    var firstIsOut = new CountDownLatch(1);
    var waiting =
        ScriptedHandler.of("aa")
            .expanding(
                (references, context, sink) -> {
                  await(firstIsOut);
                  sink.candidate(references.get(0), Candidate.of(ResourceUri.of("aa:1")));
                });
    Resolver resolver = resolver(counting(1), waiting);
    try (Resolution resolution = resolver.resolve(List.of("nn:*", "aa:1"))) {
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved nn:0");
      firstIsOut.countDown();
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved aa:1");
    }
  }

  @Test
  void mergesHandlersThatGiveMoreThanALaneHolds() throws Exception {
    Resolver resolver = resolver(counting("nn", 2_000), counting("mm", 2_000));
    var expected = new ArrayList<String>();
    for (String scheme : List.of("nn", "mm")) {
      expected.addAll(numbers(2_000, "resolved " + scheme + ":"));
    }
    List<String> actual = Outcomes.of(resolver, "nn:*", "mm:*");
    assertThat(actual).containsExactlyElementsOf(expected);
  }

  @Test
  void reportsAnUnknownSchemeAtItsPlace() throws Exception {
    assertThat(Outcomes.of(resolver(slow("bb", 0), slow("aa", 0)), "aa:1", "zz:1", "bb:1", "!yy:2"))
        .containsExactly(
            "resolved aa:1",
            "failed zz:1 UNSUPPORTED_SCHEME: no handler for the scheme \"zz\" (known: aa, bb), and"
                + " no file of that name",
            "resolved bb:1",
            "failed !yy:2 UNSUPPORTED_SCHEME: no handler for the scheme \"yy\" (known: aa, bb), and"
                + " no file of that name");
  }

  @Test
  void attachesWhatIsNamedTwiceAtItsFirstPlace() throws Exception {
    assertThat(Outcomes.of(resolver(counting(3)), "nn:*", "nn:*"))
        .containsExactly(
            "resolved nn:0",
            "resolved nn:1",
            "resolved nn:2",
            "skipped nn:0 duplicate: named before by nn:*",
            "skipped nn:1 duplicate: named before by nn:*",
            "skipped nn:2 duplicate: named before by nn:*");
  }

  @Test
  void doesNotTakeWhatWasSkippedForNamed() throws Exception {
    var handler =
        ScriptedHandler.of("nn")
            .expanding(
                (references, context, sink) -> {
                  Candidate candidate = Candidate.of(ResourceUri.of("nn:0"));
                  sink.skip(references.get(0), candidate, SkipReason.IGNORED, "by a rule");
                  sink.candidate(references.get(1), candidate);
                });
    assertThat(Outcomes.of(resolver(handler), "nn:*", "nn:0"))
        .containsExactly("skipped nn:0 ignored: by a rule", "resolved nn:0");
  }

  @Test
  void givesOutAllThatAHandlerSaysInOrder() throws Exception {
    var handler =
        ScriptedHandler.of("nn")
            .expanding(
                (references, context, sink) -> {
                  Reference reference = references.get(0);
                  sink.note(reference, "first");
                  offer(sink, reference, 0);
                  sink.skip(
                      reference,
                      Candidate.of(ResourceUri.of("nn:1")),
                      SkipReason.HIDDEN,
                      "its name starts with a dot");
                  sink.fail(
                      reference, ResourceException.of(Kind.DENIED, "nn:2", "must not be read"));
                  offer(sink, reference, 3);
                  sink.note(reference, "last");
                });
    assertThat(Outcomes.of(resolver(handler), "nn:*"))
        .containsExactly(
            "noted nn:*: first",
            "resolved nn:0",
            "skipped nn:1 hidden: its name starts with a dot",
            "failed nn:* DENIED: must not be read",
            "resolved nn:3",
            "noted nn:*: last");
  }

  @Test
  void givesSeveralResourcesOfOneUriInTheirOrder() throws Exception {
    var handler =
        ScriptedHandler.of("nn")
            .resolving(
                (uri, context) ->
                    uri.value().equals("nn:none")
                        ? List.of()
                        : List.of(
                            ScriptedHandler.text(ResourceUri.of("nn:b"), "").get(0),
                            ScriptedHandler.text(ResourceUri.of("nn:a"), "").get(0)));
    assertThat(Outcomes.of(resolver(handler), "nn:both", "nn:none", "nn:both2"))
        .containsExactly("resolved nn:b", "resolved nn:a", "resolved nn:b", "resolved nn:a");
  }

  @Test
  void hasNothingToSayAboutNoReferences() throws Exception {
    assertThat(Outcomes.of(resolver(counting(3)))).isEmpty();
  }

  @Test
  void plansWithoutReading() throws Exception {
    var handler =
        counting(3)
            .resolving(
                (uri, context) -> {
                  throw new AssertionError("a plan reads nothing");
                });
    assertThat(Outcomes.ofPlan(resolver(handler), "nn:*"))
        .containsExactlyElementsOf(numbers(3, "planned nn:"));
  }

  private Resolver resolver(ScriptedHandler... handlers) throws Exception {
    return Resolver.builder(HandlerRegistry.of(handlers)).workspace(workspace).jobs(4).build();
  }

  private static ScriptedHandler counting(int count) {
    return counting("nn", count);
  }

  /** Expands every reference to the numbers below {@code count}. */
  private static ScriptedHandler counting(String scheme, int count) {
    return ScriptedHandler.of(scheme)
        .expanding(
            (references, context, sink) -> {
              for (Reference reference : references) {
                for (int i = 0; i < count; i++) {
                  sink.candidate(reference, Candidate.of(ResourceUri.of(scheme + ":" + i)));
                }
              }
            });
  }

  private static ScriptedHandler slow(String scheme, int millis) {
    return ScriptedHandler.of(scheme)
        .resolving(
            (uri, context) -> {
              sleep(millis); // the time that it takes
              return ScriptedHandler.text(uri, "");
            });
  }

  private static void offer(CandidateSink sink, Reference reference, int number) {
    sink.candidate(reference, Candidate.of(ResourceUri.of("nn:" + number)));
  }

  private static int number(ResourceUri uri) {
    return Integer.parseInt(uri.value().substring("nn:".length()));
  }

  private static List<String> numbers(int count, String prefix) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(3, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e); // fewer items are read at once than there are jobs
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(3, TimeUnit.MINUTES)) {
        throw new AssertionError("the first outcome does not come before the expansion ends");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
