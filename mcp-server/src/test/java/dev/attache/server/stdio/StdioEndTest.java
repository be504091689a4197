package dev.attache.server.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.Noted;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.session.ClientSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StdioEndTest {

  /** A session with a request that goes on for ever. */
  private static final class Listening implements ClientSession {
    private final CompletableFuture<byte @Nullable []> answer = new CompletableFuture<>();

    @Override
    public CompletableFuture<byte @Nullable []> accept(
        @Nullable Object message, MessageSink related) {
      return answer;
    }

    @Override
    public void endListening() {
      answer.complete("{}".getBytes(UTF_8));
    }

    @Override
    public void close() {}
  }

  @Test
  void endsAndAnswersAtTheEndOfTheInputWhatWouldGoOnForEver() throws IOException {
    var out = new ByteArrayOutputStream();
    var noted = new Noted();
    var in = new ByteArrayInputStream("{\"id\":1}\n".getBytes(UTF_8));
    StdioTransport.serve(in, out, unasked -> new Listening(), noted::note);
    assertThat(out.toString(UTF_8)).isEqualTo("{}\n");
    assertThat(noted.lines).isEmpty();
  }
}
