package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.Resolver;
import dev.attache.resource.Annotations;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every handler has to keep to, as tests: extend it, fill the hooks of {@link HandlerFixture},
 * and run it with JUnit.
 *
 * <pre>{@code
 * class NotesHandlerTest extends ResourceHandlerContract {
 *   protected ResourceHandler handler() {
 *     return new NotesHandler();
 *   }
 *
 *   protected Map<String, byte[]> resources() {
 *     return Map.of("notes:today", "buy milk".getBytes(UTF_8));
 *   }
 * }
 * }</pre>
 *
 * <p>Each test is named for a rule of {@link ResourceHandler}. When it fails, its message says
 * which rule is broken and how to mend it.
 */
@Timeout(60)
public abstract class ResourceHandlerContract extends HandlerCalls {

  private static final int LIMIT = 100_000;
  private static final Duration DEADLINE = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(50);

  /** How late a handler may be. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Long enough to be in the middle of reading. */
  private static final long UNDER_WAY_MILLIS = 100;

  @Test
  void ownsSchemesInLowerCase() {
    assertThat(handler().schemes())
        .as("schemes() gives at least one scheme, or no URI would ever reach the handler")
        .isNotEmpty()
        .as(
            "schemes() are in lower case, as references are routed by the scheme in lower case:"
                + " return the lower-case form")
        .allMatch(scheme -> scheme.matches("[a-z][a-z0-9+.-]+"), "[a-z][a-z0-9+.-]+");
  }

  @Test
  void ownsTheSameSchemesAtEveryCall() {
    ResourceHandler handler = handler();
    assertThat(handler.schemes())
        .as("schemes() is the same set at every call: return a constant")
        .isEqualTo(handler.schemes())
        .isEqualTo(handler().schemes());
  }

  @Test
  void hasAPublicConstructorWithoutParameters() {
    requireFoundByServicesFile();
    assertThatCode(() -> handler().getClass().getConstructor().newInstance())
        .as(
            "a handler is a public class with a public constructor without parameters, or it cannot"
                + " be loaded; if only an application makes it, override isFoundByServicesFile()")
        .doesNotThrowAnyException();
  }

  @Test
  void isNamedInItsServicesFile() {
    requireFoundByServicesFile();
    Class<?> type = handler().getClass();
    var registry = HandlerRegistry.load(type.getClassLoader());
    assertThat(registry.handlers())
        .as(
            "META-INF/services/%s names the class in a line of its own (problems: %s); if only an"
                + " application makes it, override isFoundByServicesFile()",
            ResourceHandler.class.getName(), registry.problems())
        .anyMatch(registered -> registered.handler().getClass() == type, "is a " + type.getName());
  }

  @Test
  void givesEverySpellingItsCanonicalForm() throws Exception {
    Map<String, String> forms = offered(canonicalForms(), "canonicalForms()");
    for (Map.Entry<String, String> form : forms.entrySet()) {
      assertThat(canonicalize(handler(), form.getKey()))
          .as("canonicalize() gives <%s> the form that canonicalForms() says", form.getKey())
          .isEqualTo(form.getValue());
    }
  }

  @Test
  void leavesACanonicalFormAsItIs() throws Exception {
    for (String spelling : spellings()) {
      ResourceHandler handler = handler();
      String canonical = canonicalize(handler, spelling);
      assertThat(canonicalize(handler, canonical))
          .as(
              "canonicalize() is a fixed point: the canonical form <%s> of <%s> is its own"
                  + " canonical form, or one resource would be attached under two URIs; decode and"
                  + " encode exactly once",
              canonical, spelling)
          .isEqualTo(canonical);
    }
  }

  @Test
  void canonicalizesAUriAlwaysAlike() throws Exception {
    for (String spelling : spellings()) {
      ResourceHandler handler = handler();
      String first = canonicalize(handler, spelling);
      assertThat(List.of(canonicalize(handler, spelling), canonicalize(handler(), spelling)))
          .as(
              "canonicalize() gives <%s> the same answer at every call and in every handler: let it"
                  + " depend on the URI and the context alone",
              spelling)
          .containsOnly(first);
    }
  }

  @Test
  void refusesInvalidUris() throws Exception {
    for (String uri : offered(invalidUris(), "invalidUris()")) {
      assertFails(
          Kind.INVALID_URI,
          "canonicalize() refuses <" + uri + "> with a ResourceException of kind INVALID_URI",
          () -> canonicalize(handler(), uri));
    }
  }

  @Test
  void givesExactlyTheBytesOfAResource() throws Exception {
    requireStableContent();
    for (Map.Entry<String, byte[]> resource : resources().entrySet()) {
      Resource given = resolveOne(resource.getKey());
      assertThat(given.content().open().readAllBytes())
          .as(
              "resolve() gives the content of <%s> byte by byte: nothing is trimmed, and no line"
                  + " end changed",
              resource.getKey())
          .isEqualTo(resource.getValue());
    }
  }

  @Test
  void givesTheSha256OfTheContent() throws Exception {
    for (String uri : resources().keySet()) {
      var content = resolveOne(uri).content();
      byte[] bytes = content.open().readAllBytes();
      assertThat(content.digest())
          .as("the digest of <%s> is the SHA-256 of its content, not of a name or a header", uri)
          .isEqualTo(ContentDigest.sha256(bytes));
      assertThat(content.size())
          .as("the size of <%s> is that of its content", uri)
          .isEqualTo(bytes.length);
    }
  }

  @Test
  void givesTheUriThatWasAskedFor() throws Exception {
    for (String uri : resources().keySet()) {
      assertThat(resolveOne(uri).uri().value())
          .as(
              "the one resource of a URI has just that URI: a final URL or a real path is metadata,"
                  + " not identity; where somebody else names it, override resourceUri()")
          .isEqualTo(resourceUri(uri));
    }
  }

  @Test
  void givesTheResourcesOfACollectionInOrder() throws Exception {
    Map<String, List<byte[]>> collections = offered(collections(), "collections()");
    for (Map.Entry<String, List<byte[]>> collection : collections.entrySet()) {
      var contents = new ArrayList<byte[]>();
      for (Resource resource : resolve(collection.getKey())) {
        contents.add(resource.content().open().readAllBytes());
      }
      assertThat(contents.toArray(new byte[0][]))
          .as("resolve() gives the resources of <%s> in their own order", collection.getKey())
          .isDeepEqualTo(collection.getValue().toArray(new byte[0][]));
    }
  }

  @Test
  void saysThatAMissingResourceIsNotFound() throws Exception {
    String uri = offered(missingUri(), "missingUri()");
    assertFails(
        Kind.NOT_FOUND,
        "resolve() of <" + uri + ">, where there is nothing, fails with NOT_FOUND",
        () -> resolve(uri));
  }

  @Test
  void saysOfEveryResourceWhetherItMayHaveChanged() throws Exception {
    for (String uri : resources().keySet()) {
      ResourceHandler handler = handler();
      for (Resource known : resolve(handler, uri, context())) {
        assertThat(freshness(handler, uri, known, Instant.now()))
            .as("freshness() of <%s> is never null: answer UNKNOWN where nobody can tell", uri)
            .isNotNull();
      }
    }
  }

  @Test
  void neverTakesWhatIsGoneForUnchanged() throws Exception {
    String uri = offered(missingUri(), "missingUri()");
    Resource known =
        Resource.builder(ResourceUri.of(uri), ResourceContent.text("as it was"))
            .annotations(Annotations.lastModified(Instant.EPOCH))
            .build();
    assertThatCode(
            () ->
                assertThat(freshness(handler(), uri, known, Instant.now()))
                    .isNotNull()
                    .isNotEqualTo(Freshness.UNCHANGED))
        .as("freshness() of <%s>, where there is nothing any more, is UNCERTAIN or UNKNOWN", uri)
        .doesNotThrowAnyException();
  }

  @Test
  void neverTakesWhatHasChangedForUnchanged() throws Exception {
    String uri = offered(resourceInVersion(1), "resourceInVersion(int)");
    Resource known = resolveOne(uri);
    Instant readAt = Instant.now();
    resourceInVersion(2);
    assertThat(freshness(handler(), uri, known, readAt))
        .as(
            "freshness() says UNCHANGED only if that is sure, and <%s> has changed: where a time"
                + " may be too coarse to tell, answer UNCERTAIN",
            uri)
        .isNotNull()
        .isNotEqualTo(Freshness.UNCHANGED);
    assertThat(resolveOne(uri).content().digest())
        .as("resourceInVersion(int) makes another content for each version")
        .isNotEqualTo(known.content().digest());
  }

  @Test
  void offersAllThatTheReferencesName() throws Exception {
    assertThat(canonicalUris(expand(handler(), references())))
        .as(
            "expand() offers to the sink what references() name, all of it and nothing else, as"
                + " expansion() says")
        .hasSameElementsAs(expansion());
  }

  @Test
  void keepsTheOrderOfTheReferences() throws Exception {
    assertThat(expand(handler(), references()).offers())
        .as(
            "expand() offers all that belongs to one reference before anything of a later one:"
                + " finish one reference before the next")
        .extracting(offer -> offer.reference().position())
        .isSorted();
  }

  @Test
  void ordersWhatOneReferenceNames() throws Exception {
    RecordingSink sink = expand(handler(), references());
    for (int position = 0; position < references().size(); position++) {
      List<String> named = canonicalUris(sink, position);
      assertThat(named)
          .as(
              "expand() offers what the reference <%s> names in ascending byte order of the"
                  + " canonical URIs (as expansion() has it, if ordersByUri() is false), whatever"
                  + " order the source has: sort it",
              references().get(position))
          .isEqualTo(inOrder(named));
    }
  }

  @Test
  void offersWhatAReferenceNamesOnce() throws Exception {
    RecordingSink sink = expand(handler(), references());
    for (int position = 0; position < references().size(); position++) {
      int at = position;
      assertThat(sink.offers())
          .filteredOn(offer -> offer.reference().position() == at)
          .extracting(offer -> offer.candidate().uri())
          .as(
              "expand() offers a URI at most once for one reference (<%s>): the engine remembers"
                  + " what several references name, not what one does",
              references().get(position))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void offersCanonicalUrisOnly() throws Exception {
    ResourceHandler handler = handler();
    for (ResourceUri uri : expand(handler, references()).uris()) {
      assertThat(uri.value())
          .as(
              "expand() offers canonical URIs only, or one resource would be attached under two:"
                  + " pass them through canonicalize()")
          .isEqualTo(canonicalize(handler, uri.value()));
    }
  }

  @Test
  void expandsAlikeInEveryRun() throws Exception {
    ResourceHandler handler = handler();
    List<String> first = expand(handler, references()).lines();
    for (int run = 1; run < 5; run++) {
      assertThat(expand(handler, references()).lines())
          .as(
              "expand() says the same in the same order in every run (this is run %s): iterate over"
                  + " nothing that has no order, such as a HashMap, Map.of or a directory stream",
              run + 1)
          .isEqualTo(first);
    }
  }

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
  void letsALaterExclusionWin() throws Exception {
    String excluded = expansion().get(0);
    assertThat(canonicalUris(expand(handler(), referencesAnd("!" + excluded))))
        .as(
            "expand() leaves out what a later exclusion (<!%s>) names, and nothing else: the last"
                + " reference that matches wins",
            excluded)
        .doesNotContain(excluded)
        .containsAll(expansion().subList(1, expansion().size()));
  }

  @Test
  void letsALaterInclusionWinOverAnExclusion() throws Exception {
    String uri = expansion().get(0);
    assertThat(canonicalUris(expand(handler(), referencesAnd("!" + uri, uri))))
        .as(
            "expand() offers what is excluded (<!%1$s>) and then named again (<%1$s>): the last"
                + " reference that matches wins",
            uri)
        .containsAll(expansion());
  }

  @Test
  void reportsABadReferenceBesideTheGoodOnes() throws Exception {
    String bad = offered(invalidUris(), "invalidUris()").get(0);
    RecordingSink sink = expand(handler(), referencesAnd(bad));
    assertThat(sink.failures())
        .as("expand() reports the bad reference <%s> with CandidateSink.fail", bad)
        .extracting(failure -> failure.reference().text())
        .containsExactly(bad);
    assertThat(canonicalUris(sink))
        .as("the bad reference <%s> does not hide the good ones: report it and go on", bad)
        .containsAll(expansion());
  }

  @Test
  void givesAResourceOfExactlyTheLimit() throws Exception {
    String uri = offered(resourceOfSize(LIMIT), "resourceOfSize(int)");
    assertThat(resolve(handler(), uri, context().maxBytes(LIMIT)))
        .as("resolve() gives a resource of exactly HandlerContext.maxBytes() bytes (%s)", LIMIT)
        .extracting(resource -> resource.content().size())
        .containsExactly((long) LIMIT);
  }

  @Test
  void refusesAResourceOneByteAboveTheLimit() throws Exception {
    String uri = offered(resourceOfSize(LIMIT + 1), "resourceOfSize(int)");
    assertFails(
        Kind.TOO_LARGE,
        "resolve() refuses a resource of one byte more than HandlerContext.maxBytes() with"
            + " TOO_LARGE: read it with HandlerContext.read",
        () -> resolve(handler(), uri, context().maxBytes(LIMIT)));
  }

  @Test
  void countsBytesInsteadOfBelievingAClaim() throws Exception {
    String uri = offered(understatedResource(LIMIT + 1), "understatedResource(int)");
    assertFails(
        Kind.TOO_LARGE,
        "resolve() counts against HandlerContext.maxBytes() while reading and never relies on a"
            + " claimed size: read it with HandlerContext.read",
        () -> resolve(handler(), uri, context().maxBytes(LIMIT)));
  }

  @Test
  void endsAtItsDeadline() throws Exception {
    String uri = offered(endlessResource(), "endlessResource()");
    var trial = Trial.start(() -> resolve(handler(), uri, context().timeout(DEADLINE)));
    boolean ended = trial.endsWithin(DEADLINE.plus(GRACE));
    trial.interrupt();
    assertThat(ended)
        .as(
            "resolve() ends when HandlerContext.timeout() is up (%s ms): give it to whatever waits,"
                + " and look at it in every loop",
            DEADLINE.toMillis())
        .isTrue();
    assertFails(Kind.TIMEOUT, "resolve() fails with TIMEOUT when the time is up", trial::result);
  }

  @Test
  void endsAtOnceWhenInterrupted() throws Exception {
    String uri = offered(endlessResource(), "endlessResource()");
    var trial = Trial.start(() -> resolve(handler(), uri, context().timeout(LONG)));
    Thread.sleep(UNDER_WAY_MILLIS);
    trial.interrupt();
    assertThat(trial.endsWithin(GRACE))
        .as(
            "resolve() ends at once when its thread is interrupted: never swallow an"
                + " InterruptedException, and close a source that blocks uninterruptibly")
        .isTrue();
    assertFails(Kind.TIMEOUT, "resolve() fails with TIMEOUT when interrupted", trial::result);
    assertLeavesNoThread(trial);
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
  void servesOneRunAfterAnother() throws Exception {
    Resolver resolver = resolver(handler());
    List<String> first = run(resolver);
    assertThat(run(resolver))
        .as(
            "a handler serves a second run as it did the first: what HandlerContext.perRun gave is"
                + " closed when a run ends, and must not be kept in a field")
        .isEqualTo(first);
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
    assertThatCode(
            () -> {
              try (TestContext context = context().build()) {
                ResourceHandler handler = handler();
                handler.expand(parse(references()), context, new RecordingSink());
                for (String uri : resources().keySet()) {
                  handler.resolve(ResourceUri.of(uri), context);
                }
              }
            })
        .as("what HandlerContext.perRun keeps can be closed when the run has ended")
        .doesNotThrowAnyException();
  }
}
