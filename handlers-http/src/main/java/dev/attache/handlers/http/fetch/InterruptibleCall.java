package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import okhttp3.Call;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * A call under way on the thread that wants its answer, which ends when that thread is interrupted.
 *
 * <p>A thread that reads a socket does not notice an interruption. So it is a channel as far as
 * Java is concerned: whoever interrupts a thread in {@link #enter} closes that, which cancels the
 * call, and with it the connection. Sockets enter the call of their thread around each step that
 * may block ({@link BoundedSocket}); everything else that waits ends by itself.
 */
final class InterruptibleCall extends AbstractInterruptibleChannel {

  private static final ThreadLocal<InterruptibleCall> CURRENT = new ThreadLocal<>();

  private final Call call;
  private final long end;

  private InterruptibleCall(Call call, long nanos) {
    this.call = call;
    this.end = System.nanoTime() + nanos;
  }

  /** Makes an answer of a response that is about to be closed. */
  interface Receiver {
    Answer receive(Response response) throws IOException;
  }

  /** The call that this thread is making; null if it makes none. */
  static @Nullable InterruptibleCall current() {
    return CURRENT.get();
  }

  /**
   * Makes a call.
   *
   * @param nanos how long it may take, which the client holds it to, too
   * @throws InterruptedIOException if the time is up, or the thread was interrupted, whose flag is
   *     then set
   */
  static Answer make(Call call, Receiver receiver, long nanos) throws IOException {
    CURRENT.set(new InterruptibleCall(call, nanos));
    try {
      return answer(call, receiver);
    } catch (Exception e) { // Kotlin throws what it does not declare, such as an interruption
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw failure(e);
    } finally {
      CURRENT.remove();
    }
  }

  private static Answer answer(Call call, Receiver receiver) throws IOException {
    Answer received = null;
    boolean isClosed = false;
    try {
      try (Response response = call.execute()) {
        received = receive(call, receiver, response);
      }
      isClosed = true; // the connection is free
      return received;
    } finally {
      if (!isClosed && received != null) {
        received.close();
      }
    }
  }

  private static Answer receive(Call call, Receiver receiver, Response response)
      throws IOException {
    Answer received = null;
    try {
      received = receiver.receive(response);
      return received;
    } finally {
      if (received == null) {
        call.cancel(); // or closing would read on, to use the connection again
      }
    }
  }

  private static IOException failure(Exception e) {
    if (Thread.currentThread().isInterrupted() || e instanceof InterruptibleDns.LateException) {
      var interrupted = new InterruptedIOException();
      interrupted.initCause(e);
      return interrupted;
    } else if (e instanceof IOException failure) {
      return failure;
    } else if (e instanceof RuntimeException failure) {
      throw failure;
    }
    throw new AssertionError(e); // nothing else is thrown
  }

  /** How much of its time is left, in nanoseconds. */
  long nanosLeft() {
    return end - System.nanoTime();
  }

  /** Begins what may block on the connection; {@link #leave} has to follow. */
  void enter() {
    begin();
  }

  /** Ends what may have blocked. If it was interrupted, the call is cancelled by now. */
  void leave() {
    try {
      end(true);
    } catch (AsynchronousCloseException e) {
      // The flag of the thread says it, and the next step fails.
    }
  }

  @Override
  protected void implCloseChannel() {
    call.cancel();
  }
}
