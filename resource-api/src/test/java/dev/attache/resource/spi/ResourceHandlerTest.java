package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The two methods of a handler that have defaults. */
class ResourceHandlerTest {

  @Test
  void takesEveryUriAsCanonicalUnlessItSaysOtherwise() throws ResourceException {
    ResourceUri uri = ResourceUri.of("NOTE:A%41");

    assertThat(new Plain().canonicalize(uri, new UnusedContext())).isSameAs(uri);
  }

  @Test
  void offersEveryReferenceInTheOrderOfTheUser() throws ResourceException {
    assertThat(expand(new Plain(), "note:b", "note:a", "other:c"))
        .containsExactly("0 candidate note:b", "1 candidate note:a", "2 candidate other:c");
  }

  @Test
  void offersNothingForNoReference() throws ResourceException {
    assertThat(expand(new Plain())).isEmpty();
  }

  @Test
  void offersWhatIsNamedTwiceTwice() throws ResourceException {
    assertThat(expand(new Plain(), "note:a", "note:a"))
        .containsExactly("0 candidate note:a", "1 candidate note:a");
  }

  @Test
  void offersTheCanonicalUri() throws ResourceException {
    assertThat(expand(new LowerCase(), "note:A")).containsExactly("0 candidate note:a");
  }

  @Test
  void offersCandidatesThatTheUserNamedExactly() throws ResourceException {
    assertThat(expanded(new Plain(), "note:a").candidates())
        .containsExactly(Candidate.of(ResourceUri.of("note:a")));
  }

  @Test
  void leavesOutWhatALaterReferenceExcludes() throws ResourceException {
    assertThat(expand(new Plain(), "note:a", "note:b", "!note:a"))
        .containsExactly("0 skip note:a: excluded by !note:a", "1 candidate note:b");
  }

  @Test
  void offersWhatOnlyAnEarlierReferenceExcludes() throws ResourceException {
    assertThat(expand(new Plain(), "!note:a", "note:a")).containsExactly("1 candidate note:a");
  }

  @Test
  void offersAgainWhatIsNamedAfterItsExclusion() throws ResourceException {
    assertThat(expand(new Plain(), "note:a", "!note:a", "note:a"))
        .containsExactly("0 skip note:a: excluded by !note:a", "2 candidate note:a");
  }

  @Test
  void namesTheLastOfSeveralExclusions() throws ResourceException {
    assertThat(expand(new LowerCase(), "note:a", "!note:a", "!note:A"))
        .containsExactly("0 skip note:a: excluded by !note:A");
  }

  @Test
  void excludesOtherSpellingsOfTheSameUri() throws ResourceException {
    assertThat(expand(new LowerCase(), "note:A", "!NOTE:a"))
        .containsExactly("0 skip note:a: excluded by !NOTE:a");
  }

  @Test
  void saysNothingOfAnExclusionThatMatchesNothing() throws ResourceException {
    assertThat(expand(new Plain(), "note:a", "!note:b")).containsExactly("0 candidate note:a");
  }

  @Test
  void reportsWhatIsNoUriBesideTheGoodOnes() throws ResourceException {
    assertThat(expand(new Plain(), "note:a", "no uri", "note:b"))
        .containsExactly(
            "0 candidate note:a",
            "1 fail INVALID_URI: uri (no uri) must begin with a scheme and a colon",
            "2 candidate note:b");
  }

  @Test
  void reportsWhatTheHandlerRefusesBesideTheGoodOnes() throws ResourceException {
    assertThat(expand(new LowerCase(), "note:a", "note:", "note:b"))
        .containsExactly(
            "0 candidate note:a", "1 fail DENIED: note without a name", "2 candidate note:b");
  }

  @Test
  void reportsAnExclusionThatIsNoUri() throws ResourceException {
    assertThat(expand(new Plain(), "!", "note:a"))
        .containsExactly(
            "0 fail INVALID_URI: uri () must begin with a scheme and a colon",
            "1 candidate note:a");
  }

  @Test
  void reportsABadExclusionAtItsPlaceAmongTheReferences() throws ResourceException {
    assertThat(expand(new Plain(), "note:a", "!no uri", "note:b", "!note:b"))
        .containsExactly(
            "0 candidate note:a",
            "1 fail INVALID_URI: uri (no uri) must begin with a scheme and a colon",
            "2 skip note:b: excluded by !note:b");
  }

  @Test
  void saysWhichTextWasNoUri() throws ResourceException {
    assertThat(expanded(new Plain(), "!no uri").problems())
        .extracting(ResourceException::uri)
        .containsExactly("no uri");
  }

  @Test
  void offersWhatAHandlerKnowsOfAUriBeforeItIsRead() throws ResourceException {
    var handler =
        new Plain() {
          @Override
          public Candidate candidate(ResourceUri uri, HandlerContext context)
              throws ResourceException {
            if (uri.value().equals("note:b")) {
              throw ResourceException.of(
                  ResourceException.Kind.DENIED, uri.value(), "nobody may have it");
            }
            return new Candidate(uri, "a.md", 7, true, null);
          }
        };
    RecordingSink sink = expanded(handler, "note:a", "note:b", "note:c", "!note:c");
    assertThat(sink.lines())
        .containsExactly(
            "0 candidate note:a",
            "1 fail DENIED: nobody may have it",
            "2 skip note:c: excluded by !note:c");
    assertThat(sink.candidates().get(0))
        .isEqualTo(new Candidate(ResourceUri.of("note:a"), "a.md", 7, true, null));
  }

  private static List<String> expand(ResourceHandler handler, String... references)
      throws ResourceException {
    return expanded(handler, references).lines();
  }

  private static RecordingSink expanded(ResourceHandler handler, String... references)
      throws ResourceException {
    var sink = new RecordingSink();
    handler.expand(references(references), new UnusedContext(), sink);
    return sink;
  }

  private static List<Reference> references(String... texts) {
    List<Reference> references = new ArrayList<>();
    for (String text : texts) {
      references.add(Reference.of(references.size(), text));
    }
    return references;
  }

  /** A handler of the two methods that every handler must have. */
  private static class Plain implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("note");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      throw new AssertionError("expanding must not resolve " + uri);
    }
  }

  /** A handler to which upper and lower case are the same, and for which a name is required. */
  private static final class LowerCase extends Plain {
    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      if (uri.value().endsWith(":")) {
        throw ResourceException.of(
            ResourceException.Kind.DENIED, uri.value(), "note without a name");
      }
      return ResourceUri.of(uri.value().toLowerCase(Locale.ROOT));
    }
  }
}
