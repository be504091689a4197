package dev.attache.resource.testkit;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.RecordingSink.Offer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Handlers that break a rule for what an expansion says. */
final class ExpansionMutants {

  private ExpansionMutants() {}

  static ResourceHandler thatTurnsTheReferencesAround() {
    return rearranging((offers, sink) -> reversedByReference(offers).forEach(offerTo(sink)));
  }

  static ResourceHandler thatTurnsAReferenceAround() {
    return rearranging((offers, sink) -> reversedWithinReferences(offers).forEach(offerTo(sink)));
  }

  static ResourceHandler thatOffersTwice() {
    return rearranging(
        (offers, sink) ->
            offers.forEach(
                offer -> {
                  offerTo(sink).accept(offer);
                  offerTo(sink).accept(offer);
                }));
  }

  static ResourceHandler thatForgetsSomething() {
    return rearranging(
        (offers, sink) ->
            offers.stream()
                .filter(
                    offer ->
                        offer.reference().text().startsWith("mem:")
                            || !offer.candidate().uri().value().equals("mem:empty"))
                .forEach(offerTo(sink)));
  }

  static ResourceHandler withAnUnstableOrder() {
    var calls = new AtomicInteger();
    return rearranging(
        (offers, sink) ->
            (calls.getAndIncrement() % 2 == 0 ? offers : reversedWithinReferences(offers))
                .forEach(offerTo(sink)));
  }

  static ResourceHandler thatIgnoresExclusions() {
    return expanding(
        (references, sink) ->
            expand(references.stream().filter(r -> !r.exclusion()).toList(), sink),
        true);
  }

  static ResourceHandler whoseExclusionsAlwaysWin() {
    return expanding(
        (references, sink) -> {
          var reordered = new ArrayList<>(references);
          reordered.sort((a, b) -> Boolean.compare(a.exclusion(), b.exclusion()));
          expand(reordered, sink);
        },
        false);
  }

  static ResourceHandler thatExcludesWithoutAWord() {
    return expanding(
        (references, sink) -> {
          var recorded = recorded(references);
          recorded.offers().forEach(offerTo(sink));
          recorded.failures().forEach(f -> sink.fail(f.reference(), f.problem()));
        },
        true);
  }

  static ResourceHandler thatOffersWhatIsExcluded() {
    return expanding(
        (references, sink) -> {
          expand(references, sink);
          for (Reference reference : references) {
            if (reference.exclusion() && reference.position() > 4) {
              sink.candidate(reference, Candidate.of(ResourceUri.of("mem:elsewhere")));
            }
          }
        },
        false);
  }

  static ResourceHandler whoseBadReferenceHidesTheGoodOnes() {
    return expanding(
        (references, sink) -> {
          var recorded = recorded(references);
          for (RecordingSink.Failure failure : recorded.failures()) {
            if (!failure.reference().exclusion()) {
              throw failure.problem();
            }
          }
          repeat(recorded, sink);
        },
        false);
  }

  static ResourceHandler thatPassesOverABadExclusion() {
    return expanding(
        (references, sink) -> {
          var recorded = recorded(references);
          recorded.offers().forEach(offerTo(sink));
          repeatSkips(recorded, sink);
          recorded.failures().stream()
              .filter(failure -> !failure.reference().exclusion())
              .forEach(f -> sink.fail(f.reference(), f.problem()));
        },
        false);
  }

  static ResourceHandler thatChangesTheReferences() {
    return expanding(
        (references, sink) -> {
          expand(references, sink);
          references.clear();
        },
        false);
  }

  static ResourceHandler thatOffersOnAnotherThread() {
    return expanding(
        (references, sink) -> {
          RecordingSink recorded = recorded(references);
          var thread = new Thread(() -> recorded.offers().forEach(offerTo(sink)));
          thread.setUncaughtExceptionHandler((t, e) -> {});
          thread.start();
          try {
            thread.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          repeatTheRest(recorded, sink);
        },
        false);
  }

  static ResourceHandler thatReportsACancellation() {
    return expanding(
        (references, sink) -> {
          try {
            expand(references, sink);
          } catch (CancellationException e) {
            sink.fail(
                references.get(0), ResourceException.of(Kind.FAILED, "mem:", e.getMessage() + ""));
          }
        },
        false);
  }

  interface Expander {
    void expand(List<Reference> references, CandidateSink sink) throws ResourceException;
  }

  /** Expands in another way; all, or only what has more references than one. */
  static ResourceHandler expanding(Expander expander, boolean all) {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        if (all || references.size() > 2) {
          expander.expand(references, sink);
        } else {
          super.expand(references, context, sink);
        }
      }
    };
  }

  /** Says all that is said, but offers in another way. */
  static ResourceHandler rearranging(BiConsumer<List<Offer>, CandidateSink> arrangement) {
    return expanding(
        (references, sink) -> {
          RecordingSink recorded = recorded(references);
          arrangement.accept(recorded.offers(), sink);
          repeatTheRest(recorded, sink);
        },
        false);
  }

  private static void repeat(RecordingSink recorded, CandidateSink sink) {
    recorded.offers().forEach(offerTo(sink));
    repeatTheRest(recorded, sink);
  }

  private static void repeatTheRest(RecordingSink recorded, CandidateSink sink) {
    repeatSkips(recorded, sink);
    recorded.failures().forEach(f -> sink.fail(f.reference(), f.problem()));
  }

  private static void repeatSkips(RecordingSink recorded, CandidateSink sink) {
    recorded.skips().forEach(s -> sink.skip(s.reference(), s.candidate(), s.reason(), s.detail()));
  }

  private static RecordingSink recorded(List<Reference> references) throws ResourceException {
    var recorded = new RecordingSink();
    expand(references, recorded);
    return recorded;
  }

  private static void expand(List<Reference> references, CandidateSink sink)
      throws ResourceException {
    new SampleHandler().expand(references, TestContext.builder(Path.of("/")).build(), sink);
  }

  static Consumer<Offer> offerTo(CandidateSink sink) {
    return offer -> sink.candidate(offer.reference(), offer.candidate());
  }

  private static List<Offer> reversedByReference(List<Offer> offers) {
    var reversed = new ArrayList<>(offers);
    reversed.sort((a, b) -> b.reference().position() - a.reference().position());
    return reversed;
  }

  private static List<Offer> reversedWithinReferences(List<Offer> offers) {
    var reversed = new ArrayList<>(offers);
    Collections.reverse(reversed);
    reversed.sort((a, b) -> a.reference().position() - b.reference().position());
    return reversed;
  }
}
