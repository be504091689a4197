package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The rules for {@code freshness}. */
abstract class FreshnessRules extends ReadingRules {

  /** Asks; an exception is a broken rule. */
  private Freshness freshness(
      ResourceHandler handler, String uri, Resource known, TestContext.Builder limits)
      throws Exception {
    Freshness freshness =
        succeeding(
            "freshness() of <"
                + uri
                + "> throws nothing: what cannot be looked at is UNCERTAIN, or UNKNOWN",
            limits,
            context -> handler.freshness(ResourceUri.of(uri), known, Instant.now(), context));
    assertThat(freshness)
        .as("freshness() of <%s> is never null: answer UNKNOWN where nobody can tell", uri)
        .isNotNull();
    return freshness;
  }

  @Test
  void saysOfEveryResourceWhetherItMayHaveChanged() throws Exception {
    for (String uri : resources().keySet()) {
      ResourceHandler handler = handler();
      for (Resource known : resolve(handler, uri)) {
        freshness(handler, uri, known, context());
      }
    }
  }

  @Test
  @Needs("missingUri")
  void neverTakesWhatIsGoneForUnchanged() throws Exception {
    String uri = offered(missingUri(), "missingUri()");
    assertThat(freshness(handler(), uri, asItWas(uri), context()))
        .as("freshness() of <%s>, where there is nothing any more, is UNCERTAIN or UNKNOWN", uri)
        .isNotEqualTo(Freshness.UNCHANGED);
  }

  @Test
  @Needs("resourceDeniedTo")
  void neverTakesWhatIsDeniedForUnchanged() throws Exception {
    Requester requester = requesterWithoutLeave();
    String uri = offered(resourceDeniedTo(requester), "resourceDeniedTo(Requester)");
    assertThat(freshness(handler(), uri, asItWas(uri), context().requester(requester)))
        .as("freshness() of <%s>, which %s may not have, is UNCERTAIN or UNKNOWN", uri, requester)
        .isNotEqualTo(Freshness.UNCHANGED);
  }

  private Requester requesterWithoutLeave() throws Exception {
    return resourceDeniedTo(Requester.WORKSPACE) == null ? Requester.MODEL : Requester.WORKSPACE;
  }

  private static Resource asItWas(String uri) {
    return Resource.builder(ResourceUri.of(uri), ResourceContent.text("as it was"))
        .annotations(Annotations.lastModified(Instant.EPOCH))
        .build();
  }

  @Test
  @Needs("resourceInVersion")
  void neverTakesWhatHasChangedForUnchanged() throws Exception {
    String uri = offered(resourceInVersion(1), "resourceInVersion(int)");
    Resource known = resolveOne(uri);
    resourceInVersion(2);
    assertThat(freshness(handler(), uri, known, context()))
        .as(
            "freshness() says UNCHANGED only if that is sure, and <%s> has changed: where a time"
                + " may be too coarse to tell, answer UNCERTAIN",
            uri)
        .isNotEqualTo(Freshness.UNCHANGED);
    assertThat(resolveOne(uri).content().digest())
        .as("resourceInVersion(int) makes another content for each version")
        .isNotEqualTo(known.content().digest());
  }

  @Test
  void looksForChangesWithoutTheContentThatWas() throws Exception {
    for (String uri : resources().keySet()) {
      ResourceHandler handler = handler();
      for (Resource known : resolve(handler, uri)) {
        succeeding(
            "freshness() of <"
                + uri
                + "> compares with the size and the digest of what is known, as its content may not"
                + " be there any more",
            context(),
            context ->
                handler.freshness(
                    ResourceUri.of(uri), withoutContent(known), Instant.now(), context));
      }
    }
  }

  private static Resource withoutContent(Resource known) {
    Stored.Source nowhere =
        () -> {
          throw new IOException("the content is not there any more");
        };
    return known.toBuilder()
        .content(Stored.blob(known.content().size(), known.content().digest(), nowhere))
        .build();
  }

  @Test
  void readsNothingToLookForChanges() throws Exception {
    for (String uri : resources().keySet()) {
      ResourceHandler handler = handler();
      for (Resource known : resolve(handler, uri)) {
        Integer before = contentsRead();
        int reads =
            during(
                context(),
                context -> {
                  handler.freshness(ResourceUri.of(uri), known, Instant.now(), context);
                  return context.reads();
                });
        assertReadNothing("freshness() of <" + uri + ">", before, reads);
      }
    }
  }
}
