package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TestContextTest {

  private static final ResourceUri URI = ResourceUri.of("mem:a");
  private static final Path WORKSPACE = Path.of("/work");

  private interface First extends Closeable {}

  private interface Second extends Closeable {}

  @Test
  void takesValidUtf8ForText() throws Exception {
    assertThat(read("é".getBytes(UTF_8)).content().isText()).isTrue();
    assertThat(read(new byte[] {'a', 0}).content().isText()).isFalse();
    assertThat(read(new byte[] {(byte) 0xe9}).content().isText()).isFalse();
  }

  @Test
  void keepsTheDeclaredType() throws Exception {
    TestContext context = TestContext.builder(WORKSPACE).build();
    Resource resource =
        context
            .read(URI, new ByteArrayInputStream(new byte[1]), ContentHints.ofDeclaredType("a/b"))
            .build();
    assertThat(resource.mimeType()).isEqualTo("a/b");
  }

  @Test
  void readsUpToTheLimit() throws Exception {
    TestContext context = TestContext.builder(WORKSPACE).maxBytes(3).build();
    assertThat(read(context, new byte[3]).content().size()).isEqualTo(3);
    assertFails(Kind.TOO_LARGE, "larger than 3 bytes", () -> read(context, new byte[4]));
  }

  @Test
  void stopsWhenTheTimeIsUp() {
    TestContext context = TestContext.builder(WORKSPACE).timeout(Duration.ZERO).build();
    assertFails(Kind.TIMEOUT, "the time for reading it is up", () -> read(context, new byte[4]));
  }

  @Test
  void stopsWhenInterrupted() {
    TestContext context = TestContext.builder(WORKSPACE).build();
    Thread.currentThread().interrupt();
    assertFails(Kind.TIMEOUT, "the time for reading it is up", () -> read(context, new byte[4]));
    assertThat(Thread.interrupted()).as("the flag is left as it was").isTrue();
  }

  @Test
  void saysWhyAStreamFails() {
    var broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the disk is gone");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        };
    TestContext context = TestContext.builder(WORKSPACE).build();
    assertFails(
        Kind.FAILED,
        "cannot be read: the disk is gone",
        () -> context.read(URI, broken, ContentHints.NONE));
  }

  @Test
  void makesOneObjectOfATypeAndClosesTheYoungestFirst() throws Exception {
    var closed = new ArrayList<String>();
    try (TestContext context = TestContext.builder(WORKSPACE).build()) {
      First first = context.perRun(First.class, () -> () -> closed.add("first"));
      context.perRun(Second.class, () -> () -> closed.add("second"));
      assertThat(context.perRun(First.class, () -> () -> {})).isSameAs(first);
    }
    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void closesTheOthersWhenOneCannotBeClosed() {
    var closed = new ArrayList<String>();
    TestContext context = TestContext.builder(WORKSPACE).build();
    context.perRun(First.class, () -> () -> closed.add("first"));
    context.perRun(
        Second.class,
        () ->
            () -> {
              throw new IOException("broken");
            });
    assertThatThrownBy(context::close)
        .hasMessage("not all objects of the run can be closed")
        .hasSuppressedException(new IOException("broken"));
    assertThat(closed).containsExactly("first");
  }

  @Test
  void handsOutWhatItWasGiven() {
    TestContext context =
        TestContext.builder(WORKSPACE)
            .addRoot(Path.of("/more"))
            .configuration(Map.of("key", "value"))
            .service(Duration.class, Duration.ZERO)
            .build();
    context.note(URI, "cut");
    assertThat(context.workspace()).isEqualTo(WORKSPACE);
    assertThat(context.roots()).containsExactly(WORKSPACE, Path.of("/more"));
    assertThat(context.configuration().values()).containsEntry("key", "value");
    assertThat(context.service(Duration.class)).contains(Duration.ZERO);
    assertThat(context.service(Path.class)).isEmpty();
    assertThat(context.notes()).containsExactly("mem:a: cut");
  }

  private static Resource read(byte[] bytes) throws ResourceException {
    return read(TestContext.builder(WORKSPACE).build(), bytes);
  }

  private static Resource read(TestContext context, byte[] bytes) throws ResourceException {
    return context.read(URI, new ByteArrayInputStream(bytes), ContentHints.NONE).build();
  }

  private static void assertFails(Kind kind, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ResourceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }
}
