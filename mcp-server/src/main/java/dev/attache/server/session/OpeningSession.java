package dev.attache.server.session;

import dev.attache.history.StoreException;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session on its way: its conversation is opened and its first turn is recorded on a thread of
 * its own, which nobody has to wait for. Thread-safe.
 */
public final class OpeningSession implements AutoCloseable {

  /** What there is to do. */
  @FunctionalInterface
  public interface Work {
    OpenSession open() throws IOException;
  }

  /** The time to wait for a complete answer. */
  private static final long MOMENT_MILLIS = 1000;

  private final CompletableFuture<OpenSession> session = new CompletableFuture<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private final Thread thread;
  private boolean isOver;

  private OpeningSession(Work work, Consumer<String> notes) {
    thread = new Thread(() -> run(work, notes), "attache-first-attachments");
    thread.setDaemon(true);
  }

  /** Begins the work. */
  public static OpeningSession start(Work work, Consumer<String> notes) {
    var opening = new OpeningSession(work, notes);
    opening.thread.start();
    return opening;
  }

  private void run(Work work, Consumer<String> notes) {
    try {
      OpenSession opened = work.open();
      if (!session.complete(opened)) {
        opened.close(); // the session was closed just then
      }
    } catch (CancellationException e) {
      fail("the session was closed", null);
    } catch (StoreException e) {
      fail(e.message(), notes);
    } catch (IOException e) {
      fail(String.valueOf(e.getMessage()), notes);
    } catch (RuntimeException | Error e) { // the client is told, whatever it is
      fail("internal error: " + e, notes);
    } finally {
      runWaiting();
    }
  }

  private void fail(String why, @Nullable Consumer<String> notes) {
    String message = "the session cannot be opened: " + why;
    session.completeExceptionally(RequestException.of(ErrorAnswer.INTERNAL_ERROR, message));
    if (notes != null) {
      notes.accept(message);
    }
  }

  /**
   * Runs something as soon as the session is open, or cannot be opened; in the order in which that
   * is asked for, which a future would not keep.
   *
   * @param action what takes no time
   */
  public synchronized void whenOver(Runnable action) {
    if (isOver) {
      action.run();
    } else {
      waiting.add(action);
    }
  }

  /** Has a request worked on as soon as the session is open, or cannot be opened. */
  public void whenOver(RunningRequest request, Executor threads) {
    whenOver(() -> begin(request, threads));
  }

  /** Runs a request once the session is open, or after a moment. */
  public void soon(RunningRequest request, Executor threads) {
    var ready = new CompletableFuture<Void>();
    var unused = ready.thenRun(() -> begin(request, threads));
    whenOver(() -> ready.complete(null));
    ready.completeOnTimeout(null, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void begin(RunningRequest request, Executor threads) {
    try {
      threads.execute(request);
    } catch (RejectedExecutionException e) { // or the session has ended, and it with that
      request.refuse("no more threads are available; try again later");
    }
  }

  private synchronized void runWaiting() {
    isOver = true;
    waiting.forEach(Runnable::run);
    waiting.clear();
  }

  /**
   * The session, once it is open.
   *
   * @throws RequestException if it cannot be opened, saying why
   */
  OpenSession opened() throws RequestException {
    try {
      return session.join();
    } catch (CompletionException e) {
      throw refusal(e);
    }
  }

  /**
   * Does nothing while the session is opened, or when it is open.
   *
   * @throws RequestException if it is known that it cannot be opened, saying why
   */
  void requireNotFailed() throws RequestException {
    if (hasFailed()) {
      opened();
    }
  }

  /** Tests whether it is open, or cannot be opened. */
  boolean isOver() {
    return session.isDone();
  }

  /** Whether it is known that it cannot be opened. */
  boolean hasFailed() {
    return session.isCompletedExceptionally();
  }

  private static RequestException refusal(CompletionException e) {
    if (e.getCause() instanceof RequestException refusal) {
      return refusal;
    }
    throw e; // nothing else is given to it
  }

  /** Ends the work, or what has become of it. */
  @Override
  public void close() {
    RequestException closed =
        RequestException.of(ErrorAnswer.INTERNAL_ERROR, "the session was closed");
    if (!session.completeExceptionally(closed) && !session.isCompletedExceptionally()) {
      session.join().close();
    }
    runWaiting();
    thread.interrupt();
  }
}
