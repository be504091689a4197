package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.test.ScriptedHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That one bad item never hides the good ones, and never disappears itself. */
class ResolverFailureTest {

  private static final String HANDLER = "the handler dev.attache.test.ScriptedHandler failed: ";

  @TempDir Path workspace;

  @Test
  void reportsAProblemBesideTheGoodItems() throws Exception {
    assertOnlyBadFails(
        "NOT_FOUND: there is nothing",
        (uri, context) -> {
          throw ResourceException.of(Kind.NOT_FOUND, uri.value(), "there is nothing");
        });
  }

  @Test
  void reportsARuntimeException() throws Exception {
    assertOnlyBadFails(
        "FAILED: " + HANDLER + "java.lang.IllegalStateException: broken",
        (uri, context) -> {
          throw new IllegalStateException("broken");
        });
  }

  @Test
  void reportsALinkageError() throws Exception {
    assertOnlyBadFails(
        "FAILED: " + HANDLER + "java.lang.NoClassDefFoundError: ext/Missing",
        (uri, context) -> {
          throw new NoClassDefFoundError("ext/Missing");
        });
  }

  @Test
  void reportsAnEndlessRecursion() throws Exception {
    assertOnlyBadFails(
        "FAILED: " + HANDLER + "java.lang.StackOverflowError", ResolverFailureTest::recurse);
  }

  @Test
  void reportsAContentThatDoesNotFitIntoMemory() throws Exception {
    assertOnlyBadFails(
        "FAILED: does not fit into memory",
        (uri, context) -> {
          throw new OutOfMemoryError("Java heap space");
        });
  }

  @Test
  void reportsAnyOtherError() throws Exception {
    assertOnlyBadFails(
        "FAILED: " + HANDLER + "java.lang.AssertionError: never",
        (uri, context) -> {
          throw new AssertionError("never");
        });
  }

  @Test
  void reportsACheckedExceptionThatNobodyDeclared() throws Exception {
    assertOnlyBadFails(
        "FAILED: " + HANDLER + "java.io.IOException: the disk is gone",
        (uri, context) -> {
          throw ResolverFailureTest.<RuntimeException>undeclared(
              new IOException("the disk is gone"));
        });
  }

  @Test
  @SuppressWarnings("NullAway") // the mistake that this is about
  void reportsANullInsteadOfResources() throws Exception {
    var handler = good().resolving((uri, context) -> isBad(uri) ? null : text(uri));
    assertThat(Outcomes.of(resolver(handler, 1), "xx:a", "xx:bad", "xx:b"))
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo("resolved xx:a"),
            bad ->
                assertThat(bad)
                    .startsWith("failed xx:bad FAILED: " + HANDLER + "java.lang.NullPointerExc"),
            last -> assertThat(last).isEqualTo("resolved xx:b"));
  }

  @Test
  void reportsWhatEndsAnExpansion() throws Exception {
    for (Throwable thrown :
        List.of(
            new IllegalStateException("broken"),
            new NoClassDefFoundError("ext/Missing"),
            new StackOverflowError(),
            new AssertionError("never"),
            new CancellationException("of something else"),
            new IOException("the disk is gone"))) {
      var handler =
          good()
              .expanding(
                  (references, context, sink) -> {
                    sink.candidate(references.get(0), Candidate.of(ResourceUri.of("xx:a")));
                    throw ResolverFailureTest.<RuntimeException>undeclared(thrown);
                  });
      assertThat(Outcomes.of(resolver(handler, 1), "xx:a"))
          .containsExactly("resolved xx:a", "failed xx:a FAILED: " + HANDLER + thrown);
      assertThat(Outcomes.of(resolver(handler, 1), "xx:a", "xx:b", "zz:c"))
          .as("beside another lane")
          .startsWith("resolved xx:a", "failed xx:a FAILED: " + HANDLER + thrown)
          .hasSize(3);
    }
  }

  @Test
  void reportsAnExpansionThatIsRefused() throws Exception {
    var handler =
        good()
            .expanding(
                (references, context, sink) -> {
                  throw ResourceException.of(Kind.DENIED, null, "not trusted");
                });
    assertThat(Outcomes.of(resolver(handler, 1), "xx:a", "xx:b"))
        .containsExactly("failed xx:a DENIED: not trusted");
  }

  @Test
  void doesNotLetOneHandlerHideAnother() throws Exception {
    var broken =
        ScriptedHandler.of("yy")
            .expanding(
                (references, context, sink) -> {
                  throw new IllegalStateException("broken");
                });
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(good(), broken)).workspace(workspace).build();
    assertThat(Outcomes.of(resolver, "xx:a", "yy:b", "xx:c"))
        .containsExactly(
            "resolved xx:a",
            "failed yy:b FAILED: " + HANDLER + "java.lang.IllegalStateException: broken",
            "resolved xx:c");
  }

  @Test
  void failsForWhatWasNamedExactlyAndLeavesOutWhatWasNot() throws Exception {
    var handler =
        good()
            .expanding(
                (references, context, sink) -> {
                  for (Reference reference : references) {
                    sink.candidate(
                        reference,
                        new Candidate(
                            ResourceUri.of(reference.target()),
                            null,
                            Candidate.UNKNOWN_SIZE,
                            reference.position() == 0,
                            null));
                  }
                })
            .resolving(
                (uri, context) -> {
                  String name = uri.value().substring("xx:".length());
                  Kind kind = Kind.valueOf(name.substring(0, name.indexOf('/')));
                  throw ResourceException.of(kind, uri.value(), "so it is");
                });
    for (Kind kind : Kind.values()) {
      String uri = "xx:" + kind + "/";
      String skipped =
          switch (kind) {
            case TOO_LARGE -> "skipped " + uri + "2 too-large: so it is";
            case NOT_FOUND, DENIED -> "skipped " + uri + "2 unreadable: so it is";
            default -> "failed " + uri + "2 " + kind + ": so it is";
          };
      assertThat(Outcomes.of(resolver(handler, 1), uri + "1", uri + "2"))
          .containsExactly("failed " + uri + "1 " + kind + ": so it is", skipped);
    }
  }

  @Test
  void limitsResourcesThatAHandlerBuildsItself() throws Exception {
    var handler =
        good()
            .resolving(
                (uri, context) -> {
                  int size = Integer.parseInt(uri.value().substring("xx:".length()));
                  return List.of(
                      Resource.builder(uri, ResourceContent.blob(new byte[size]))
                          .mimeType("a/b")
                          .build());
                });
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace).maxBytes(3).build();
    assertThat(Outcomes.of(resolver, "xx:3", "xx:4", "xx:0"))
        .containsExactly(
            "resolved xx:3",
            "failed xx:4 TOO_LARGE: is larger than the limit of 3 bytes",
            "resolved xx:0");
  }

  @Test
  void leavesOutALargeResourceThatWasNotNamedExactly() throws Exception {
    var handler =
        good()
            .expanding(
                (references, context, sink) ->
                    sink.candidate(
                        references.get(0),
                        new Candidate(ResourceUri.of("xx:big"), null, -1, false, null)));
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace).maxBytes(3).build();
    assertThat(Outcomes.of(resolver, "xx:*"))
        .containsExactly("skipped xx:big too-large: is larger than the limit of 3 bytes");
  }

  @Test
  void leavesOutWhatWouldExceedTheTotal() throws Exception {
    var handler =
        good()
            .resolving(
                (uri, context) -> {
                  int size = Integer.parseInt(uri.value().substring(3, 4));
                  return ScriptedHandler.text(uri, "x".repeat(size));
                });
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(handler))
            .workspace(workspace)
            .jobs(4)
            .maxTotalBytes(10)
            .build();
    for (int run = 0; run < 50; run++) {
      assertThat(Outcomes.of(resolver, "xx:6a", "xx:5b", "xx:4c", "xx:1d", "xx:0e"))
          .containsExactly(
              "resolved xx:6a",
              "skipped xx:5b over-limit: its 5 bytes would exceed the total of 10 bytes",
              "resolved xx:4c",
              "skipped xx:1d over-limit: its 1 bytes would exceed the total of 10 bytes",
              "resolved xx:0e");
    }
  }

  private void assertOnlyBadFails(String problem, ScriptedHandler.Resolve bad) throws Exception {
    var handler =
        good().resolving((uri, context) -> isBad(uri) ? bad.resolve(uri, context) : text(uri));
    for (int jobs = 1; jobs <= 2; jobs++) {
      assertThat(Outcomes.of(resolver(handler, jobs), "xx:a", "xx:bad1", "xx:b", "xx:bad2", "xx:c"))
          .containsExactly(
              "resolved xx:a",
              "failed xx:bad1 " + problem,
              "resolved xx:b",
              "failed xx:bad2 " + problem,
              "resolved xx:c");
    }
  }

  private Resolver resolver(ScriptedHandler handler, int jobs) throws IOException {
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace).jobs(jobs).build();
  }

  private static ScriptedHandler good() {
    return ScriptedHandler.of("xx");
  }

  private static boolean isBad(ResourceUri uri) {
    return uri.value().startsWith("xx:bad");
  }

  private static List<Resource> text(ResourceUri uri) {
    return ScriptedHandler.text(uri, "good");
  }

  @SuppressWarnings("InfiniteRecursion") // the mistake that this is about
  private static List<Resource> recurse(ResourceUri uri, HandlerContext context) {
    return recurse(uri, context).subList(0, 0);
  }

  /** Throws what Java would not let pass, as a handler in Kotlin or Scala may. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException undeclared(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
