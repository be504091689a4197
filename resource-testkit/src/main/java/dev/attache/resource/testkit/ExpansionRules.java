package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The rules for what {@code expand} says, and in which order. */
abstract class ExpansionRules extends FreshnessRules {

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

  /** The URIs in the order in which one reference has to give them. */
  private List<String> inOrder(List<String> uris) throws Exception {
    return ordersByUri()
        ? uris.stream().sorted(BYTE_ORDER).toList()
        : expansion().stream().filter(uris::contains).toList();
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

  /** What the references name first, which is there from now on. */
  private String firstNamed() throws Exception {
    references();
    return expansion().get(0);
  }

  @Test
  void letsALaterExclusionWin() throws Exception {
    String excluded = firstNamed();
    assertThat(canonicalUris(expand(handler(), referencesAnd("!" + excluded))))
        .as(
            "expand() leaves out what a later exclusion (<!%s>) names, and nothing else: the last"
                + " reference that matches wins",
            excluded)
        .doesNotContain(excluded)
        .containsAll(expansion().subList(1, expansion().size()));
  }

  @Test
  void saysWhichExclusionLeftSomethingOut() throws Exception {
    String excluded = firstNamed();
    Reference exclusion = Reference.of(0, "!" + excluded);
    RecordingSink sink = expand(handler(), List.of(excluded, exclusion.text()));
    assertThat(sink.skips())
        .as(
            "expand() says with CandidateSink.skip that <%s> was left out, with the reason EXCLUDED"
                + " and a detail that names the exclusion (Reference.redacted)",
            excluded)
        .anyMatch(
            skip ->
                skip.reason() == SkipReason.EXCLUDED
                    && skip.detail().contains(exclusion.redacted()),
            "EXCLUDED by " + exclusion.redacted());
  }

  @Test
  void letsALaterInclusionWinOverAnExclusion() throws Exception {
    String uri = firstNamed();
    assertThat(canonicalUris(expand(handler(), referencesAnd("!" + uri, uri))))
        .as(
            "expand() offers what is excluded (<!%1$s>) and then named again (<%1$s>): the last"
                + " reference that matches wins",
            uri)
        .containsAll(expansion());
  }

  @Test
  void offersNothingForAnExclusion() throws Exception {
    List<String> texts = new ArrayList<>();
    texts.addAll(references());
    expansion().forEach(uri -> texts.add("!" + uri));
    assertThat(expand(handler(), texts).offers())
        .as("expand() offers nothing for an exclusion: it takes away what earlier references name")
        .noneMatch(offer -> offer.reference().exclusion());
  }

  @Test
  @Needs("invalidUris")
  void reportsABadReferenceBesideTheGoodOnes() throws Exception {
    assertReportsBesideTheGoodOnes(offered(invalidUris(), "invalidUris()").get(0));
  }

  @Test
  @Needs("invalidUris")
  void reportsABadExclusionBesideTheGoodReferences() throws Exception {
    assertReportsBesideTheGoodOnes("!" + offered(invalidUris(), "invalidUris()").get(0));
  }

  private void assertReportsBesideTheGoodOnes(String bad) throws Exception {
    List<String> texts = new ArrayList<>(List.of(bad));
    texts.addAll(references());
    RecordingSink sink = expand(handler(), texts);
    assertThat(sink.failures())
        .as("expand() reports the bad reference <%s> with CandidateSink.fail", bad)
        .extracting(failure -> failure.reference().text())
        .containsExactly(bad);
    sink.failures().forEach(failure -> assertSpeaks(failure.problem()));
    assertThat(canonicalUris(sink))
        .as("the bad reference <%s> does not hide the good ones: report it and go on", bad)
        .containsAll(expansion());
  }

  @Test
  void leavesTheReferencesAsTheyAre() throws Exception {
    List<Reference> references = parse(references());
    List<Reference> given = new ArrayList<>(references);
    var sink = new RecordingSink();
    during(
        context(),
        context -> {
          handler().expand(given, context, sink);
          return sink;
        });
    assertThat(given)
        .as("expand() changes nothing in the list of references: take a copy to sort or to filter")
        .isEqualTo(references);
    assertThat(sink.offers())
        .as("expand() names to the sink the references that it was given, not new ones")
        .allMatch(offer -> references.contains(offer.reference()), "one of " + references);
  }

  @Test
  void callsTheSinkOnItsOwnThread() throws Exception {
    Thread own = Thread.currentThread();
    Set<String> others = ConcurrentHashMap.newKeySet();
    Runnable watch =
        () -> {
          if (Thread.currentThread() != own) {
            others.add(Thread.currentThread().getName());
          }
        };
    expand(handler(), references(), new WatchingSink(watch));
    assertThat(others)
        .as(
            "expand() calls the sink from the thread that it runs on, and from no other: collect"
                + " what other threads find, and offer it yourself")
        .isEmpty();
  }

  @Test
  void letsACancellationPass() throws Exception {
    var cancellation = new CancellationException("the run has ended");
    var sink =
        new WatchingSink(
            () -> {
              throw cancellation;
            });
    ResourceHandler handler = handler();
    List<Reference> references = parse(references());
    Throwable thrown =
        catchThrowable(
            () ->
                during(
                    context(),
                    context -> {
                      handler.expand(references, context, sink);
                      return sink;
                    }));
    assertThat(thrown)
        .as(
            "expand() lets a CancellationException of the sink pass, and ends: catch no"
                + " RuntimeException around calls to the sink")
        .isSameAs(cancellation);
    assertThat(sink.failures())
        .as("expand() reports no problem when the sink cancels: the run has ended, nobody listens")
        .isEmpty();
  }
}
