package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.ScriptedHandler;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RereadTest {

  private static final Instant READ_AT = Instant.parse("2026-11-22T03:04:05Z");

  @TempDir Path workspace;

  private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();

  /** Says what it is asked; {@code one:gone} is gone. */
  private final class Witness implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("one");
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
      calls.add("canonicalize " + uri);
      return ResourceUri.of(uri.value().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      calls.add("resolve " + uri + " for " + context.requester());
      if (uri.value().equals("one:gone")) {
        throw ResourceException.of(Kind.NOT_FOUND, uri.value(), "there is nothing");
      }
      return ScriptedHandler.text(uri, uri.value());
    }

    @Override
    public Freshness freshness(
        ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
      calls.add("freshness " + uri + " " + known.name() + " " + readAt);
      if (uri.value().equals("one:broken")) {
        throw new IllegalStateException("broken");
      }
      return uri.value().equals("one:same") ? Freshness.UNCHANGED : Freshness.UNCERTAIN;
    }
  }

  private Resolver resolver() throws IOException {
    var other =
        ScriptedHandler.of("file")
            .resolving(
                (uri, context) -> {
                  throw new AssertionError("no file is meant");
                });
    return Resolver.builder(HandlerRegistry.of(new Witness(), other)).workspace(workspace).build();
  }

  private static KnownAddress known(String address, String reference) {
    return new KnownAddress(ResourceUri.of(address), reference, Requester.WORKSPACE);
  }

  private List<String> reread(KnownAddress... known) throws IOException {
    var lines = new ArrayList<String>();
    try (Resolution resolution = resolver().reread(List.of(known))) {
      resolution.forEach(
          outcome -> lines.add(outcome.reference().position() + " " + Outcomes.line(outcome)));
    }
    return lines;
  }

  @Test
  void readsTheAddressAloneAndForTheOneWhoAsks() throws IOException {
    assertThat(reread(known("one:a", "one:a"))).containsExactly("0 resolved one:a");
    assertThat(calls).containsExactly("canonicalize one:a", "resolve one:a for WORKSPACE");
  }

  @Test
  void readsOneAddressWithOneThreadThatEndsWithIt() throws Exception {
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    var before = Thread.getAllStackTraces().keySet(); // some wait for work of other tests
    Resolver resolver =
        Resolver.builder(
                HandlerRegistry.of(
                    ScriptedHandler.of("one")
                        .resolving(
                            (uri, context) -> {
                              Thread.getAllStackTraces().keySet().stream()
                                  .filter(each -> !before.contains(each))
                                  .filter(each -> each.getName().startsWith("attache-"))
                                  .forEach(threads::add);
                              return ScriptedHandler.text(uri, uri.value());
                            })))
            .workspace(workspace)
            .build();
    try (Resolution resolution = resolver.reread(List.of(known("one:a", "one:a")))) {
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved one:a");
      assertThat(resolution.hasNext()).isFalse();
    }
    assertThat(threads).hasSize(1).noneMatch(Thread::isAlive);
  }

  @Test
  void givesOutcomesAtThePlacesOfTheAddresses() throws IOException {
    assertThat(reread(known("one:a", "x"), known("one:gone", "x"), known("two:b", "x")))
        .containsExactly(
            "0 resolved one:a",
            "1 failed one:gone NOT_FOUND: there is nothing",
            "2 failed two:b UNSUPPORTED_SCHEME: no handler for the scheme \"two\" (known: file,"
                + " one), and no file of that name");
  }

  @Test
  void letsTheHandlerSeeWhatWasWritten() throws IOException {
    reread(known("one:a", "ONE:A"));
    assertThat(calls).contains("canonicalize ONE:A");
  }

  @Test
  void readsByTheAddressWhatWasWrittenForAnotherHandler() throws IOException {
    assertThat(reread(known("one:a", "!*.md"))).containsExactly("0 resolved one:a");
    assertThat(calls).containsExactly("resolve one:a for WORKSPACE");
  }

  @Test
  void isNotMisledByAFileOfThatName() throws IOException {
    Files.writeString(workspace.resolve("one:a"), "a trap");
    assertThat(reread(known("one:a", "one:a"))).containsExactly("0 resolved one:a");
  }

  @Test
  void asksEachHandlerWhatMayHaveChanged() throws IOException {
    assertThat(
            resolver()
                .freshness(List.of(snapshot("one:same"), snapshot("one:b"), snapshot("two:c"))))
        .containsExactly(Freshness.UNCHANGED, Freshness.UNCERTAIN, Freshness.UNKNOWN);
    assertThat(calls)
        .containsExactly(
            "freshness one:same a name " + READ_AT, "freshness one:b a name " + READ_AT);
  }

  @Test
  void knowsNothingFromAHandlerThatFails() throws IOException {
    assertThat(resolver().freshness(List.of(snapshot("one:broken"), snapshot("one:same"))))
        .containsExactly(Freshness.UNKNOWN, Freshness.UNCHANGED);
  }

  @Test
  void knowsNothingFromAHandlerThatDoesNotSay() throws IOException {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(ScriptedHandler.of("one")))
            .workspace(workspace)
            .build();
    assertThat(resolver.freshness(List.of(snapshot("one:a")))).containsExactly(Freshness.UNKNOWN);
  }

  private static Snapshot snapshot(String address) {
    ResourceUri uri = ResourceUri.of(address);
    return new Snapshot(
        Resource.builder(uri, ResourceContent.text("x")).name("a name").build(),
        uri,
        "one",
        READ_AT,
        new TypeDecision(null, null, null, "text/plain", "valid text"),
        List.of());
  }
}
