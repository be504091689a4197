package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ResourceHandler;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules for what {@code expand} says of each thing that it offers. */
abstract class CandidateRules extends ExpansionRules {

  /** Enough to tell a type by. */
  private static final int FIRST_BYTES = 64;

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
  void saysWhatIsNamedExactly() throws Exception {
    for (String uri : resources().keySet()) {
      assertThat(candidateOf(uri).explicit())
          .as(
              "a candidate is explicit if the reference named exactly that, as <%s> did: otherwise"
                  + " a failure would merely be left out",
              uri)
          .isTrue();
    }
  }

  @Test
  void saysWhatIsNotNamedExactly() throws Exception {
    RecordingSink sink = expand(handler(), references());
    for (int position = 0; position < references().size(); position++) {
      List<Candidate> named = named(sink, position);
      if (named.stream().map(Candidate::uri).distinct().count() > 1) {
        assertThat(named)
            .filteredOn(candidate -> !isNamedBesides(candidate, sink))
            .extracting(Candidate::uri, Candidate::explicit)
            .as(
                "a candidate is explicit only if a reference named exactly that: <%s> names"
                    + " several, as a directory or a pattern does",
                references().get(position))
            .allMatch(given -> given.toList().contains(false), "is not explicit");
      }
    }
  }

  private static List<Candidate> named(RecordingSink sink, int position) {
    return sink.offers().stream()
        .filter(offer -> offer.reference().position() == position)
        .map(RecordingSink.Offer::candidate)
        .toList();
  }

  /** Whether several references offer it, so that one of them may name exactly that. */
  private static boolean isNamedBesides(Candidate candidate, RecordingSink sink) {
    return sink.offers().stream()
            .filter(offer -> offer.candidate().uri().equals(candidate.uri()))
            .map(RecordingSink.Offer::reference)
            .distinct()
            .count()
        > 1;
  }

  @Test
  void claimsTheSizeOrNone() throws Exception {
    for (Map.Entry<String, byte[]> resource : resources().entrySet()) {
      assertThat(candidateOf(resource.getKey()).size())
          .as(
              "the size of a candidate (<%s>) is that of its content in bytes, or"
                  + " Candidate.UNKNOWN_SIZE",
              resource.getKey())
          .isIn(
              changesBetweenReads()
                  ? List.of(Candidate.UNKNOWN_SIZE)
                  : List.of(Candidate.UNKNOWN_SIZE, (long) resource.getValue().length));
    }
  }

  @Test
  void namesACandidateAsItsResource() throws Exception {
    for (String uri : resources().keySet()) {
      String name = candidateOf(uri).name();
      if (name != null) {
        assertThat(resolveOne(uri).name())
            .as(
                "the name of a candidate (<%s>) is the one that the resource will have: give both"
                    + " the same, or the candidate none",
                uri)
            .isEqualTo(name);
      }
    }
  }

  @Test
  @UnlessOverridden("changesBetweenReads")
  void peeksAtWhatItWouldRead() throws Exception {
    requireStableContent();
    for (String uri : resources().keySet()) {
      Candidate candidate = candidateOf(uri);
      Candidate.Peek peek = candidate.peek();
      if (peek != null) {
        Resource resource = resolveOne(uri);
        assertThat(firstBytes(peek, candidate))
            .as(
                "the peek of a candidate (<%s>) opens what resolve() reads, from its first byte on:"
                    + " a type is told by it",
                uri)
            .isEqualTo(Arrays.copyOf(bytes(resource), length(resource)));
      }
    }
  }

  private static int length(Resource resource) {
    return (int) Math.min(FIRST_BYTES, resource.content().size());
  }

  private byte[] firstBytes(Candidate.Peek peek, Candidate candidate) throws Exception {
    return succeeding(
        "the peek of a candidate (<" + candidate.uri() + ">) opens what can be resolved",
        context(),
        context -> {
          try (InputStream in = peek.open(candidate.uri(), context)) {
            return in.readNBytes(FIRST_BYTES);
          }
        });
  }

  @Test
  void readsNothingToExpand() throws Exception {
    Integer before = contentsRead();
    int reads =
        during(
            context(),
            context -> {
              handler().expand(parse(references()), context, new RecordingSink());
              return context.reads();
            });
    assertReadNothing("expand()", before, reads);
  }
}
