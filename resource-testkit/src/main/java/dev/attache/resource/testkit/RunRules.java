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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rules for many calls: threads, runs, and what is left when they have ended. */
abstract class RunRules extends ConsentRules {

  private static final int JOBS = 4;
  private static final int THREADS = 8;

  /**
   * Fewer rounds of reading would not tell what a handler leaves open from what opens beside it.
   */
  private static final int ROUNDS = 8;

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
    Map<String, List<String>> alone = identities(handler);
    List<String> uris = List.copyOf(alone.keySet());
    var calls = new AtomicInteger();
    assertThat(
            onManyThreads(
                () -> {
                  String uri = uris.get(calls.getAndIncrement() % uris.size());
                  return Map.entry(uri, identities(handler, uri));
                }))
        .as(
            "resolve() gives the same when several threads call it at once: keep no state in"
                + " fields; what calls share belongs into HandlerContext.perRun")
        .isSubsetOf(alone.entrySet());
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
  private <T> List<T> onManyThreads(Callable<T> call) throws Exception {
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

  private <T> List<T> repeated(Callable<T> call, CountDownLatch start) throws Exception {
    start.await();
    var answers = new ArrayList<T>();
    for (int i = 0; i < callsPerThread(); i++) {
      answers.add(call.call());
    }
    return answers;
  }

  /** Resolves all that the hooks name: a line for every resource, by URI. */
  private Map<String, List<String>> identities(ResourceHandler handler) throws Exception {
    var uris = new TreeSet<String>(resources().keySet());
    uris.addAll(collections().keySet());
    var identities = new TreeMap<String, List<String>>();
    for (String uri : uris) {
      identities.put(uri, identities(handler, uri));
    }
    return identities;
  }

  private List<String> identities(ResourceHandler handler, String uri) throws Exception {
    return resolve(handler, uri).stream().map(this::identity).toList();
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
    for (int i = 0; i < ROUNDS; i++) {
      readAll();
    }
    assertThat(OpenFiles.now().moreThan(before, ROUNDS))
        .as(
            "a handler closes all that it opens: after %s times of reading, so many more are open"
                + " (files and sockets of the process); use try-with-resources",
            ROUNDS)
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
