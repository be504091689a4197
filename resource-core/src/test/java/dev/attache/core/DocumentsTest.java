package dev.attache.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.spi.ContentHints;
import dev.attache.test.ScriptedHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("the processes that convert")
class DocumentsTest {

  private static final String ORDERS = "application/x-orders";

  /** What makes bytes no text. */
  private static final String NUL = " \u0000";

  @TempDir Path workspace;

  @TempDir Path cache;

  private final AtomicInteger asked = new AtomicInteger();
  private @Nullable DocumentConverter converter;

  @AfterEach
  void close() {
    if (converter != null) {
      converter.close();
    }
  }

  @Test
  void areShownAsMarkdownAndStayWhatTheyAre() throws IOException {
    Snapshot snapshot = read("xx:1", "hello" + NUL);
    Resource resource = snapshot.resource();
    assertThat(resource.content()).isEqualTo(bytes("hello" + NUL));
    assertThat(resource.mimeType()).isEqualTo(ORDERS);
    assertThat(resource.formatted()).isEqualTo("# hello" + NUL + "\n");
    assertThat(snapshot.notes())
        .containsExactly("converted to Markdown by obedient 1.0: 1 page", "Done as ordered.");
  }

  @Test
  void areOnlyNamedWhereTheyCannotBeConverted() throws IOException {
    Snapshot snapshot = read("xx:1", "encrypted" + NUL);
    assertThat(snapshot.resource().formatted()).isNull();
    assertThat(snapshot.notes()).containsExactly("not converted: it is encrypted");
  }

  /** Its converter sleeps for longer than the item may take, and uses hardly any of its time. */
  @Test
  void areConvertedWhileTheClockOfTheItemStands() throws IOException {
    Resolver resolver = builder("sleep 9000" + NUL).timeout(Duration.ofSeconds(2)).build();
    assertThat(first(resolver, "xx:1").resource().formatted())
        .isEqualTo("# sleep 9000" + NUL + "\n");
  }

  @Test
  void haveNoMoreTimeThanTheItem() throws IOException {
    Resolver resolver = builder("spin" + NUL).timeout(Duration.ofSeconds(2)).build();
    assertThat(first(resolver, "xx:1").notes())
        .containsExactly("not converted: it took longer than 2 s of processor time");
  }

  @Test
  void areLeftAsTheyAreWhenThatIsWanted() throws IOException {
    Resolver resolver = builder("hello" + NUL).showAsIs(true).build();
    Snapshot snapshot = first(resolver, "xx:1");
    assertThat(snapshot.resource().formatted()).isNull();
    assertThat(snapshot.notes()).isEmpty();
    assertThat(asked).hasValue(0);
  }

  @Test
  void areTextsToo() throws IOException {
    assertThat(read("xx:1", "hello").resource().formatted()).isEqualTo("# hello\n");
  }

  @Test
  void haveNobodyAskedAboutPlainTexts() throws IOException {
    for (String type : new String[] {"text/plain", "text/x-java-source"}) {
      Resolver resolver =
          Resolver.builder(
                  HandlerRegistry.of(
                      ScriptedHandler.of("xx")
                          .resolving(
                              (uri, context) ->
                                  List.of(
                                      Resource.builder(uri, ResourceContent.text("hello"))
                                          .mimeType(type)
                                          .build()))))
              .workspace(workspace)
              .documents(this::converter)
              .build();
      assertThat(first(resolver, "xx:1").resource().formatted()).isNull();
    }
    assertThat(asked).hasValue(0);
  }

  @Test
  void haveTheirPartsAsContentsOfTheirOwn() throws IOException {
    Snapshot snapshot = first(selecting("page=3-7", "selector" + NUL), "xx:1");
    assertThat(snapshot.resource().content()).isEqualTo(ResourceContent.text("page=3-7"));
    assertThat(snapshot.resource().mimeType()).isEqualTo("text/markdown");
    assertThat(snapshot.type().why()).isEqualTo("converted from application/x-orders");
    assertThat(snapshot.resource().formatted()).isNull();
    assertThat(snapshot.notes()).containsExactly("converted to Markdown by obedient 1.0: page=3-7");
  }

  @Test
  void areNotGivenWholeWhereAPartOfThemWasMeant() throws IOException {
    assertThat(Outcomes.of(selecting("page=3", "encrypted" + NUL), "xx:1"))
        .containsExactly("failed xx:1 FAILED: has no page=3: it is encrypted");
  }

  @Test
  void haveTheirPicturesAsContentsOfTheirOwn() throws IOException {
    Snapshot snapshot = first(selecting("image=2", "picture" + NUL), "xx:1#image=2");
    assertThat(snapshot.resource().uri().value()).isEqualTo("xx:1#image=2");
    assertThat(snapshot.resource().content()).isEqualTo(bytes("PNG of image=2"));
    assertThat(snapshot.resource().mimeType()).isEqualTo("image/png");
    assertThat(snapshot.resource().formatted()).isNull();
    assertThat(snapshot.resource().meta()).isEmpty();
    assertThat(snapshot.type().why()).isEqualTo("declared");
    assertThat(snapshot.notes())
        .containsExactly("taken out by obedient 1.0: image=2", "It is small.");
  }

  @Test
  void saySoWhereThePictureThatIsMeantIsMissing() throws IOException {
    assertThat(Outcomes.of(selecting("image=2", "encrypted" + NUL), "xx:1"))
        .containsExactly("failed xx:1 FAILED: has no image=2: it is encrypted");
    assertThat(Outcomes.of(selecting("image=2", "text" + NUL), "xx:1"))
        .containsExactly("failed xx:1 FAILED: has no image=2: it has no pictures");
  }

  @Test
  void areSeveralWhereSeveralPagesAreMeantAsPictures() throws IOException {
    try (Resolution run =
        selecting("page-image=1-3", "pages" + NUL).resolve(List.of("xx:1#page-image=1-3"))) {
      Snapshot one = ((Outcome.Resolved) run.next()).snapshot();
      Snapshot two = ((Outcome.Resolved) run.next()).snapshot();
      assertThat(run.hasNext()).isFalse();
      assertThat(one.resource().uri().value()).isEqualTo("xx:1#page-image=1");
      assertThat(one.resource().formatted()).isEqualTo("one\n");
      assertThat(one.notes())
          .containsExactly(
              "converted to Markdown by obedient 1.0: page-image=1", "Page 3 is left out.");
      assertThat(two.resource().uri().value()).isEqualTo("xx:1#page-image=2");
      assertThat(two.resource().formatted()).isNull();
      assertThat(two.notes()).containsExactly("taken out by obedient 1.0: page-image=2");
    }
  }

  @Test
  void haveTheirPicturesKeptAsWell() throws IOException {
    Snapshot first = first(selecting("image=2", "picture" + NUL), "xx:1#image=2");
    close();
    converter = null;
    Snapshot second = first(selecting("image=2", "picture" + NUL), "xx:1#image=2");
    assertThat(second.resource()).isEqualTo(first.resource());
  }

  private Resolver selecting(String part, String content) throws IOException {
    ScriptedHandler handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) ->
                    List.of(
                        context
                            .read(
                                uri,
                                new ByteArrayInputStream(content.getBytes(UTF_8)),
                                ContentHints.ofDeclaredType(ORDERS))
                            .meta(PartSelector.META, part)
                            .build()));
    return Resolver.builder(HandlerRegistry.of(handler))
        .workspace(workspace)
        .documents(this::converter)
        .build();
  }

  @Test
  void areConvertedOnceAsLongAsTheyAreTheSame() throws IOException {
    String first = read("xx:1", "pid" + NUL).resource().formatted();
    close();
    converter = null;
    assertThat(read("xx:2", "pid" + NUL).resource().formatted()).isEqualTo(first);
    assertThat(read("xx:3", "pid " + NUL).resource().formatted()).isNotEqualTo(first);
  }

  @Test
  void areConvertedAgainWhereWhatIsKeptIsBroken() throws IOException {
    read("xx:1", "hello" + NUL);
    try (Stream<Path> kept = Files.list(cache)) {
      for (Path each : kept.toList()) {
        Files.write(each, new byte[] {1, 2, 3});
      }
    }
    assertThat(read("xx:2", "hello" + NUL).resource().formatted())
        .isEqualTo("# hello" + NUL + "\n");
  }

  @Test
  void haveTheSecretsInTheirTextFound() throws IOException {
    Resolver resolver = builder("key AKIA" + "QYLPMN5HFIQR7XYA" + NUL).build();
    try (Resolution run = resolver.resolve(List.of("xx:1"))) {
      assertThat(run.next()).isInstanceOf(Outcome.Noted.class);
    }
  }

  @Test
  void areConvertedAlsoWhereTheirBytesAreNotKept() throws IOException {
    Resolver resolver = builder("hello" + NUL + "x".repeat(100_000)).keepContent(false).build();
    try (Resolution run = resolver.resolve(List.of("xx:1"))) {
      Outcome.Resolved resolved = (Outcome.Resolved) run.next();
      assertThat(resolved.snapshot().resource().formatted()).hasSizeGreaterThan(100_000);
    }
  }

  private Snapshot read(String uri, String content) throws IOException {
    return first(builder(content).build(), uri);
  }

  private static Snapshot first(Resolver resolver, String uri) {
    try (Resolution run = resolver.resolve(List.of(uri))) {
      return ((Outcome.Resolved) run.next()).snapshot();
    }
  }

  private Resolver.Builder builder(String content) {
    ScriptedHandler handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) ->
                    List.of(
                        context
                            .read(
                                uri,
                                new ByteArrayInputStream(content.getBytes(UTF_8)),
                                ContentHints.ofDeclaredType(ORDERS))
                            .build()));
    return Resolver.builder(HandlerRegistry.of(handler))
        .workspace(workspace)
        .documents(this::converter);
  }

  private static ResourceContent bytes(String text) {
    return ResourceContent.blob(text.getBytes(UTF_8));
  }

  private synchronized DocumentConverter converter() {
    asked.incrementAndGet();
    if (converter == null) {
      converter =
          DocumentConverter.builder()
              .addConverters(Path.of("target/test-classes"))
              .workers(1)
              .heapBytes(64L << 20)
              .cache(cache)
              .build();
    }
    return converter;
  }
}
