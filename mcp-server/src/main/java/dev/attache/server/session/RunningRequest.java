package dev.attache.server.session;

import dev.attache.history.StoreException;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.McpMethod;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request while it is not answered yet: it waits, or a thread works on it. Thread-safe. */
public final class RunningRequest implements Runnable {

  private final Object id;
  private final Params params;
  private final MethodEntry method;
  private final Consumer<String> notes;
  private final CompletableFuture<byte @Nullable []> answer = new CompletableFuture<>();
  private @Nullable Thread thread;
  private @Nullable AnswerWriter written;
  private @Nullable RequestProgress progress;
  private @Nullable Runnable end;
  private boolean isOver;

  public RunningRequest(Object id, Params params, MethodEntry method, Consumer<String> notes) {
    this.id = id;
    this.params = params;
    this.method = method;
    this.notes = notes;
  }

  Object id() {
    return id;
  }

  Params params() {
    return params;
  }

  /** Tells the client of it while it is not answered, if it asked for that. */
  void tellProgress(MessageSink outlet) {
    Object token = params.progressToken();
    if (token != null) {
      progress = RequestProgress.start(token, outlet);
    }
  }

  /** Says what is to be done when it is answered or given up; before it is worked on. */
  void whenOver(Runnable action) {
    end = action;
  }

  /** The bytes of the answer; null if the request was given up. */
  public CompletableFuture<byte @Nullable []> answer() {
    return answer;
  }

  @Override
  public void run() {
    synchronized (this) {
      if (isOver) {
        return;
      }
      thread = Thread.currentThread();
    }
    RequestProgress told = progress;
    if (told != null) {
      told.work();
    }
    byte @Nullable [] bytes = null;
    try {
      bytes = bytes();
    } finally {
      synchronized (this) {
        thread = null;
        if (isOver) {
          Thread.interrupted(); // it was meant for this request, not for the next
        }
      }
      if (bytes == null) {
        cancel(); // not even an error could be written; who waits must not wait for ever
      }
    }
    Runnable action = written == null ? null : written.sent();
    written = null; // it holds the bytes once more
    end(bytes, action);
  }

  /** Gives the request up: whoever works on it is interrupted, and no answer is sent. */
  public void cancel() {
    synchronized (this) {
      if (isOver) {
        return;
      }
      isOver = true;
      if (thread != null) {
        thread.interrupt();
      }
    }
    complete(null);
  }

  /** Answers that it cannot be worked on, unless it was given up already. */
  void refuse(String why) {
    end(failed(why), null);
  }

  /**
   * Ends it with an answer, unless it was given up before.
   *
   * @param sent the action to run before the client gets the answer; null for none
   */
  private void end(byte @Nullable [] bytes, @Nullable Runnable sent) {
    synchronized (this) {
      if (isOver) {
        return;
      }
      isOver = true;
    }
    if (sent != null) {
      sent.run();
    }
    complete(bytes);
  }

  private void complete(byte @Nullable [] bytes) {
    RequestProgress told = progress;
    if (told != null) {
      told.end();
    }
    Runnable action = end;
    if (action != null) {
      action.run();
    }
    answer.complete(bytes);
  }

  private byte[] bytes() {
    try {
      McpMethod body = method.source().get();
      var out = new AnswerWriter(id, method.head());
      body.answer(params, out);
      byte[] bytes = out.end();
      written = out; // else nothing of it is sent
      return bytes;
    } catch (RequestException e) {
      return (params.isStateless() ? e.ofStateless() : e).answer(id);
    } catch (StoreException e) {
      return failed(e.message(), e.isTransient());
    } catch (IOException e) {
      String message = e.getMessage();
      return failed(message == null ? e.toString() : message);
    } catch (OutOfMemoryError e) {
      return failed("out of memory for the answer: set ATTACHE_JAVA_OPTS=-Xmx1g");
    } catch (RuntimeException | Error e) { // one broken request ends nothing else
      return failed("internal error: " + e);
    }
  }

  private synchronized boolean isGivenUp() {
    return isOver;
  }

  private byte[] failed(String message) {
    return failed(message, false);
  }

  private byte[] failed(String message, boolean isTransient) {
    if (!isGivenUp()) { // else it failed because of that
      notes.accept("a request failed: " + message);
    }
    return (isTransient
            ? RequestException.passing(ErrorAnswer.INTERNAL_ERROR, message)
            : RequestException.of(ErrorAnswer.INTERNAL_ERROR, message))
        .answer(id);
  }
}
