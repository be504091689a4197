package dev.attache.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.core.run.RunScope;
import dev.attache.core.run.RunScopes;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.test.ScriptedHandler;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a handler is given, and what becomes of what it gives back. */
class ResolverContextTest {

  @TempDir Path workspace;

  /** Counts how many of it were made and closed. */
  private final AtomicInteger made = new AtomicInteger();

  private final AtomicInteger closed = new AtomicInteger();

  private interface Pool extends Closeable {}

  @BeforeEach
  void useTheRealPath() throws Exception {
    workspace = workspace.toRealPath();
  }

  @Test
  void keepsOneObjectOfATypeForARunAndClosesItAtTheEnd() throws Exception {
    var seen = Collections.synchronizedSet(new HashSet<Pool>());
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  seen.add(pool(context));
                  assertThat(closed.get()).isEqualTo(made.get() - 1);
                  return ScriptedHandler.text(uri, "");
                });
    Resolver resolver = builder(handler).jobs(4).build();
    for (int run = 1; run <= 3; run++) {
      assertThat(Outcomes.of(resolver, "xx:1", "xx:2", "xx:3", "xx:4", "xx:5"))
          .allMatch(line -> line.startsWith("resolved"));
      assertThat(made).hasValue(run);
      assertThat(closed).hasValue(run);
    }
    assertThat(seen).hasSize(3);
  }

  @Test
  void keepsTheObjectsOfSeveralHandlersApart() throws Exception {
    var first = ScriptedHandler.of("xx").resolving((u, c) -> ScriptedHandler.text(u, pool(c) + ""));
    var second =
        ScriptedHandler.of("yy").resolving((u, c) -> ScriptedHandler.text(u, pool(c) + ""));
    Outcomes.of(builder(first, second).build(), "xx:1", "yy:1");
    assertThat(made).hasValue(2);
    assertThat(closed).hasValue(2);
  }

  @Test
  void closesTheObjectsOfARunThatIsClosedEarly() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  pool(context);
                  sink.note(references.get(0), "made");
                });
    try (Resolution resolution = builder(handler).build().resolve(List.of("xx:1"))) {
      resolution.next();
    }
    assertThat(closed).hasValue(1);
  }

  @Test
  void closesTheYoungestObjectFirst() {
    var order = new ArrayList<String>();
    try (RunScope scope = new RunScope()) {
      scope.get(Pool.class, () -> () -> order.add("first"));
      scope.get(AutoCloseable.class, () -> () -> order.add("second"));
    }
    assertThat(order).containsExactly("second", "first");
  }

  @Test
  void makesNoObjectForARunThatHasEnded() {
    var scope = new RunScope();
    scope.close();
    assertThatThrownBy(() -> scope.get(Pool.class, () -> made::incrementAndGet))
        .isInstanceOf(CancellationException.class)
        .hasMessage("the run has ended");
    assertThat(made).hasValue(0);
  }

  @Test
  void keepsNothingForAHandlerThatIsFirstAskedAfterTheRunHasEnded() {
    var scopes = new RunScopes();
    List<RegisteredHandler> handlers =
        HandlerRegistry.of(ScriptedHandler.of("xx"), ScriptedHandler.of("yy")).handlers();
    scopes.of(handlers.get(0)).get(Pool.class, () -> closed::incrementAndGet);
    scopes.close();
    assertThat(closed).hasValue(1);
    for (RegisteredHandler handler : handlers) {
      assertThatThrownBy(() -> scopes.of(handler).get(Pool.class, () -> made::incrementAndGet))
          .isInstanceOf(CancellationException.class)
          .hasMessage("the run has ended");
    }
    assertThat(made).hasValue(0);
  }

  @Test
  void closesTheOtherObjectsWhenOneCannotBeClosed() {
    var scope = new RunScope();
    scope.get(AutoCloseable.class, () -> closed::incrementAndGet);
    scope.get(
        Pool.class,
        () ->
            () -> {
              throw new IllegalStateException("cannot be closed");
            });
    scope.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void passesNotesOnWithTheResourceThatTheyAreAbout() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  context.note(uri, "cut after 3 lines");
                  context.note(uri, "may be out of date");
                  context.note(ResourceUri.of("xx:other"), "about something else");
                  return ScriptedHandler.text(uri, "");
                });
    assertThat(resolveOne(builder(handler).build(), "xx:1").notes())
        .containsExactly("cut after 3 lines", "may be out of date");
  }

  @Test
  void keepsNotesFromFloodingAResource() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  for (int i = 0; i < 300_000; i++) {
                    context.note(uri, i % 2 == 0 ? "cut" : "part " + i);
                  }
                  return ScriptedHandler.text(uri, "");
                });
    assertThat(resolveOne(builder(handler).build(), "xx:1").notes())
        .hasSize(11)
        .startsWith("cut (150,000 times)", "part 1")
        .endsWith("part 17", "and 149,991 more");
  }

  @Test
  void givesAHandlerItsOwnConfigurationInOrder() throws Exception {
    var section = new LinkedHashMap<String, Object>();
    for (int i = 20; i > 0; i--) {
      section.put("key" + i, i);
    }
    var seen = new AtomicReference<Map<String, Object>>(Map.of("not", "asked"));
    Resolver resolver =
        builder(
                ScriptedHandler.of("xx")
                    .expanding((r, c, s) -> seen.set(c.configuration().values())))
            .configuration("yy", Map.of("key", "of another"))
            .configuration("xx", section)
            .build();
    section.put("key0", "too late");
    Outcomes.of(resolver, "xx:1");
    Map<String, Object> given = Objects.requireNonNull(seen.get());
    assertThat(given.keySet()).hasSize(20).startsWith("key20", "key19").endsWith("key1");
    assertThatThrownBy(() -> given.put("key", 1)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void givesAHandlerWithoutConfigurationAnEmptyOne() throws Exception {
    var seen = new AtomicReference<Map<String, Object>>(Map.of("not", "asked"));
    var handler =
        ScriptedHandler.of("xx").expanding((r, c, s) -> seen.set(c.configuration().values()));
    Outcomes.of(builder(handler).build(), "xx:1");
    assertThat(seen.get()).isEmpty();
  }

  @Test
  void handsServicesDown() throws Exception {
    var clock = Clock.systemUTC();
    var seen = new ArrayList<Object>();
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  seen.add(context.service(Clock.class));
                  seen.add(context.service(Pool.class));
                });
    Outcomes.of(builder(handler).service(Clock.class, clock).build(), "xx:1");
    assertThat(seen).containsExactly(Optional.of(clock), Optional.empty());
  }

  @Test
  void hasEachPolicyAskedAboutPlaces() throws Exception {
    var seen = new ArrayList<Object>();
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  UriPolicy policy = context.service(UriPolicy.class).orElseThrow();
                  for (String each : List.of("xx:1", "xx:2", "xx:3")) {
                    seen.add(String.valueOf(policy.refusal(ResourceUri.of(each), Requester.MODEL)));
                  }
                });
    Resolver first = builder(handler).service(UriPolicy.class, refusing("xx:1")).build();
    Outcomes.of(first.asking(refusing("xx:2")), "xx:1");
    Outcomes.of(first, "xx:1");
    assertThat(seen)
        .containsExactly("is not xx:1", "is not xx:2", "null", "is not xx:1", "null", "null");
  }

  private static UriPolicy refusing(String place) {
    return (uri, requester) -> uri.value().equals(place) ? "is not " + place : null;
  }

  @Test
  void showsTheRealPathsOfTheWorkspaceAndItsRoots() throws Exception {
    Path real = Files.createDirectory(workspace.resolve("real"));
    Path link = Files.createSymbolicLink(workspace.resolve("link"), real);
    var seen = new ArrayList<Object>();
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  seen.add(context.workspace());
                  seen.add(context.roots());
                  seen.add(context.maxBytes());
                });
    Outcomes.of(
        Resolver.builder(HandlerRegistry.of(handler))
            .workspace(link)
            .addRoot(workspace)
            .maxBytes(5)
            .build(),
        "xx:1");
    assertThat(seen).containsExactly(real, List.of(real, workspace), 5L);
  }

  @Test
  void needsDirectories() throws Exception {
    Path file = Files.createFile(workspace.resolve("file"));
    var registry = HandlerRegistry.of();
    assertThatThrownBy(() -> Resolver.builder(registry).workspace(file).build())
        .isInstanceOf(NotDirectoryException.class)
        .hasMessage(file.toString());
    assertThatThrownBy(() -> builder().addRoot(file).build())
        .isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> builder().addRoot(workspace.resolve("missing")).build())
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void refusesLimitsThatMakeNoSense() {
    assertThatThrownBy(() -> builder().jobs(0)).hasMessage("jobs (0) must be at least 1");
    assertThatThrownBy(() -> builder().maxBytes(-1))
        .hasMessage("max bytes (-1) must not be negative");
    assertThatThrownBy(() -> builder().maxTotalBytes(-1))
        .hasMessage("max total bytes (-1) must not be negative");
  }

  @Test
  void takesTheDeclaredTypeOfAResourceThatAHandlerBuildsItself() throws Exception {
    Snapshot snapshot = resolveOne(builder(ScriptedHandler.of("xx")).build(), "xx:1");
    assertThat(snapshot.resource().mimeType()).isEqualTo("text/plain");
    assertThat(snapshot.source()).isEqualTo("xx");
    assertThat(snapshot.key().digest()).isEqualTo(snapshot.resource().content().digest());
  }

  @Test
  void decidesOnTheTypeOfATextThatAHandlerWasGiven() throws Exception {
    String text = "\ufeff\u0000 fn main() {}\r\n";
    assertThat(typeOfText(text, new ContentHints("main.rs", null))).isEqualTo("text/x-rust");
    assertThat(typeOfText(text, new ContentHints("x", "text/Markdown; charset=latin1")))
        .isEqualTo("text/markdown");
    assertThat(typeOfText(text, new ContentHints(null, "application/octet-stream")))
        .isEqualTo("text/plain");
    assertThat(typeOfText(text, new ContentHints(null, "no type"))).isEqualTo("text/plain");
  }

  private String typeOfText(String text, ContentHints hints) throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .resolving((uri, c) -> List.of(c.read(uri, Text.of(text), hints).build()));
    Snapshot snapshot = resolveOne(builder(handler).build(), "xx:1");
    assertThat(snapshot.resource().content()).isInstanceOf(Text.class);
    assertThat(snapshot.resource().content().open().readAllBytes()).isEqualTo(text.getBytes(UTF_8));
    assertThat(snapshot.type().declared()).isEqualTo(hints.declaredType());
    return String.valueOf(snapshot.resource().mimeType());
  }

  @Test
  void countsATextThatAHandlerWasGiven() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .resolving((uri, c) -> List.of(c.read(uri, Text.of("äöü"), ContentHints.NONE).build()));
    assertThat(Outcomes.of(builder(handler).maxBytes(6).build(), "xx:1"))
        .containsExactly("resolved xx:1");
    assertThat(Outcomes.of(builder(handler).maxBytes(5).build(), "xx:1"))
        .containsExactly("failed xx:1 TOO_LARGE: is larger than the limit of 5 bytes");
  }

  @Test
  void givesWhatCouldBeReadBesideWhatCouldNot() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, c) -> {
                  c.fail(ResourceException.of(Kind.FAILED, uri.value(), "half of it is broken"));
                  c.fail(ResourceException.of(Kind.TOO_LARGE, uri.value(), "too much"));
                  return ScriptedHandler.text(uri, "the other half");
                });
    assertThat(Outcomes.of(builder(handler).build(), "xx:1"))
        .containsExactly(
            "resolved xx:1",
            "failed xx:1 FAILED: half of it is broken",
            "failed xx:1 TOO_LARGE: too much");
  }

  @Test
  void takesTheSourceThatTheHandlerNames() throws Exception {
    Resolver resolver =
        builder(
                ScriptedHandler.of("mcp").naming(uri -> "mcp:" + uri.length()),
                ScriptedHandler.of("git+ssh"))
            .build();
    assertThat(resolveOne(resolver, "mcp+github+repo://x").source()).isEqualTo("mcp:19");
    assertThat(resolveOne(resolver, "mcp:x").source()).isEqualTo("mcp:5");
    assertThat(resolveOne(resolver, "git+ssh:x").source()).isEqualTo("git+ssh");
  }

  @Test
  void takesNoSourceOfAnotherHandlerOrOfATool() throws Exception {
    for (String claimed : new String[] {"file", "tool:grep", "mcpx", "", ":"}) {
      Resolver resolver = builder(ScriptedHandler.of("mcp").naming(uri -> claimed)).build();
      assertThat(resolveOne(resolver, "mcp:x").source()).isEqualTo("mcp");
    }
  }

  @Test
  void canonicalizesWithTheHandlerOfTheScheme() throws Exception {
    Resolver resolver = builder(ScriptedHandler.of("xx")).build();
    assertThat(resolver.canonicalize("xx:1")).isEqualTo(ResourceUri.of("xx:1"));
    assertProblem(
        Kind.UNSUPPORTED_SCHEME,
        "no handler for the scheme \"zz\" (known: xx), and no file of that name",
        () -> resolver.canonicalize("zz:1"));
    assertProblem(
        Kind.INVALID_URI,
        "must not contain control characters",
        () -> resolver.canonicalize("xx:a\nb"));
  }

  @Test
  void reportsAHandlerThatFailsToCanonicalize() throws Exception {
    Resolver resolver = Resolver.builder(HandlerRegistry.of(new Uncanonical())).build();
    assertProblem(
        Kind.FAILED,
        "the handler dev.attache.core.ResolverContextTest$Uncanonical failed:"
            + " java.lang.IllegalStateException: broken",
        () -> resolver.canonicalize("xx:1"));
  }

  private static final class Uncanonical implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("xx");
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
      throw new IllegalStateException("broken");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      return List.of();
    }
  }

  private static void assertProblem(Kind kind, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ResourceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }

  private Resolver.Builder builder(ScriptedHandler... handlers) {
    return Resolver.builder(HandlerRegistry.of(handlers)).workspace(workspace);
  }

  private Pool pool(HandlerContext context) {
    return context.perRun(
        Pool.class,
        () -> {
          made.incrementAndGet();
          return closed::incrementAndGet;
        });
  }

  private static Snapshot resolveOne(Resolver resolver, String reference) {
    try (Resolution resolution = resolver.resolve(List.of(reference))) {
      return ((Outcome.Resolved) resolution.next()).snapshot();
    }
  }
}
