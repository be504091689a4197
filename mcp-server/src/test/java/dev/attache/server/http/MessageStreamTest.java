package dev.attache.server.http;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MessageStreamTest {

  private final MessageStream stream = new MessageStream(7);

  private void send(String text) {
    stream.send(text.getBytes(UTF_8));
  }

  private static String next(MessageStream.Reader reader) throws InterruptedException {
    byte[] message = reader.next(0);
    return message == null ? "" : new String(message, UTF_8);
  }

  @Test
  void messagesComeInOrder() throws Exception {
    send("a");
    send("b");
    MessageStream.Reader reader = stream.read();
    assertThat(reader.position()).isEqualTo("7-0");
    assertThat(next(reader)).isEqualTo("a");
    assertThat(reader.position()).isEqualTo("7-1");
    assertThat(next(reader)).isEqualTo("b");
    assertThat(next(reader)).isEmpty();
    assertThat(reader.isAtEnd()).isFalse();
  }

  @Test
  void whatWasNotWrittenIsReadAgain() throws Exception {
    send("a");
    send("b");
    MessageStream.Reader broken = stream.read();
    next(broken);
    broken.written();
    next(broken);
    assertThat(next(stream.read())).isEqualTo("b");
  }

  @Test
  void aNewReaderEndsTheOneBefore() throws Exception {
    MessageStream.Reader first = stream.read();
    var waiting = CompletableFuture.supplyAsync(() -> awaitEnd(first));
    MessageStream.Reader second = stream.read();
    send("a");
    assertThat(waiting.join()).isTrue();
    assertThat(next(second)).isEqualTo("a");
  }

  private static boolean awaitEnd(MessageStream.Reader reader) {
    try {
      return reader.next(PATIENCE.toMillis()) == null && reader.isAtEnd();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theEndComesAfterAllMessages() throws Exception {
    send("a");
    stream.end("z".getBytes(UTF_8));
    send("late");
    MessageStream.Reader reader = stream.read();
    assertThat(next(reader)).isEqualTo("a");
    assertThat(reader.isAtEnd()).isFalse();
    assertThat(next(reader)).isEqualTo("z");
    assertThat(reader.isAtEnd()).isTrue();
  }

  @Test
  void theOldestBytesAreDropped() throws Exception {
    send("a".repeat(MessageStream.MAX_BYTES / 2));
    send("b".repeat(MessageStream.MAX_BYTES / 2));
    send("c");
    assertThat(stream.keptBytes()).isEqualTo(MessageStream.MAX_BYTES / 2 + 1);
    MessageStream.Reader reader = stream.read();
    assertThat(next(reader)).startsWith("bb");
    assertThat(reader.position()).isEqualTo("7-2");
    assertThat(next(reader)).isEqualTo("c");
  }

  @Test
  void oneMessageIsKeptHoweverLong() throws Exception {
    send("a".repeat(MessageStream.MAX_BYTES + 1));
    assertThat(next(stream.read())).hasSize(MessageStream.MAX_BYTES + 1);
  }

  @Test
  void theAnswerDropsNothing() throws Exception {
    send("a");
    stream.end(new byte[2 * MessageStream.MAX_BYTES]);
    assertThat(next(stream.read())).isEqualTo("a");
  }

  @Test
  void aLoneAnswerIsToldFromAStream() throws Exception {
    assertThat(stream.awaitFirst(1)).isFalse();
    stream.end("z".getBytes(UTF_8));
    assertThat(stream.awaitFirst(1)).isTrue();
    var other = new MessageStream(8);
    other.send("a".getBytes(UTF_8));
    other.end("z".getBytes(UTF_8));
    assertThat(other.awaitFirst(1)).isFalse();
  }
}
