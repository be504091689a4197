package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules for sizes, times and interruptions. */
abstract class LimitRules extends CandidateRules {

  private static final int LIMIT = 100_000;
  private static final Duration LONG = Duration.ofSeconds(50);

  /** How long it may take to be in the middle of reading; what keeps the processor busy is then. */
  private static final Duration START = Duration.ofSeconds(1);

  /** The time after which a reading without end has to end. */
  Duration deadline() {
    return Duration.ofMillis(200);
  }

  /**
   * How long something may take that a handler has to do at once: much longer than it ever takes,
   * as the machine may be busy with other things.
   */
  Duration patience() {
    return Duration.ofSeconds(10);
  }

  @Test
  @Needs("resourceOfSize")
  void givesAResourceOfExactlyTheLimit() throws Exception {
    String uri = offered(resourceOfSize(LIMIT), "resourceOfSize(int)");
    ResourceHandler handler = handler();
    String rule =
        "resolve() gives a resource of exactly HandlerContext.maxBytes() bytes (" + LIMIT + ")";
    List<Resource> resources =
        succeeding(rule, context().maxBytes(LIMIT), context -> resolve(handler, uri, context));
    assertThat(resources)
        .as(rule)
        .extracting(resource -> resource.content().size())
        .containsExactly((long) LIMIT);
  }

  @Test
  @Needs("resourceOfSize")
  void refusesAResourceOneByteAboveTheLimit() throws Exception {
    String uri = offered(resourceOfSize(LIMIT + 1), "resourceOfSize(int)");
    assertFails(
        Kind.TOO_LARGE,
        "resolve() refuses a resource of one byte more than HandlerContext.maxBytes() with"
            + " TOO_LARGE: read it with HandlerContext.read",
        () -> resolve(handler(), uri, context().maxBytes(LIMIT)));
  }

  @Test
  @Needs("understatedResource")
  void countsBytesInsteadOfBelievingAClaim() throws Exception {
    String uri = offered(understatedResource(LIMIT + 1), "understatedResource(int)");
    assertFails(
        Kind.TOO_LARGE,
        "resolve() counts against HandlerContext.maxBytes() while reading and never relies on a"
            + " claimed size: read it with HandlerContext.read",
        () -> resolve(handler(), uri, context().maxBytes(LIMIT)));
  }

  /** The URI of a resource that is not empty. */
  final String uriWithContent() throws Exception {
    return resources().entrySet().stream()
        .filter(resource -> resource.getValue().length > 0)
        .map(Map.Entry::getKey)
        .min(BYTE_ORDER)
        .orElseGet(() -> abort("not tested: resources() has empty ones only"));
  }

  @Test
  void takesALimitOfZeroBytesAtItsWord() throws Exception {
    String uri = uriWithContent();
    assertFails(
        Kind.TOO_LARGE,
        "resolve() refuses <"
            + uri
            + "> with TOO_LARGE when HandlerContext.maxBytes() is 0, which is not the lack of a"
            + " limit",
        () -> resolve(handler(), uri, context().maxBytes(0)));
  }

  @Test
  @Needs("endlessResource")
  void endsAtItsDeadline() throws Exception {
    String uri = offered(endlessResource(), "endlessResource()");
    Duration deadline = deadline();
    var trial = Trial.start(() -> resolve(handler(), uri, context().timeout(deadline)));
    boolean ended = trial.endsWithin(deadline.plus(patience()));
    trial.interrupt();
    assertThat(ended)
        .as(
            "resolve() ends when HandlerContext.timeout() is up (%s ms): give it to whatever waits,"
                + " and look at it in every loop",
            deadline.toMillis())
        .isTrue();
    assertFails(Kind.TIMEOUT, "resolve() fails with TIMEOUT when the time is up", trial::result);
  }

  @Test
  void endsAtOnceWhenNoTimeIsLeft() throws Exception {
    String uri = uriWithContent();
    assertFails(
        Kind.TIMEOUT,
        "resolve() fails with TIMEOUT when HandlerContext.timeout() is zero, which is not the lack"
            + " of a limit",
        () -> resolve(handler(), uri, context().timeout(Duration.ZERO)));
  }

  @Test
  @Needs("endlessResource")
  void endsAtOnceWhenInterrupted() throws Exception {
    String uri = offered(endlessResource(), "endlessResource()");
    var trial = Trial.start(() -> resolve(handler(), uri, context().timeout(LONG)));
    trial.awaitUnderWay(START);
    trial.interrupt();
    assertThat(trial.endsWithin(patience()))
        .as(
            "resolve() ends at once when its thread is interrupted: never swallow an"
                + " InterruptedException, and close a source that blocks uninterruptibly")
        .isTrue();
    assertFails(Kind.TIMEOUT, "resolve() fails with TIMEOUT when interrupted", trial::result);
    assertLeavesNoThread(trial);
  }

  @Test
  void endsAtOnceOnAnInterruptedThread() throws Exception {
    String uri = uriWithContent();
    var trial =
        Trial.start(
            () -> {
              Thread.currentThread().interrupt();
              return resolve(handler(), uri, context().timeout(LONG));
            });
    assertThat(trial.endsWithin(patience()))
        .as("resolve() ends at once when its thread was interrupted before the call")
        .isTrue();
    assertFails(
        Kind.TIMEOUT,
        "resolve() fails with TIMEOUT when its thread was interrupted before the call: leave the"
            + " flag of the thread as it is",
        trial::result);
  }

  final void assertLeavesNoThread(Trial<?> trial) throws InterruptedException {
    assertThat(trial.survivors(patience(), this::mayOutliveRuns))
        .as(
            "a handler starts no thread that outlives a call: end it before returning, or close it"
                + " with an object of HandlerContext.perRun; for a thread of a library that nobody"
                + " can end, override mayOutliveRuns()")
        .isEmpty();
  }

  @Test
  void asksForASensibleParallelism() throws Exception {
    ResourceHandler handler = handler();
    String rule =
        "parallelism() throws nothing, is not negative and always the same: 0 leaves it to the"
            + " engine";
    int first = succeeding(rule, context(), handler::parallelism);
    assertThat(first)
        .as(rule)
        .isNotNegative()
        .isEqualTo(succeeding(rule, context(), handler::parallelism));
  }

  @Test
  void allowsAUriASensibleTime() throws Exception {
    ResourceHandler handler = handler();
    for (String uri : resources().keySet()) {
      String rule =
          "timeLimit() of <"
              + uri
              + "> throws nothing and is more than zero; null leaves it to the engine";
      Optional<Duration> limit =
          succeeding(
              rule,
              context(),
              context -> Optional.ofNullable(handler.timeLimit(ResourceUri.of(uri), context)));
      assertThat(limit.filter(each -> each.compareTo(Duration.ZERO) <= 0)).as(rule).isEmpty();
    }
  }

  @Test
  void readsNothingToTellItsLimits() throws Exception {
    ResourceHandler handler = handler();
    for (String uri : resources().keySet()) {
      Integer before = contentsRead();
      int reads =
          during(
              context(),
              context -> {
                handler.parallelism(context);
                handler.timeLimit(ResourceUri.of(uri), context);
                return context.reads();
              });
      assertReadNothing("parallelism() or timeLimit() of <" + uri + ">", before, reads);
    }
  }
}
