package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.TestAbortedException;

/** The calls that the contract makes to a handler, each in a run of its own. */
@ExtendWith(HandlerCalls.UntestedRules.class)
abstract class HandlerCalls extends HandlerFixture {

  /** A call to a handler in a run. */
  interface Call<T> {
    T with(TestContext context) throws Exception;
  }

  /** Returns what a hook says; aborts the test when it says nothing. */
  <T> T offered(@Nullable T value, String hook) {
    if (value == null
        || (value instanceof Collection<?> many && many.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty())) {
      return abort("not tested: " + whyNot(hook));
    }
    return value;
  }

  private String whyNot(String hook) {
    String name = hook.substring(0, hook.indexOf('('));
    String reason = Hooks.of(getClass()).inapplicable().get(name);
    return reason == null
        ? "override " + hook + ", or declare @DoesNotApply(hook = \"" + name + "\", because = …)"
        : hook + " does not apply because " + reason; // where JUnit was told to use no filters
  }

  void requireStableContent() {
    assumeFalse(changesBetweenReads(), "changesBetweenReads() is true");
  }

  TestContext.Builder context() {
    return TestContext.builder(workspace()).configuration(configuration()).services(services());
  }

  /** Makes a call in a run of its own. */
  static <T> T during(TestContext.Builder limits, Call<T> call) throws Exception {
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

  /** Makes a call in a run of its own that has to go well: says which rule is broken if not. */
  static <T> T succeeding(String rule, TestContext.Builder limits, Call<T> call) throws Exception {
    try {
      return during(limits, call);
    } catch (InterruptedException | TestAbortedException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("[" + rule + "] but it failed with " + e, e);
    }
  }

  /** All URIs that the hooks give for canonicalization. */
  List<String> spellings() throws Exception {
    var spellings = new TreeSet<String>(resources().keySet());
    spellings.addAll(canonicalForms().keySet());
    spellings.addAll(canonicalForms().values());
    return List.copyOf(spellings);
  }

  /** Canonicalizes what may be refused. */
  static String canonicalize(ResourceHandler handler, String uri, TestContext context)
      throws ResourceException {
    ResourceUri canonical = handler.canonicalize(ResourceUri.of(uri), context);
    assertThat(canonical)
        .as("canonicalize() never gives null: return <%s> as it is, or refuse it", uri)
        .isNotNull();
    return canonical.value();
  }

  /** Canonicalizes what is a URI of the handler. */
  String canonicalize(ResourceHandler handler, String uri) throws Exception {
    return succeeding(
        "canonicalize() accepts <" + uri + ">, which the hooks give as a URI of the handler",
        context(),
        context -> canonicalize(handler, uri, context));
  }

  static List<Resource> resolve(ResourceHandler handler, String uri, TestContext context)
      throws ResourceException {
    List<Resource> resources = handler.resolve(ResourceUri.of(uri), context);
    assertThat(resources)
        .as(
            "resolve() of <%s> gives a list without null in it: throw NOT_FOUND where there is"
                + " nothing",
            uri)
        .isNotNull()
        .doesNotContainNull();
    return resources;
  }

  List<Resource> resolve(ResourceHandler handler, String uri, TestContext.Builder limits)
      throws Exception {
    return during(limits, context -> resolve(handler, uri, context));
  }

  /** Resolves what is there. */
  List<Resource> resolve(ResourceHandler handler, String uri) throws Exception {
    return succeeding(
        "resolve() gives the content of <" + uri + ">, which the hooks say is there",
        context(),
        context -> resolve(handler, uri, context));
  }

  Resource resolveOne(String uri) throws Exception {
    List<Resource> resources = resolve(handler(), uri);
    assertThat(resources)
        .as(
            "resolve() gives one resource for <%s>; what keeps several belongs into collections()",
            uri)
        .hasSize(1);
    return resources.get(0);
  }

  static byte[] bytes(Resource resource) {
    try (InputStream in = resource.content().open()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(
          "[the content of <"
              + resource.uri()
              + "> can be read to its end, and has the size and the digest that it claims] but it"
              + " failed with "
              + e,
          e);
    }
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
    var sink = new RecordingSink();
    expand(handler, references, sink);
    return sink;
  }

  /** Expands references of which at least one is good. */
  void expand(ResourceHandler handler, List<String> references, CandidateSink sink)
      throws Exception {
    succeeding(
        "expand() throws nothing while there are good references: report each bad one with"
            + " CandidateSink.fail and go on",
        context(),
        context -> {
          handler.expand(parse(references), context, sink);
          return sink;
        });
  }

  /** The one candidate for a reference that is just a URI. */
  Candidate candidateOf(String uri) throws Exception {
    RecordingSink sink = expand(handler(), List.of(uri));
    assertThat(sink.offers())
        .as("expand() offers what the reference <%s> names exactly, and only that", uri)
        .hasSize(1);
    return sink.offers().get(0).candidate();
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

  static void assertFails(Kind kind, String rule, ThrowingCallable call) {
    assertThat(catchThrowable(call)) // assertThatThrownBy forgets the rule if nothing is thrown
        .as(rule)
        .isInstanceOfSatisfying(
            ResourceException.class,
            problem -> {
              assertThat(problem.kind()).as(rule).isEqualTo(kind);
              assertSpeaks(problem);
            });
  }

  static void assertSpeaks(ResourceException problem) {
    assertThat(problem.message())
        .as("the message of a ResourceException is one line that says what is wrong")
        .isNotBlank()
        .doesNotContain("\n");
    assertThat(problem.uri()).as("a ResourceException names the URI that it is about").isNotBlank();
  }

  /**
   * The rules that a contract could not test, printed when it is done: build tools count what was
   * skipped, and keep the reasons to themselves.
   */
  static final class UntestedRules implements TestWatcher, AfterAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(UntestedRules.class);

    @Override
    public void testAborted(ExtensionContext test, @Nullable Throwable cause) {
      Needs needs = test.getRequiredTestMethod().getAnnotation(Needs.class);
      String reason = needs != null ? "fill " + needs.value() + "()" : reason(cause);
      rules(test).computeIfAbsent(reason, each -> new ArrayList<>()).add(rule(test));
    }

    @Override
    @SuppressWarnings("SystemOut") // the console of whoever runs the tests is where it is missed
    public void afterAll(ExtensionContext contract) {
      Map<String, List<String>> rules = rules(contract);
      if (!rules.isEmpty()) {
        System.out.print(text(contract.getRequiredTestClass().getSimpleName(), rules));
      }
    }

    /** The lines about rules, of which {@code byReason} has the names, by hook or other reason. */
    static String text(String contract, Map<String, List<String>> byReason) {
      int count = byReason.values().stream().mapToInt(List::size).sum();
      var text = new StringBuilder(contract);
      text.append(count == 1 ? ": 1 rule was" : ": " + count + " rules were");
      text.append(" not tested:\n");
      byReason.forEach(
          (reason, names) -> {
            text.append("  ").append(reason).append(": ");
            text.append(String.join(", ", names.stream().sorted().toList())).append('\n');
          });
      text.append("  A hook that there is nothing to fill with can be declared: ");
      text.append("@DoesNotApply(hook = \"…\", because = \"…\")\n");
      return text.toString();
    }

    private static String reason(@Nullable Throwable cause) {
      String message = cause == null ? "skipped" : String.valueOf(cause.getMessage());
      return message.replaceFirst("^Assumption failed: ", "").replaceFirst("^not tested: ", "");
    }

    private static String rule(ExtensionContext test) {
      return test.getRequiredTestMethod().getName();
    }

    /** Those of the whole class, which all its tests share. */
    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> rules(ExtensionContext context) {
      ExtensionContext whole = context;
      while (whole.getTestMethod().isPresent()) {
        whole = whole.getParent().orElseThrow();
      }
      return whole
          .getStore(NAMESPACE)
          .computeIfAbsent(Map.class, each -> new TreeMap<String, List<String>>(), Map.class);
    }
  }
}
