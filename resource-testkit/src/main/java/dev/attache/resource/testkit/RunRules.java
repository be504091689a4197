package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.trial.BoundedWait;
import dev.attache.resource.testkit.trial.CapturedOutput;
import dev.attache.resource.testkit.trial.OpenFiles;
import dev.attache.resource.testkit.trial.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rules for many calls: threads, runs, and what is left when they have ended. */
abstract class RunRules extends ConsentRules {

  private static final int JOBS = 4;
  private static final int THREADS = 8;
  private static final int CALLS_PER_THREAD = 10;

  /** How often things are read to see whether something is left open every time. */
  private static final int ROUNDS = 20;

  /** Nothing is repeated for longer, so that a slow source does not run into the timeout. */
  private static final Duration ENOUGH = Duration.ofSeconds(5);

  private static final int LEAST_CALLS = 2;

  /** Fewer would not tell what a handler leaves open from what opens beside it. */
  private static final int LEAST_ROUNDS = 8;

  @Test
  void expandsAlikeOnSeveralThreads() throws Exception {
    ResourceHandler handler = handler();
    List<String> references = references();
    List<String> alone = expand(handler, references).lines();
    assertThat(onManyThreads(() -> expand(handler, references).lines()))
        .as(
            "expand() says the same when several threads call it at once: keep no state in fields;"
                + " what calls share belongs into HandlerContext.perRun")
        .containsOnly(alone);
  }

  @Test
  void answersAlikeOnManyThreads() throws Exception {
    ResourceHandler handler = handler();
    List<String> alone = identities(handler);
    assertThat(onManyThreads(() -> identities(handler)))
        .as(
            "resolve() gives the same when several threads call it at once: keep no state in"
                + " fields; what calls share belongs into HandlerContext.perRun")
        .containsOnly(alone);
  }

  @Test
  @UnlessOverridden("changesBetweenReads")
  void keepsTheContextsOfCallsApart() throws Exception {
    requireStableContent();
    ResourceHandler handler = handler();
    String uri = uriWithContent();
    int tooSmall = Objects.requireNonNull(resources().get(uri)).length - 1;
    var calls = new AtomicInteger();
    assertThat(onManyThreads(() -> isAsSmallAsAllowed(handler, uri, tooSmall, calls)))
        .as(
            "resolve() keeps to the context that it was given, also when calls with other limits"
                + " run at the same time: keep no context beyond its call")
        .containsOnly(true);
  }

  /** Makes calls of which every other one is refused; returns whether this one rightly was. */
  private boolean isAsSmallAsAllowed(
      ResourceHandler handler, String uri, int tooSmall, AtomicInteger calls) throws Exception {
    boolean mayRead = calls.getAndIncrement() % 2 == 0;
    try {
      resolve(handler, uri, mayRead ? context() : context().maxBytes(tooSmall));
      return mayRead;
    } catch (ResourceException e) {
      return !mayRead && e.kind() == ResourceException.Kind.TOO_LARGE;
    }
  }

  /** Makes one call many times on several threads at once; gives all answers. */
  private static <T> List<T> onManyThreads(Callable<T> call) throws Exception {
    var start = new CountDownLatch(1);
    var trials = new ArrayList<Trial<List<T>>>();
    for (int i = 0; i < THREADS; i++) {
      trials.add(Trial.start(() -> repeated(call, start)));
    }
    start.countDown();
    var answers = new ArrayList<T>();
    for (Trial<List<T>> trial : trials) {
      answers.addAll(trial.result());
    }
    return answers;
  }

  private static <T> List<T> repeated(Callable<T> call, CountDownLatch start) throws Exception {
    start.await();
    var answers = new ArrayList<T>();
    repeat(LEAST_CALLS, CALLS_PER_THREAD, () -> answers.add(call.call()));
    return answers;
  }

  /** Does something that may fail. */
  @FunctionalInterface
  private interface Step {
    void take() throws Exception;
  }

  /** Takes a step so many times, or fewer if that takes long; returns how often. */
  private static int repeat(int least, int most, Step step) throws Exception {
    long start = System.nanoTime();
    int taken = 0;
    while (taken < least || (taken < most && System.nanoTime() - start < ENOUGH.toNanos())) {
      step.take();
      taken++;
    }
    return taken;
  }

  /** What resolving all that the hooks name gives: a line for every resource. */
  private List<String> identities(ResourceHandler handler) throws Exception {
    var uris = new TreeSet<String>(resources().keySet());
    uris.addAll(collections().keySet());
    var identities = new ArrayList<String>();
    for (String uri : uris) {
      resolve(handler, uri).forEach(resource -> identities.add(identity(resource)));
    }
    return identities;
  }

  private String identity(Resource resource) {
    return changesBetweenReads()
        ? resource.uri().value()
        : resource.uri() + " " + resource.content().digest();
  }

  @Test
  void servesOneRunAfterAnother() throws Exception {
    Resolver resolver = resolver(handler());
    List<String> first = run(resolver);
    assertThat(run(resolver))
        .as(
            "a handler serves a second run as it did the first: what HandlerContext.perRun gave is"
                + " closed when a run ends, and must not be kept in a field")
        .isEqualTo(first);
  }

  /**
   * Returns a resolver that has this handler, and one that opens files; aborts the test if it
   * cannot be registered.
   */
  private Resolver resolver(ResourceHandler handler) throws IOException {
    try {
      var files = new KitFiles();
      HandlerRegistry registry = HandlerRegistry.of(handler);
      boolean hasFiles = registry.schemes().containsAll(files.schemes());
      var builder =
          Resolver.builder(hasFiles ? registry : registry.with(files))
              .workspace(workspace())
              .jobs(JOBS);
      handler.schemes().forEach(scheme -> builder.configuration(scheme, configuration()));
      services().forEach((type, service) -> addService(builder, type, service));
      return builder.build();
    } catch (IllegalArgumentException e) {
      return abort("not tested: the schemes are not usable; see ownsSchemesInLowerCase()");
    }
  }

  private static <T> void addService(Resolver.Builder builder, Class<T> type, Object service) {
    builder.service(type, type.cast(service));
  }

  /** Runs the engine over all references; gives a line for every resource. */
  private List<String> run(Resolver resolver) throws Exception {
    var identities = new ArrayList<String>();
    String[] uris = resources().keySet().stream().sorted(BYTE_ORDER).toArray(String[]::new);
    try (Resolution resolution = resolver.resolve(referencesAnd(uris))) {
      for (Outcome outcome : resolution) {
        assertThat(outcome)
            .as("the engine can read all that references() and resources() name")
            .isNotInstanceOf(Outcome.Failed.class);
        if (outcome instanceof Outcome.Resolved resolved) {
          identities.add(identity(resolved.snapshot().resource()));
        }
      }
    }
    identities.sort(BYTE_ORDER);
    return identities;
  }

  @Test
  void leavesNoThreadBehind() throws Exception {
    Resolver resolver = resolver(handler());
    var trial = Trial.start(() -> run(resolver));
    trial.result();
    assertLeavesNoThread(trial);
  }

  @Test
  void closesWhatItKeptForTheRun() throws Exception {
    TestContext context = context().build();
    ResourceHandler handler = handler();
    handler.expand(parse(references()), context, new RecordingSink());
    for (String uri : resources().keySet()) {
      handler.resolve(ResourceUri.of(uri), context);
    }
    assertThatCode(context::close)
        .as("what HandlerContext.perRun keeps can be closed when the run has ended")
        .doesNotThrowAnyException();
  }

  @Test
  @Needs("openSources")
  void leavesNoSourceOpen() throws Exception {
    int before = offered(openSources(), "openSources()");
    readAll();
    // the other side may learn of it a little later
    BoundedWait.until(() -> Integer.valueOf(before).equals(openSources()), patience());
    assertThat(openSources())
        .as(
            "a handler closes all that it opens, also when it fails: openSources() is as before the"
                + " run; use try-with-resources")
        .isEqualTo(before);
  }

  @Test
  void leavesNoFileOpen() throws Exception {
    readAll(); // classes and what is opened once
    OpenFiles before = OpenFiles.now();
    int rounds = repeat(LEAST_ROUNDS, ROUNDS, this::readAll);
    assertThat(OpenFiles.now().moreThan(before, rounds))
        .as(
            "a handler closes all that it opens: after %s times of reading, so many more are open"
                + " (files and sockets of the process); use try-with-resources",
            rounds)
        .isEmpty();
  }

  private void readAll() throws Exception {
    ResourceHandler handler = handler();
    for (String uri : resources().keySet()) {
      resolve(handler, uri);
      try {
        resolve(handler, uri, context().maxBytes(0));
      } catch (ResourceException e) {
        // too large: to be closed all the same
      }
    }
  }

  @Test
  void printsAndLogsNothing() throws Exception {
    Resolver resolver = resolver(handler());
    try (CapturedOutput captured = CapturedOutput.start()) {
      Trial.start(() -> run(resolver)).result();
      assertThat(captured.heard())
          .as(
              "a handler prints nothing and logs nothing: standard output is the result; say it with"
                  + " HandlerContext.note, CandidateSink.note or a ResourceException")
          .isEmpty();
    }
  }
}
