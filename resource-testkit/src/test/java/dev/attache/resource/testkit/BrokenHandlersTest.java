package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Each rule that a handler breaks fails the test of that rule, and no other. */
class BrokenHandlersTest {

  @Test
  void findsSchemesInUpperCase() {
    assertFailures(
        () ->
            new SampleHandler() {
              @Override
              public Set<String> schemes() {
                return Set.of("Mem");
              }
            },
        "ownsSchemesInLowerCase");
  }

  @Test
  void findsSchemesThatChange() {
    var calls = new AtomicInteger();
    assertFailures(
        () ->
            new SampleHandler() {
              @Override
              public Set<String> schemes() {
                return Set.of("mem", "mem" + calls.getAndIncrement());
              }
            },
        "ownsTheSameSchemesAtEveryCall");
  }

  @Test
  void findsCanonicalFormsThatAreNoFixedPoints() {
    assertFailures(
        () -> canonicalizing(uri -> uri.equals("mem:Top") ? "mem:top" : lower(uri)),
        "leavesACanonicalFormAsItIs");
  }

  @Test
  void findsACanonicalFormThatChangesFromCallToCall() {
    assertFailures(
        () -> {
          var calls = new AtomicInteger();
          return canonicalizing(
              uri -> uri.equals("MEM:top") && calls.getAndIncrement() > 0 ? "mem:Top" : lower(uri));
        },
        "canonicalizesAUriAlwaysAlike");
  }

  @Test
  void findsARuntimeExceptionForAnInvalidUri() {
    assertFailures(
        () ->
            new SampleHandler() {
              @Override
              public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
                  throws ResourceException {
                try {
                  return super.canonicalize(uri, context);
                } catch (ResourceException e) {
                  throw new UncheckedIOException(e);
                }
              }
            },
        "refusesInvalidUris");
  }

  @Test
  void findsWrongBytes() {
    assertFailures(
        () ->
            resolving(
                resource ->
                    new String(bytes(resource), UTF_8).startsWith(" ")
                        ? copy(resource, new String(bytes(resource), UTF_8).strip().getBytes(UTF_8))
                        : resource),
        "givesExactlyTheBytesOfAResource");
  }

  @Test
  void findsAnotherUriThanTheOneAskedFor() {
    assertFailures(
        () ->
            resolving(
                resource ->
                    Resource.builder(ResourceUri.of(resource.uri() + "#final"), resource.content())
                        .build()),
        "givesTheUriThatWasAskedFor");
  }

  @Test
  void findsAMissingResourceThatIsNotSaidToBeMissing() {
    assertFailures(
        () ->
            new SampleHandler() {
              @Override
              public List<Resource> resolve(ResourceUri uri, HandlerContext context)
                  throws ResourceException {
                return uri.value().equals("mem:missing") ? List.of() : super.resolve(uri, context);
              }
            },
        "saysThatAMissingResourceIsNotFound");
  }

  @Test
  void findsAWrongOrderOfTheReferences() {
    assertFailures(
        () -> rearranging((offers, sink) -> reversedByReference(offers).forEach(offerTo(sink))),
        "keepsTheOrderOfTheReferences");
  }

  @Test
  void findsAWrongOrderWithinAReference() {
    assertFailures(
        () ->
            rearranging((offers, sink) -> reversedWithinReferences(offers).forEach(offerTo(sink))),
        "ordersWhatOneReferenceNames");
  }

  @Test
  void findsDuplicatesWithinAReference() {
    assertFailures(
        () ->
            rearranging(
                (offers, sink) ->
                    offers.forEach(
                        offer -> {
                          offerTo(sink).accept(offer);
                          offerTo(sink).accept(offer);
                        })),
        "offersWhatAReferenceNamesOnce");
  }

  @Test
  void findsCandidatesThatAreNotCanonical() {
    assertFailures(
        () ->
            rearranging(
                (offers, sink) ->
                    offers.forEach(
                        offer ->
                            sink.candidate(
                                offer.reference(),
                                Candidate.of(
                                    ResourceUri.of(
                                        offer
                                            .candidate()
                                            .uri()
                                            .value()
                                            .replace("mem:", "MEM:")))))),
        "offersCanonicalUrisOnly");
  }

  @Test
  void findsCandidatesThatAreForgotten() {
    assertFailures(
        () ->
            rearranging(
                (offers, sink) ->
                    offers.stream()
                        .filter(offer -> !offer.candidate().uri().value().equals("mem:empty"))
                        .forEach(offerTo(sink))),
        "letsALaterExclusionWin",
        "letsALaterInclusionWinOverAnExclusion",
        "offersAllThatTheReferencesName",
        "reportsABadReferenceBesideTheGoodOnes");
  }

  @Test
  void findsAnUnstableOrder() {
    assertFailures(
        () -> {
          var calls = new AtomicInteger();
          return rearranging(
              (offers, sink) ->
                  (calls.getAndIncrement() % 2 == 0 ? offers : reversedWithinReferences(offers))
                      .forEach(offerTo(sink)));
        },
        "expandsAlikeInEveryRun",
        "expandsAlikeOnSeveralThreads");
  }

  @Test
  void findsExclusionsThatAreIgnored() {
    assertFailures(
        () ->
            expanding(
                (references, sink) ->
                    new SampleHandler()
                        .expand(
                            references.stream().filter(r -> !r.exclusion()).toList(),
                            anyContext(),
                            sink)),
        "letsALaterExclusionWin");
  }

  @Test
  void findsExclusionsThatAlwaysWin() {
    assertFailures(
        () ->
            expanding(
                (references, sink) -> {
                  var reordered = new ArrayList<>(references);
                  reordered.sort((a, b) -> Boolean.compare(a.exclusion(), b.exclusion()));
                  new SampleHandler().expand(reordered, anyContext(), sink);
                }),
        "letsALaterInclusionWinOverAnExclusion");
  }

  @Test
  void findsABadReferenceThatHidesTheGoodOnes() {
    assertFailures(
        () ->
            expanding(
                (references, sink) -> {
                  var recorded = new RecordingSink();
                  new SampleHandler().expand(references, anyContext(), recorded);
                  for (RecordingSink.Failure failure : recorded.failures()) {
                    throw failure.problem();
                  }
                  recorded.offers().forEach(offerTo(sink));
                }),
        "reportsABadReferenceBesideTheGoodOnes");
  }

  @Test
  void findsALimitThatIsIgnored() {
    assertFailures(
        () -> readingItself(uri -> uri.contains("size/") || uri.contains("grown/")),
        "countsBytesInsteadOfBelievingAClaim",
        "refusesAResourceOneByteAboveTheLimit");
  }

  @Test
  void findsALimitThatIsOneByteTooLow() {
    assertFailures(
        () ->
            new SampleHandler() {
              @Override
              public List<Resource> resolve(ResourceUri uri, HandlerContext context)
                  throws ResourceException {
                if (uri.value().equals("mem:size/" + context.maxBytes())) {
                  throw ResourceException.of(Kind.TOO_LARGE, uri.value(), "too large");
                }
                return super.resolve(uri, context);
              }
            },
        "givesAResourceOfExactlyTheLimit");
  }

  @Test
  void findsAClaimedSizeThatIsBelieved() {
    assertFailures(
        () -> readingItself(uri -> uri.contains("grown/")), "countsBytesInsteadOfBelievingAClaim");
  }

  @Test
  void findsATimeoutThatIsIgnored() {
    assertFailures(() -> endless((uri, context) -> sleep(10_000)), "endsAtItsDeadline");
  }

  @Test
  void findsAnInterruptionThatIsSwallowed() {
    assertFailures(
        () ->
            endless(
                (uri, context) -> {
                  while (!context.timeout().isZero()) {
                    try {
                      TimeUnit.MILLISECONDS.sleep(10);
                    } catch (InterruptedException e) {
                      // the mistake
                    }
                  }
                }),
        "endsAtOnceWhenInterrupted");
  }

  @Test
  void findsAThreadThatIsLeaked() {
    assertFailures(
        () ->
            resolving(
                resource -> {
                  var thread = new Thread(() -> sleep(10_000), "leaked");
                  thread.setDaemon(true);
                  thread.start();
                  return resource;
                }),
        "leavesNoThreadBehind");
  }

  @Test
  void findsAHandlerThatManyThreadsConfuse() {
    assertFailures(
        () ->
            new SampleHandler() {
              private final AtomicInteger inside = new AtomicInteger();

              @Override
              public List<Resource> resolve(ResourceUri uri, HandlerContext context)
                  throws ResourceException {
                boolean crowded = inside.incrementAndGet() > 4; // more than the engine's readers
                sleep(1);
                inside.decrementAndGet();
                return crowded ? List.of() : super.resolve(uri, context);
              }
            },
        "answersAlikeOnManyThreads");
  }

  @Test
  void findsAnObjectOfOneRunThatIsKeptForTheNext() {
    assertFailures(
        () ->
            new SampleHandler() {
              private @Nullable InputStream kept;

              @Override
              public synchronized List<Resource> resolve(ResourceUri uri, HandlerContext context)
                  throws ResourceException {
                if (kept == null) {
                  kept = context.perRun(Connection.class, Connection::new);
                }
                try {
                  kept.available();
                } catch (IOException e) {
                  throw ResourceException.of(Kind.FAILED, uri.value(), e.getMessage() + "");
                }
                return super.resolve(uri, context);
              }
            },
        "answersAlikeOnManyThreads",
        "servesOneRunAfterAnother");
  }

  @Test
  void findsAnObjectOfARunThatCannotBeClosed() {
    assertFailures(
        () ->
            new SampleHandler() {
              @Override
              public void expand(
                  List<Reference> references, HandlerContext context, CandidateSink sink)
                  throws ResourceException {
                if (references.size() == 4) {
                  context.perRun(Unclosable.class, Unclosable::new);
                }
                super.expand(references, context, sink);
              }
            },
        "closesWhatItKeptForTheRun");
  }

  @Test
  void findsAHandlerThatCannotBeLoaded() {
    assertFailures(
        UnnamedContract.class,
        () -> new SampleHandler() {},
        "hasAPublicConstructorWithoutParameters",
        "isNamedInItsServicesFile");
  }

  private static void assertFailures(Supplier<ResourceHandler> broken, String... tests) {
    assertFailures(BrokenContract.class, broken, tests);
  }

  private static void assertFailures(
      Class<? extends ResourceHandlerContract> contract,
      Supplier<ResourceHandler> broken,
      String... tests) {
    BrokenContract.broken = broken;
    List<Event> failed =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(contract))
            .execute()
            .testEvents()
            .failed()
            .list();
    assertThat(failed).extracting(BrokenHandlersTest::testName).containsExactlyInAnyOrder(tests);
  }

  private static String testName(Event event) {
    return event
        .getTestDescriptor()
        .getSource()
        .map(source -> ((MethodSource) source).getMethodName())
        .orElseThrow();
  }

  /** The contract of whatever handler is broken at the moment. */
  static class BrokenContract extends SampleContract {
    static Supplier<ResourceHandler> broken = SampleHandler::new;

    @Override
    protected ResourceHandler handler() {
      return broken.get();
    }
  }

  static final class UnnamedContract extends BrokenContract {
    @Override
    protected boolean isFoundByServicesFile() {
      return true;
    }
  }

  /** A source that is no good after it was closed. */
  private static final class Connection extends InputStream {
    private volatile boolean closed;

    @Override
    public int read() {
      return -1;
    }

    @Override
    public int available() throws IOException {
      if (closed) {
        throw new IOException("the connection is closed");
      }
      return 0;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static final class Unclosable implements AutoCloseable {
    @Override
    public void close() {
      throw new IllegalStateException("cannot be closed");
    }
  }

  private interface Spelling {
    String of(String uri);
  }

  private interface Expander {
    void expand(List<Reference> references, CandidateSink sink) throws ResourceException;
  }

  private interface Change {
    Resource of(Resource resource);
  }

  private static ResourceHandler canonicalizing(Spelling canonical) {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        super.canonicalize(uri, context);
        return ResourceUri.of(canonical.of(uri.value()));
      }
    };
  }

  private static String lower(String uri) {
    return "mem" + uri.substring(3);
  }

  private static ResourceHandler expanding(Expander expander) {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        expander.expand(references, sink);
      }
    };
  }

  /** Says all that is said, but offers in another way. */
  private static ResourceHandler rearranging(
      BiConsumer<List<RecordingSink.Offer>, CandidateSink> arrangement) {
    return expanding(
        (references, sink) -> {
          var recorded = new RecordingSink();
          new SampleHandler().expand(references, anyContext(), recorded);
          arrangement.accept(recorded.offers(), sink);
          recorded.failures().forEach(f -> sink.fail(f.reference(), f.problem()));
        });
  }

  private static HandlerContext anyContext() {
    return TestContext.builder(Path.of("/")).build();
  }

  private static Consumer<RecordingSink.Offer> offerTo(CandidateSink sink) {
    return offer -> sink.candidate(offer.reference(), offer.candidate());
  }

  private static List<RecordingSink.Offer> reversedByReference(List<RecordingSink.Offer> offers) {
    var reversed = new ArrayList<>(offers);
    reversed.sort((a, b) -> b.reference().position() - a.reference().position());
    return reversed;
  }

  private static List<RecordingSink.Offer> reversedWithinReferences(
      List<RecordingSink.Offer> offers) {
    var reversed = new ArrayList<>(offers);
    Collections.reverse(reversed);
    reversed.sort((a, b) -> a.reference().position() - b.reference().position());
    return reversed;
  }

  @Test
  void findsThatNothingIsSaidOfWhatMayHaveChanged() {
    assertFailures(
        () -> knowing(uri -> uri.equals("mem:top") ? nothing() : Freshness.UNKNOWN),
        "saysOfEveryResourceWhetherItMayHaveChanged");
  }

  @Test
  void findsWhatIsGoneAndTakenForUnchanged() {
    assertFailures(
        () -> knowing(uri -> uri.equals("mem:missing") ? Freshness.UNCHANGED : Freshness.UNKNOWN),
        "neverTakesWhatIsGoneForUnchanged");
  }

  @Test
  void findsAnExceptionForWhatIsGone() {
    assertFailures(
        () ->
            knowing(
                uri -> {
                  if (uri.equals("mem:missing")) {
                    throw new IllegalStateException("it is gone");
                  }
                  return Freshness.UNKNOWN;
                }),
        "neverTakesWhatIsGoneForUnchanged");
  }

  @Test
  void findsWhatHasChangedAndIsTakenForUnchanged() {
    assertFailures(
        () -> knowing(uri -> uri.equals("mem:version") ? Freshness.UNCHANGED : Freshness.UNKNOWN),
        "neverTakesWhatHasChangedForUnchanged");
  }

  /** Says of each URI whether it may have changed. */
  private static ResourceHandler knowing(Function<String, Freshness> freshness) {
    return new SampleHandler() {
      @Override
      public Freshness freshness(
          ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
        return freshness.apply(uri.value());
      }
    };
  }

  /** What Java lets a handler return all the same. */
  @SuppressWarnings("NullAway")
  private static Freshness nothing() {
    return null;
  }

  /** Changes what is read of all but the endless resource and the collection. */
  private static ResourceHandler resolving(Change change) {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        return super.resolve(uri, context).stream().map(change::of).toList();
      }
    };
  }

  /** Builds some resources itself, without counting. */
  private static ResourceHandler readingItself(Predicate<String> which) {
    return new SampleHandler() {
      @Override
      List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
          throws ResourceException {
        if (!which.test(uri.value())) {
          return super.read(uri, in, context);
        }
        try {
          return List.of(Resource.builder(uri, ResourceContent.blob(in.readAllBytes())).build());
        } catch (IOException e) {
          throw new AssertionError(e); // it is in memory
        }
      }
    };
  }

  /** Waits in its own way where it should read for ever. */
  private static ResourceHandler endless(BiConsumer<ResourceUri, HandlerContext> waiting) {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        if (uri.value().equals("mem:endless")) {
          waiting.accept(uri, context);
          throw ResourceException.of(Kind.TIMEOUT, uri.value(), "the time is up");
        }
        return super.resolve(uri, context);
      }
    };
  }

  private static byte[] bytes(Resource resource) {
    try (InputStream in = resource.content().open()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  private static Resource copy(Resource resource, byte[] bytes) {
    return Resource.builder(resource.uri(), ResourceContent.blob(bytes)).build();
  }

  private static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
