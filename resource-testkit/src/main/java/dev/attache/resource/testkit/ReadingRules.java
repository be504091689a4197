package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.ResourceHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules for what {@code resolve} gives. */
abstract class ReadingRules extends AddressRules {

  @Test
  @UnlessOverridden("changesBetweenReads")
  void givesExactlyTheBytesOfAResource() throws Exception {
    requireStableContent();
    for (Map.Entry<String, byte[]> resource : resources().entrySet()) {
      assertThat(bytes(resolveOne(resource.getKey())))
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
      Resource given = resolveOne(uri);
      byte[] bytes = bytes(given);
      assertThat(given.content().digest())
          .as("the digest of <%s> is the SHA-256 of its content, not of a name or a header", uri)
          .isEqualTo(ContentDigest.sha256(bytes));
      assertThat(given.content().size())
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
  @Needs("collections")
  void givesTheResourcesOfACollectionInOrder() throws Exception {
    Map<String, List<byte[]>> collections = offered(collections(), "collections()");
    for (Map.Entry<String, List<byte[]>> collection : collections.entrySet()) {
      var contents = new ArrayList<byte[]>();
      for (Resource resource : resolve(handler(), collection.getKey())) {
        contents.add(bytes(resource));
      }
      assertThat(contents.toArray(new byte[0][]))
          .as("resolve() gives the resources of <%s> in their own order", collection.getKey())
          .isDeepEqualTo(collection.getValue().toArray(new byte[0][]));
    }
  }

  @Test
  @Needs("missingUri")
  void saysThatAMissingResourceIsNotFound() throws Exception {
    String uri = offered(missingUri(), "missingUri()");
    assertFails(
        Kind.NOT_FOUND,
        "resolve() of <" + uri + ">, where there is nothing, fails with NOT_FOUND",
        () -> resolve(handler(), uri, context()));
  }

  @Test
  void describesAResourceAlwaysAlike() throws Exception {
    for (String uri : all()) {
      ResourceHandler handler = handler();
      assertThat(descriptions(resolve(handler, uri)))
          .as(
              "resolve() describes <%s> alike at every reading (URI, MIME type, name, title,"
                  + " description): no time, no counter, no order of a HashMap in them",
              uri)
          .isEqualTo(descriptions(resolve(handler, uri)));
    }
  }

  private static List<List<String>> descriptions(List<Resource> resources) {
    return resources.stream()
        .map(
            resource ->
                Stream.of(
                        resource.uri(),
                        resource.mimeType(),
                        resource.name(),
                        resource.title(),
                        resource.description())
                    .map(String::valueOf)
                    .toList())
        .toList();
  }

  @Test
  void namesAResourceInOneLine() throws Exception {
    for (String uri : all()) {
      for (Resource resource : resolve(handler(), uri)) {
        assertThat(Arrays.asList(resource.name(), resource.title()))
            .filteredOn(Objects::nonNull)
            .as(
                "the name and the title of <%s> are one line for people: leave them out, or take"
                    + " line ends out of them",
                uri)
            .allMatch(text -> !text.isBlank() && text.lines().count() == 1, "one line");
      }
    }
  }

  @Test
  void notesSomethingAboutWhatItGives() throws Exception {
    for (String uri : all()) {
      try (TestContext context = context().build()) {
        List<String> beginnings =
            resolve(handler(), uri, context).stream().map(given -> given.uri() + ": ").toList();
        assertThat(context.notes())
            .as(
                "HandlerContext.note() takes one line about a resource that this call returns, with"
                    + " its URI (<%s>)",
                uri)
            .allMatch(
                note ->
                    beginnings.stream().anyMatch(note::startsWith)
                        && note.lines().count() == 1
                        && !note.endsWith(": "),
                "one line about one of " + beginnings);
      }
    }
  }

  @Test
  void throwsAProblemWhenNothingIsLeftToGive() throws Exception {
    for (String uri : all()) {
      try (TestContext context = context().build()) {
        if (resolve(handler(), uri, context).isEmpty()) {
          assertThat(context.failures())
              .as(
                  "HandlerContext.fail() is for a part of what is given; nothing was given for"
                      + " <%s>: throw the problem instead",
                  uri)
              .isEmpty();
        }
      }
    }
  }

  /** What {@link #resources} and {@link #collections} name, in order. */
  private Set<String> all() throws Exception {
    var uris = new TreeSet<String>(resources().keySet());
    uris.addAll(collections().keySet());
    return uris;
  }
}
