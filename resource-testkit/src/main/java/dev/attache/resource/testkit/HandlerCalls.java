package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.Outcome;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** The calls that the contract makes to a handler, directly and through the engine. */
abstract class HandlerCalls extends HandlerFixture {

  private static final int JOBS = 4;
  private static final int THREADS = 8;
  private static final int CALLS_PER_THREAD = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Returns what a hook says; aborts the test when it says nothing. */
  static <T> T offered(@Nullable T value, String hook) {
    if (value == null
        || (value instanceof Collection<?> many && many.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty())) {
      return abort("not tested: override " + hook);
    }
    return value;
  }

  void requireFoundByServicesFile() {
    assumeTrue(isFoundByServicesFile(), "isFoundByServicesFile() is false");
  }

  void requireStableContent() {
    assumeFalse(changesBetweenReads(), "changesBetweenReads() is true");
  }

  TestContext.Builder context() {
    return TestContext.builder(workspace()).configuration(configuration()).services(services());
  }

  private interface Call<T> {
    T with(TestContext context) throws Exception;
  }

  /** Makes a call in a run of its own. */
  private static <T> T during(TestContext.Builder limits, Call<T> call) throws Exception {
    TestContext context = limits.build();
    try {
      return call.with(context);
    } finally {
      closeQuietly(context);
    }
  }

  private static void closeQuietly(TestContext context) {
    try {
      context.close();
    } catch (IOException e) {
      // closesWhatItKeptForTheRun() looks after that
    }
  }

  /** All URIs that the hooks give for canonicalization. */
  List<String> spellings() throws Exception {
    var spellings = new TreeSet<String>(resources().keySet());
    spellings.addAll(canonicalForms().keySet());
    spellings.addAll(canonicalForms().values());
    return List.copyOf(spellings);
  }

  String canonicalize(ResourceHandler handler, String uri) throws Exception {
    return during(context(), context -> handler.canonicalize(ResourceUri.of(uri), context).value());
  }

  List<Resource> resolve(ResourceHandler handler, String uri, TestContext.Builder limits)
      throws Exception {
    return during(limits, context -> handler.resolve(ResourceUri.of(uri), context));
  }

  List<Resource> resolve(String uri) throws Exception {
    return resolve(handler(), uri, context());
  }

  Resource resolveOne(String uri) throws Exception {
    List<Resource> resources = resolve(uri);
    assertThat(resources)
        .as(
            "resolve() gives one resource for <%s>; what keeps several belongs into collections()",
            uri)
        .hasSize(1);
    return resources.get(0);
  }

  Freshness freshness(ResourceHandler handler, String uri, Resource known, Instant readAt)
      throws Exception {
    return during(
        context(), context -> handler.freshness(ResourceUri.of(uri), known, readAt, context));
  }

  static List<Reference> parse(List<String> texts) {
    var references = new ArrayList<Reference>();
    for (String text : texts) {
      references.add(Reference.of(references.size(), text));
    }
    return references;
  }

  List<String> referencesAnd(String... more) throws Exception {
    return Stream.concat(references().stream(), Arrays.stream(more)).toList();
  }

  RecordingSink expand(ResourceHandler handler, List<String> references) throws Exception {
    return during(
        context(),
        context -> {
          var sink = new RecordingSink();
          handler.expand(parse(references), context, sink);
          return sink;
        });
  }

  /** The canonical form of all that was offered, each once: other tests look after those rules. */
  List<String> canonicalUris(RecordingSink sink) throws Exception {
    return canonicalUris(sink.offers().stream());
  }

  /** The same for one reference. */
  List<String> canonicalUris(RecordingSink sink, int position) throws Exception {
    return canonicalUris(
        sink.offers().stream().filter(offer -> offer.reference().position() == position));
  }

  private List<String> canonicalUris(Stream<RecordingSink.Offer> offers) throws Exception {
    ResourceHandler handler = handler();
    var uris = new ArrayList<String>();
    for (RecordingSink.Offer offer : offers.toList()) {
      uris.add(canonicalize(handler, offer.candidate().uri().value()));
    }
    return uris.stream().distinct().toList();
  }

  /** The URIs in the order in which one reference has to give them. */
  List<String> inOrder(List<String> uris) throws Exception {
    return ordersByUri()
        ? uris.stream().sorted(BYTE_ORDER).toList()
        : expansion().stream().filter(uris::contains).toList();
  }

  /** What resolving all that the hooks name gives: a line for every resource. */
  List<String> identities(ResourceHandler handler) throws Exception {
    var uris = new TreeSet<String>(resources().keySet());
    uris.addAll(collections().keySet());
    var identities = new ArrayList<String>();
    for (String uri : uris) {
      resolve(handler, uri, context()).forEach(resource -> identities.add(identity(resource)));
    }
    return identities;
  }

  private String identity(Resource resource) {
    return changesBetweenReads()
        ? resource.uri().value()
        : resource.uri() + " " + resource.content().digest();
  }

  /** Returns a resolver that has this handler only; aborts the test if it cannot be registered. */
  Resolver resolver(ResourceHandler handler) throws IOException {
    try {
      var builder = Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace()).jobs(JOBS);
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
  List<String> run(Resolver resolver) throws Exception {
    var identities = new ArrayList<String>();
    try (Resolution resolution = resolver.resolve(referencesAnd(resources().keySet()))) {
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

  private List<String> referencesAnd(Collection<String> more) throws Exception {
    return referencesAnd(more.stream().sorted(BYTE_ORDER).toArray(String[]::new));
  }

  /** Makes one call many times on several threads at once; gives all answers. */
  static <T> List<T> onManyThreads(Callable<T> call) throws Exception {
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
    for (int i = 0; i < CALLS_PER_THREAD; i++) {
      answers.add(call.call());
    }
    return answers;
  }

  void assertLeavesNoThread(Trial<?> trial) throws InterruptedException {
    assertThat(trial.survivors(PATIENCE, this::mayOutliveRuns))
        .as(
            "a handler starts no thread that outlives a call: end it before returning, or close it"
                + " with an object of HandlerContext.perRun; for a thread of a library that nobody"
                + " can end, override mayOutliveRuns()")
        .isEmpty();
  }

  static void assertFails(Kind kind, String rule, ThrowingCallable call) {
    assertThatThrownBy(call)
        .as(rule)
        .isInstanceOfSatisfying(
            ResourceException.class,
            problem -> {
              assertThat(problem.kind()).as(rule).isEqualTo(kind);
              assertThat(problem.message())
                  .as("the message of a ResourceException is one line that says what is wrong")
                  .isNotBlank()
                  .doesNotContain("\n");
              assertThat(problem.uri())
                  .as("a ResourceException names the URI that it is about")
                  .isNotBlank();
            });
  }
}
