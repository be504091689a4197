package dev.attache.server.stdio;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.server.Noted;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.session.ClientSession;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StdioTransportTest {

  private final Noted noted = new Noted();
  private final List<EchoSession> sessions = new ArrayList<>();

  private ClientSession open(MessageSink unasked) {
    var session = new EchoSession();
    sessions.add(session);
    return session;
  }

  private List<String> serve(String input) throws IOException {
    return serve(input, PATIENCE);
  }

  private List<String> serve(String input, Duration longestEnd) throws IOException {
    var out = new ByteArrayOutputStream();
    StdioTransport.serve(
        new ByteArrayInputStream(input.getBytes(UTF_8)), out, this::open, noted::note, longestEnd);
    String text = out.toString(UTF_8);
    assertThat(text).matches("(?s)|.*\\n");
    return text.lines().toList();
  }

  @Test
  void answersAllThatIsInFlightAtTheEndOfTheInput() throws IOException {
    assertThat(
            serve(
                "{\"id\":1,\"params\":\"ü\"}\n{\"id\":\"b\"}\r\n\n  \r\n{\"method\":\"n\"}\n"
                    + "{\"id\":3}"))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"result\":\"ü\"}",
            "{\"id\":\"b\",\"result\":null}",
            "{\"id\":3,\"result\":null}");
    assertThat(sessions.get(0).events).endsWith("closed");
    assertThat(noted.lines).isEmpty();
  }

  @Test
  void answersLinesThatCannotBeReadAndGoesOn() throws IOException {
    assertThat(serve("{\"id\":7,\"method\":\"x\",\nhello\n{\"id\":1}\n"))
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32700,"
                + "\"message\":\"the message is not JSON\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,"
                + "\"message\":\"the message is not JSON\"}}",
            "{\"id\":1,\"result\":null}");
    assertThat(noted.lines)
        .containsExactly(
            "line 1 of the input (21 bytes) is not JSON",
            "line 2 of the input (5 bytes) is not JSON");
  }

  @Test
  void notesOnlyTheFirstOfManyBadLines() throws IOException {
    assertThat(serve("bad\n".repeat(1000))).hasSize(1000);
    assertThat(noted.lines)
        .hasSize(11)
        .endsWith("further lines of the input cannot be read: they are answered, not noted");
  }

  @Test
  void answersALineThatIsTooLongUnderItsId() throws IOException {
    String text = "x".repeat(StdioInput.LONGEST);
    assertThat(serve("{\"id\":12,\"params\":\"" + text + "\"}\n{\"id\":1}\n"))
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":12,\"error\":{\"code\":-32600,\"message\":"
                + "\"the message is longer than 16777216 bytes, the limit\"}}",
            "{\"id\":1,\"result\":null}");
  }

  @Test
  void survivesASessionThatThrows() throws IOException {
    assertThat(serve("{\"id\":1,\"method\":\"throw\"}\n{\"method\":\"throw\"}\n{\"id\":2}\n"))
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,"
                + "\"message\":\"internal error: java.lang.IllegalStateException: as asked\"}}",
            "{\"id\":2,\"result\":null}");
  }

  @Test
  void givesUpCallsThatHangSomeTimeAfterTheEnd() throws IOException {
    String input = "{\"id\":1,\"method\":\"hang\"}\n{\"id\":2}\n";
    assertThat(serve(input, Duration.ofSeconds(1)))
        .containsExactly("{\"id\":2,\"result\":null}", "{\"error\":\"closed\"}");
    assertThat(noted.lines)
        .containsExactly("1 call was given up, without an answer 1 s after the end of the input");
  }

  @Test
  void sendsTheNotificationsOfARequestBeforeItsAnswer() throws IOException {
    var input = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      input.append("{\"id\":").append(i).append(",\"params\":{\"notes\":3}}\n");
    }
    List<String> lines = serve(input.toString());
    assertThat(lines).hasSize(400);
    for (int i = 0; i < 100; i++) {
      assertThat(lines.indexOf("{\"id\":" + i + ",\"result\":{\"notes\":3}}"))
          .isGreaterThan(position(lines, i + ".2"))
          .isGreaterThan(position(lines, i + ".1"))
          .isGreaterThan(position(lines, i + ".0"));
    }
  }

  private static int position(List<String> lines, String note) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("\"method\":\"note\"") && lines.get(i).contains('"' + note + '"')) {
        return i;
      }
    }
    throw new AssertionError("no " + note);
  }

  @Test
  void endsAtOnceWhenTheOutputBreaksThoughTheInputStaysOpen() throws Exception {
    Pipe pipe = Pipe.open();
    try (var requests = Channels.newOutputStream(pipe.sink());
        var in = Channels.newInputStream(pipe.source())) {
      requests.write("{\"id\":1}\n".getBytes(UTF_8));
      OutputStream broken =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              throw new IOException("Broken pipe");
            }
          };
      assertThatThrownBy(() -> StdioTransport.serve(in, broken, this::open, noted::note))
          .isInstanceOf(IOException.class)
          .hasMessage("Broken pipe");
      assertThat(sessions.get(0).events).endsWith("closed");
      assertThat(noted.lines).isEmpty();
    }
  }

  @Test
  @Tag("slow")
  void stopsReadingWhileTheClientDoesNotAndLosesNothing() throws Exception {
    Pipe pipe = Pipe.open();
    try (var answers = Channels.newInputStream(pipe.source());
        var out = Channels.newOutputStream(pipe.sink())) {
      int count = 200;
      var flood = new Flood(count, "x".repeat(1 << 20));
      var server =
          new Thread(
              () -> {
                try (out) {
                  StdioTransport.serve(flood, out, this::open, noted::note);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      server.start();
      await().during(Duration.ofMillis(100)).until(() -> flood.isWaitedWith());
      int seen = flood.handedOut.get();
      assertThat(seen).isBetween(60, 160); // MiB: what waits to be written, and what is in flight
      var ids = new ArrayList<String>();
      var lines = new BufferedReader(new InputStreamReader(answers, UTF_8));
      lines.lines().forEach(line -> ids.add(line.substring(0, line.indexOf(','))));
      assertThat(ids).hasSize(count).doesNotHaveDuplicates();
      server.join();
    }
  }

  /** Many requests, made as they are read. */
  private static final class Flood extends InputStream {
    private final int count;
    private final String text;
    private byte[] line = {};
    private int position;
    private volatile Thread reader = Thread.currentThread();
    final AtomicInteger handedOut = new AtomicInteger();

    Flood(int count, String text) {
      this.count = count;
      this.text = text;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    /** Whether who reads it waits for something else. */
    boolean isWaitedWith() {
      return handedOut.get() > 0 && reader.getState() == Thread.State.WAITING;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      reader = Thread.currentThread();
      if (position == line.length) {
        if (handedOut.get() == count) {
          return -1;
        }
        line = ("{\"id\":" + handedOut.get() + ",\"params\":\"" + text + "\"}\n").getBytes(UTF_8);
        position = 0;
        handedOut.incrementAndGet();
      }
      int n = Math.min(length, line.length - position);
      System.arraycopy(line, position, bytes, offset, n);
      position += n;
      return n;
    }
  }

  @Test
  void losesNoCallOfManyThreadsThatShareThePipe() throws Exception {
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    try (var requests = Channels.newOutputStream(there.sink());
        var in = Channels.newInputStream(there.source());
        var answers = Channels.newInputStream(back.source());
        var out = Channels.newOutputStream(back.sink())) {
      var server =
          new Thread(
              () -> {
                try (out) {
                  StdioTransport.serve(in, out, this::open, noted::note);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      server.start();
      var clients = new ArrayList<Thread>();
      for (int i = 0; i < 16; i++) {
        int client = i;
        var thread = new Thread(() -> call(requests, client));
        thread.start();
        clients.add(thread);
      }
      var ends =
          new Thread(
              () -> {
                try (requests) {
                  for (Thread client : clients) {
                    client.join();
                  }
                } catch (IOException | InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      ends.start();
      List<String> lines = new String(answers.readAllBytes(), UTF_8).lines().toList();
      assertThat(lines).hasSize(16 * 300).doesNotHaveDuplicates();
      assertThat(lines).allMatch(line -> line.matches("\\{\"id\":\"\\d+-\\d+\",\"result\":null}"));
      server.join();
    }
  }

  private static void call(OutputStream requests, int client) {
    try {
      for (int i = 0; i < 300; i++) {
        byte[] line = ("{\"id\":\"" + client + "-" + i + "\"}\n").getBytes(UTF_8);
        synchronized (requests) {
          requests.write(line);
          requests.flush();
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
