package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * A call under way on another thread, and somebody who waits for its answer: until it is there, the
 * time is up, or he is interrupted. Where calls may share a connection, as in HTTP/2, an
 * interruption within the client could leave it in a state that the others suffer from; where they
 * do not, {@link InterruptibleCall} needs no other thread.
 */
final class PendingCall implements Runnable {

  private final Call call;
  private final InterruptibleCall.Receiver receiver;
  private final CountDownLatch done = new CountDownLatch(1);
  private @Nullable Answer answer;
  private @Nullable Throwable failure;
  private boolean abandoned;

  private PendingCall(Call call, InterruptibleCall.Receiver receiver) {
    this.call = call;
    this.receiver = receiver;
  }

  /**
   * Makes a call and waits for what comes of it. The client could find a thread itself, but would
   * parse the URL again to name it.
   *
   * @param threads where the call is made
   * @throws InterruptedIOException if the time is up, or the thread was interrupted, whose flag is
   *     then set
   */
  static Answer await(Call call, Executor threads, InterruptibleCall.Receiver receiver, long nanos)
      throws IOException {
    var pending = new PendingCall(call, receiver);
    try {
      threads.execute(pending);
    } catch (RejectedExecutionException e) { // the run is being closed
      var closed = new InterruptedIOException();
      closed.initCause(e);
      throw closed;
    }
    try {
      if (pending.done.await(nanos, TimeUnit.NANOSECONDS)) {
        return pending.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    pending.abandon();
    call.cancel();
    throw new InterruptedIOException();
  }

  @Override
  public void run() {
    Answer received = null;
    Throwable problem = null;
    try (Response response = call.execute()) {
      try {
        received = receiver.receive(response);
      } catch (IOException | RuntimeException | Error e) { // for the one who waits, not for us
        call.cancel(); // or closing would read on, to use the connection again
        problem = e;
      }
    } catch (IOException | RuntimeException | Error e) { // of the call itself, or of closing
      problem = problem == null ? e : problem;
    }
    finish(received, problem); // now that the connection is free, or closed
  }

  private synchronized void finish(@Nullable Answer received, @Nullable Throwable problem) {
    if ((abandoned || problem != null) && received != null) {
      received.close();
    }
    answer = received;
    failure = problem;
    done.countDown();
  }

  private synchronized Answer take() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (answer == null) {
      throw new AssertionError("a call that is done has an answer or a failure");
    }
    return answer;
  }

  private synchronized void abandon() {
    abandoned = true;
    if (answer != null) {
      answer.close();
    }
  }
}
