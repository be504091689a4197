package dev.attache.core;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.ScriptedHandler;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a handler gets from the handlers of other schemes. */
class DelegationTest {

  @TempDir Path workspace;

  private Resolver.Builder builder(ResourceHandler... handlers) {
    return Resolver.builder(HandlerRegistry.of(handlers)).workspace(workspace);
  }

  private static ScriptedHandler via(String scheme, String other) {
    return ScriptedHandler.of(scheme)
        .resolving(
            (uri, context) -> {
              Resource read = context.resolve(ResourceUri.of(other)).get(0);
              return List.of(
                  Resource.builder(uri, ResourceContent.text(scheme + "(" + text(read) + ")"))
                      .build());
            });
  }

  private static String text(Resource resource) {
    return resource.content().match(text -> text.value(), blob -> "blob", stored -> "stored");
  }

  private static List<Outcome> outcomes(Resolver resolver, String... references) {
    var outcomes = new ArrayList<Outcome>();
    try (Resolution resolution = resolver.resolve(List.of(references))) {
      resolution.forEach(outcomes::add);
    }
    return outcomes;
  }

  private static String attached(Resolver resolver, String reference) {
    return text(((Outcome.Resolved) outcomes(resolver, reference).get(0)).snapshot().resource());
  }

  @Test
  void isReadThroughAsManyHandlersAsItTakes() throws Exception {
    Resolver resolver =
        builder(via("aa", "bb:1"), via("bb", "cc:1"), ScriptedHandler.of("cc")).build();
    assertThat(attached(resolver, "aa:1")).isEqualTo("aa(bb(cc:1))");
  }

  @Test
  void isOfflineWhereTheRunIs() throws Exception {
    ScriptedHandler last =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) ->
                    ScriptedHandler.text(uri, context.isOffline() ? "cached" : "fetched"));
    for (boolean isOffline : List.of(true, false)) {
      Resolver resolver = builder(via("aa", "bb:1"), last).offline(isOffline).build();
      String expected = isOffline ? "cached" : "fetched";
      assertThat(attached(resolver, "bb:1")).isEqualTo(expected);
      assertThat(attached(resolver, "aa:1")).isEqualTo("aa(" + expected + ")");
    }
  }

  @Test
  void isNeverAskedForByTheUser() throws Exception {
    var seen = new CopyOnWriteArrayList<Requester>();
    ScriptedHandler last =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) -> {
                  seen.add(context.requester());
                  return ScriptedHandler.text(uri, "b");
                });
    Resolver resolver = builder(via("aa", "bb:1"), last).build();
    attached(resolver, "aa:1");
    attached(resolver, "bb:1");
    assertThat(seen).containsExactly(Requester.WORKSPACE, Requester.USER);
  }

  @Test
  void endsWhereItWouldReadItself() throws Exception {
    assertThat(Outcomes.of(builder(via("aa", "bb:1"), via("bb", "aa:1")).build(), "aa:1"))
        .containsExactly("failed aa:1 FAILED: is read for itself: aa:1 -> bb:1 -> aa:1");
    ScriptedHandler deeper =
        ScriptedHandler.of("aa")
            .resolving((uri, context) -> context.resolve(ResourceUri.of(uri.value() + "1")));
    assertThat(Outcomes.of(builder(deeper).build(), "aa:1"))
        .containsExactly(
            "failed aa:1 FAILED: is read for another through more than 8 handlers: aa:1 -> aa:11"
                + " -> aa:111 -> aa:1111 -> aa:11111 -> aa:111111 -> aa:1111111 -> aa:11111111 ->"
                + " aa:111111111");
  }

  @Test
  void countsAgainstTheLimitOfOneResource() throws Exception {
    ScriptedHandler twice =
        ScriptedHandler.of("aa")
            .resolving(
                (uri, context) -> {
                  context.resolve(ResourceUri.of("bb:12345"));
                  context.resolve(ResourceUri.of("bb:67890"));
                  return ScriptedHandler.text(uri, "a");
                });
    ScriptedHandler other = ScriptedHandler.of("bb");
    assertThat(attached(builder(twice, other).maxBytes(16).build(), "aa:1")).isEqualTo("a");
    assertThat(Outcomes.of(builder(twice, other).maxBytes(15).build(), "aa:1", "aa:2"))
        .containsExactly(
            "failed aa:1 TOO_LARGE: with all that is read for the same resource, is larger than the"
                + " limit of 15 bytes",
            "failed aa:2 TOO_LARGE: with all that is read for the same resource, is larger than the"
                + " limit of 15 bytes");
  }

  @Test
  void keepsTheTimeOfTheOneThatAsks() throws Exception {
    var left = new CopyOnWriteArrayList<Duration>();
    ScriptedHandler slow =
        ScriptedHandler.of("bb")
            .limiting(uri -> Duration.ofHours(1))
            .resolving(
                (uri, context) -> {
                  left.add(context.timeout());
                  return ScriptedHandler.text(uri, "b");
                });
    attached(
        builder(via("aa", "bb:1").limiting(uri -> Duration.ofMinutes(1)), slow).build(), "aa:1");
    assertThat(left)
        .singleElement()
        .satisfies(each -> assertThat(each).isLessThanOrEqualTo(Duration.ofMinutes(1)));
  }

  @Test
  void passesOnWhatWasNotedAndWhatFailed() throws Exception {
    ScriptedHandler noting =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) -> {
                  context.note(uri, "is old");
                  context.fail(ResourceException.of(Kind.FAILED, uri.value(), "half is missing"));
                  byte[] wide = "\uFEFFwide".getBytes(UTF_16LE);
                  return List.of(
                      context.read(uri, new ByteArrayInputStream(wide), ContentHints.NONE).build());
                });
    List<Outcome> outcomes = outcomes(builder(via("aa", "bb:1"), noting).build(), "aa:1");
    assertThat(outcomes).hasSize(2);
    Outcome.Resolved resolved = (Outcome.Resolved) outcomes.get(0);
    assertThat(resolved.snapshot().notes())
        .containsExactly("bb:1: charset: converted from UTF-16LE", "bb:1: is old");
    assertThat(Outcomes.line(outcomes.get(1))).isEqualTo("failed aa:1 FAILED: half is missing");
  }

  @Test
  void hasItsContentAlsoWhereOnlyDigestsAreKept() throws Exception {
    byte[] noise = new byte[100_000];
    noise[0] = 'P';
    ScriptedHandler blobs =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) ->
                    List.of(
                        context
                            .read(uri, new ByteArrayInputStream(noise), ContentHints.NONE)
                            .build()));
    Resolver resolver = builder(via("aa", "bb:1"), blobs).keepContent(false).build();
    Outcome.Resolved resolved = (Outcome.Resolved) outcomes(resolver, "aa:1").get(0);
    assertThat(resolved.snapshot().resource().content().size())
        .isEqualTo("aa(blob)".getBytes(UTF_8).length);
  }

  @Test
  void isWhatTheOtherHandlerSays() throws Exception {
    Resolver resolver = builder(via("aa", "bb:1"), via("cc", "aa:1")).build();
    String unknown =
        " UNSUPPORTED_SCHEME: no handler for the scheme \"bb\" (known: aa, cc), and no file of that"
            + " name";
    assertThat(Outcomes.of(resolver, "aa:1", "cc:1"))
        .containsExactly("failed aa:1" + unknown, "failed cc:1" + unknown);
    ScriptedHandler broken =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) -> {
                  throw new IllegalStateException("oh");
                });
    assertThat(Outcomes.of(builder(via("aa", "bb:1"), broken).build(), "aa:1"))
        .containsExactly(
            "failed aa:1 FAILED: the handler dev.attache.test.ScriptedHandler failed:"
                + " java.lang.IllegalStateException: oh");
  }

  /** Reading while another stream is being read must not mix the two. */
  @Test
  void mayBeReadWhileSomethingElseIs() throws Exception {
    ScriptedHandler nested =
        ScriptedHandler.of("aa")
            .resolving(
                (uri, context) -> {
                  var outer =
                      new ByteArrayInputStream("outer".getBytes(UTF_8)) {
                        private boolean asked;

                        @Override
                        public synchronized int read(byte[] bytes, int offset, int length) {
                          if (!asked) {
                            asked = true;
                            try {
                              context.resolve(ResourceUri.of("bb:inner"));
                            } catch (ResourceException e) {
                              throw new AssertionError(e);
                            }
                          }
                          return super.read(bytes, offset, length);
                        }
                      };
                  return List.of(context.read(uri, outer, ContentHints.NONE).build());
                });
    ScriptedHandler inner =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) ->
                    List.of(
                        context
                            .read(
                                uri,
                                new ByteArrayInputStream("the inner one".getBytes(UTF_8)),
                                ContentHints.NONE)
                            .build()));
    assertThat(attached(builder(nested, inner).build(), "aa:1")).isEqualTo("outer");
  }

  @Test
  void isNotReadWhileNothingIsResolved() throws Exception {
    ResourceHandler curious =
        new ResourceHandler() {
          @Override
          public Set<String> schemes() {
            return Set.of("aa");
          }

          @Override
          public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
              throws ResourceException {
            context.resolve(ResourceUri.of("bb:1"));
            return uri;
          }

          @Override
          public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
            return List.of();
          }
        };
    Resolver resolver = builder(curious, ScriptedHandler.of("bb")).build();
    assertThatThrownBy(() -> resolver.canonicalize("aa:1"))
        .hasMessage("can be read for another resource only while that is resolved or expanded");
  }

  @Test
  void isReadByItsOwnHandlerWhereAnotherOffersIt() throws Exception {
    var seen = new CopyOnWriteArrayList<Requester>();
    ScriptedHandler offering =
        ScriptedHandler.of("aa")
            .expanding(
                (references, context, sink) -> {
                  for (Reference reference : references) {
                    sink.candidate(
                        reference,
                        new Candidate(
                            ResourceUri.of("bb:1"),
                            "forged name",
                            5,
                            true,
                            (uri, c) -> new ByteArrayInputStream(new byte[0])));
                  }
                })
            .resolving((uri, context) -> ScriptedHandler.text(uri, "forged"));
    ScriptedHandler owner =
        ScriptedHandler.of("bb")
            .resolving(
                (uri, context) -> {
                  seen.add(context.requester());
                  return ScriptedHandler.text(uri, "real");
                });
    Resolver resolver = builder(offering, owner).build();
    assertThat(attached(resolver, "aa:1")).isEqualTo("real");
    assertThat(seen).containsExactly(Requester.WORKSPACE);
    assertThat(Outcomes.of(resolver, "bb:1", "aa:1"))
        .containsExactly("resolved bb:1", "skipped bb:1 duplicate: named before by bb:1");
    assertThat(seen).hasSize(2).last().isEqualTo(Requester.USER);
    assertThat(Outcomes.of(resolver, "aa:1", "aa:2", "bb:1"))
        .as("what the user names is read for the user, whatever was offered before")
        .containsExactly(
            "resolved bb:1", "skipped bb:1 duplicate: named before by aa:1", "resolved bb:1");
    assertThat(seen).hasSize(4).endsWith(Requester.WORKSPACE, Requester.USER);
    Outcome.Planned planned;
    try (Resolution plan = resolver.plan(List.of("aa:1"))) {
      planned = (Outcome.Planned) plan.next();
    }
    assertThat(planned.candidate().name()).isNull();
    assertThat(planned.candidate().peek()).isNull();
    assertThat(planned.candidate().size()).isEqualTo(Candidate.UNKNOWN_SIZE);
  }

  @Test
  void failsWhereNobodyOwnsWhatIsOffered() throws Exception {
    ScriptedHandler offering =
        ScriptedHandler.of("aa")
            .expanding(
                (references, context, sink) -> {
                  sink.candidate(references.get(0), Candidate.of(ResourceUri.of("zz:1")));
                  sink.candidate(references.get(0), Candidate.of(ResourceUri.of("aa:2")));
                });
    assertThat(Outcomes.of(builder(offering).build(), "aa:1"))
        .containsExactly(
            "failed zz:1 UNSUPPORTED_SCHEME: no handler for the scheme \"zz\" (known: aa), and no"
                + " file of that name",
            "resolved aa:2");
  }

  @Test
  void opensNoFileWhereNoHandlerDoes() throws Exception {
    ScriptedHandler opening =
        ScriptedHandler.of("aa")
            .resolving(
                (uri, context) -> {
                  assertThat(context.open(Path.of("a.txt"))).isNull();
                  return List.of();
                });
    assertThat(Outcomes.of(builder(opening).build(), "aa:1"))
        .containsExactly("failed aa:1 UNSUPPORTED_SCHEME: no handler opens files here");
  }
}
