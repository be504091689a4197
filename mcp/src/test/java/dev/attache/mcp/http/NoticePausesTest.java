package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.Message;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a stream of notices that has ended is opened again. */
class NoticePausesTest {

  private static final URI ENDPOINT = URI.create("http://localhost/mcp");

  private final List<Long> pauses = new ArrayList<>();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final Deque<BodyReader.Content<Boolean>> opened = new ArrayDeque<>();
  private final NoticeStream stream =
      new NoticeStream(
          content -> {
            opened.add(content);
            return new CompletableFuture<>();
          },
          1 << 20,
          new HttpFailures(Hostile.server("s", List.of("true")), ENDPOINT),
          (task, millis) -> {
            pauses.add(millis);
            waiting.add(task);
          });

  private void request(String method) {
    stream.requested(new Message.Request("1", method, Map.of("uri", "demo:1")));
  }

  @Test
  void growAsLongAsNothingComes() {
    request("resources/subscribe");
    stream.ended();
    while (!waiting.isEmpty()) {
      waiting.remove().run();
      stream.ended();
    }
    assertThat(pauses)
        .containsExactly(250L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L);
    assertThat(opened).hasSize(10);
  }

  @Test
  void areAsLongAsTheServerSaysAndShortAfterSomethingCame() throws McpException {
    request("resources/subscribe");
    stream.ended();
    waiting.remove().run();
    stream.ended();
    waiting.remove().run();
    opened.getLast().add(ByteBuffer.wrap("retry: 400\ndata: {}\n\n".getBytes(UTF_8)));
    stream.ended();
    waiting.remove().run();
    opened.getLast().add(ByteBuffer.wrap("retry: 90000\ndata: {}\n\n".getBytes(UTF_8)));
    stream.ended();
    assertThat(pauses).containsExactly(250L, 500L, 400L, 30000L);
  }

  @Test
  void endInNothingForNobody() {
    stream.ended();
    assertThat(pauses).isEmpty();
    request("resources/subscribe");
    assertThat(pauses).containsExactly(250L);
    request("resources/unsubscribe");
    waiting.remove().run();
    assertThat(opened).isEmpty();
  }

  @Test
  void endInNothingWhenTheConnectionIsClosed() {
    request("resources/subscribe");
    stream.ended();
    stream.close();
    waiting.remove().run();
    stream.ended();
    assertThat(opened).isEmpty();
    assertThat(waiting).isEmpty();
  }
}
