package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.trial.GarbageUris;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules for {@code canonicalize}. */
abstract class AddressRules extends LoadingRules {

  private static final Set<Kind> REFUSALS = Set.of(Kind.INVALID_URI, Kind.DENIED);

  @Test
  @Needs("canonicalForms")
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
      assertFixedPoint(spelling, canonical, canonicalize(handler, canonical));
    }
  }

  private static void assertFixedPoint(String spelling, String canonical, String again) {
    assertThat(again)
        .as(
            "canonicalize() is a fixed point: the canonical form <%s> of <%s> is its own canonical"
                + " form, or one resource would be attached under two URIs; decode and encode"
                + " exactly once",
            canonical, spelling)
        .isEqualTo(canonical);
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
  @Needs("invalidUris")
  void refusesInvalidUris() throws Exception {
    for (String uri : offered(invalidUris(), "invalidUris()")) {
      assertFails(
          Kind.INVALID_URI,
          "canonicalize() refuses <" + uri + "> with a ResourceException of kind INVALID_URI",
          () -> during(context(), context -> canonicalize(handler(), uri, context)));
    }
  }

  /** The same garbage in every run, so that a failure can be had again. */
  @Test
  void survivesGarbage() throws Exception {
    ResourceHandler handler = handler();
    for (String uri : GarbageUris.of(handler.schemes(), spellings())) {
      during(
          context(),
          context -> {
            assertSurvives(handler, uri, context);
            return uri;
          });
    }
  }

  private static void assertSurvives(ResourceHandler handler, String uri, TestContext context) {
    String canonical;
    try {
      canonical = canonicalize(handler, uri, context);
    } catch (ResourceException e) {
      assertThat(e.kind())
          .as("canonicalize() refuses a URI with INVALID_URI or DENIED, and so it does <%s>", uri)
          .isIn(REFUSALS);
      assertSpeaks(e);
      return;
    } catch (RuntimeException e) {
      fail(
          "[canonicalize() gives any URI of its schemes a form or refuses it with a"
              + " ResourceException; check <%s> before taking it apart] but it failed with %s",
          uri, e);
      return;
    }
    try {
      assertFixedPoint(uri, canonical, canonicalize(handler, canonical, context));
    } catch (ResourceException | RuntimeException e) {
      fail(
          "[canonicalize() accepts each form that it gives, and so <%s>, that of <%s>] but it"
              + " failed with %s",
          canonical, uri, e);
    }
  }

  @Test
  void readsNothingToCanonicalize() throws Exception {
    Integer before = contentsRead();
    for (String uri : spellings()) {
      int reads =
          during(
              context(),
              context -> {
                canonicalize(handler(), uri, context);
                return context.reads();
              });
      assertReadNothing("canonicalize() of <" + uri + ">", before, reads);
    }
  }

  /** Fails if a content was read, of which either the context or the source knows. */
  final void assertReadNothing(String call, @Nullable Integer before, int reads) {
    assertThat(reads)
        .as(
            "%s reads no content, and so calls HandlerContext.read never: that is what resolve() is"
                + " for",
            call)
        .isZero();
    if (before != null) {
      assertThat(contentsRead())
          .as("%s reads no content, but contentsRead() has grown: only resolve() reads", call)
          .isEqualTo(before);
    }
  }
}
