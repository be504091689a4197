package dev.attache.server.stdio;

import dev.attache.server.session.ClientSession;
import dev.attache.server.session.SessionSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams of a server, with one client at the other end: a message a line.
 *
 * <p>A client that does not read is not read either, once much waits for it: what is asked and what
 * is answered are bounded in memory.
 */
public final class StdioTransport {

  /** How long calls may hang, and a client not read, once the client has said its last. */
  private static final Duration LONGEST_END = Duration.ofSeconds(30);

  /** How long what the end of the session brings about may take to be written. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private static final int MOST_MESSAGES = 1000;
  private static final long MOST_BYTES = 64 << 20;

  private final LineWriter output;
  private final IntakeLimit inFlight = new IntakeLimit(MOST_MESSAGES, MOST_BYTES);
  private final Consumer<String> notes;
  private final Duration longestEnd;
  private final AtomicBoolean isDropping = new AtomicBoolean();

  private StdioTransport(OutputStream out, Consumer<String> notes, Duration longestEnd) {
    this.output = new LineWriter(out, MOST_BYTES);
    this.notes = notes;
    this.longestEnd = longestEnd;
  }

  /**
   * Serves one client until the input is at its end and all that was asked is answered, or the
   * output cannot be written any more.
   *
   * @throws IOException if the output cannot be written any more: the client is gone
   */
  public static void serve(
      InputStream in, OutputStream out, SessionSource sessions, Consumer<String> notes)
      throws IOException {
    serve(in, out, sessions, notes, LONGEST_END);
  }

  static void serve(
      InputStream in,
      OutputStream out,
      SessionSource sessions,
      Consumer<String> notes,
      Duration longestEnd)
      throws IOException {
    new StdioTransport(out, notes, longestEnd).serve(in, sessions);
  }

  private void serve(InputStream in, SessionSource sessions) throws IOException {
    try (ClientSession session = sessions.open(this::sendUnasked)) {
      var input = new StdioInput(in, session, inFlight, output, notes);
      CompletableFuture<@Nullable Void> written = start("attache-stdio-out", output);
      CompletableFuture<@Nullable Void> read = start("attache-stdio-in", input);
      var unused = written.thenRun(inFlight::giveUp);
      try {
        CompletableFuture.anyOf(read, written).get();
        session.endListening();
        finish();
      } catch (ExecutionException e) {
        throw new AssertionError(e); // they complete with nothing
      } catch (InterruptedException e) {
        output.end();
        Thread.currentThread().interrupt();
      } finally {
        input.stop();
        inFlight.giveUp();
      }
    } finally {
      end();
    }
    IOException failure = output.failure();
    if (failure != null) {
      throw failure;
    }
  }

  /** Runs a task that may hang in a stream for ever, on a thread that nobody has to wait for. */
  private static CompletableFuture<@Nullable Void> start(String name, Runnable task) {
    var end = new CompletableFuture<@Nullable Void>();
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } finally {
                end.complete(null);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  private void sendUnasked(byte[] message) {
    if (!output.offer(message) && isDropping.compareAndSet(false, true)) {
      notes.accept("the client is not reading; changes are no longer reported to it");
    }
  }

  private void finish() throws InterruptedException {
    int left = inFlight.awaitNone(longestEnd);
    boolean isWritten = output.awaitAll(left == 0 ? longestEnd : LAST_WORDS);
    if (output.failure() == null && (left > 0 || !isWritten)) {
      notes.accept(
          isWritten
              ? left
                  + (left == 1 ? " call was" : " calls were")
                  + " given up, without an answer "
                  + longestEnd.toSeconds()
                  + " s after the end of the input"
              : "answers were given up: the client does not read them");
    }
    if (!isWritten) {
      output.end(); // or what the session still has to say would wait for room
    }
  }

  /** Writes what is left to be written, if that is possible. */
  private void end() {
    try {
      output.awaitAll(LAST_WORDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      output.end();
    }
  }
}
