package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.history.StoreException;
import dev.attache.mcp.wire.JsonValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** All who listen to what changes in a conversation, each by a request. Thread-safe. */
final class Listeners {

  /** How many requests there may be; over HTTP, each keeps a thread. */
  static final int MOST = 64;

  private final ServerOptions options;
  private final SourceChanges changes;
  private final ServerObserver observer;
  private final Executor workers;
  private final Set<Listening> open = ConcurrentHashMap.newKeySet();
  private boolean isEnding;

  Listeners(
      ServerOptions options, SourceChanges changes, ServerObserver observer, Executor workers) {
    this.options = options;
    this.changes = changes;
    this.observer = observer;
    this.workers = workers;
  }

  /** Takes a request; the answer comes when it ends. */
  CompletableFuture<byte @Nullable []> listen(
      Object id, Params params, Outlet outlet, OpeningSession opening) {
    var listening = new Listening(id, params, outlet);
    if (!add(listening)) {
      listening.end(full(id));
      return listening.answer();
    }
    var unused = listening.answer().whenComplete((answer, failure) -> open.remove(listening));
    outlet.whenGone(() -> listening.end(null));
    opening.whenOver(() -> begin(listening, opening));
    return listening.answer();
  }

  private synchronized boolean add(Listening listening) {
    return open.size() < MOST && open.add(listening);
  }

  private static byte[] full(Object id) {
    return RequestException.of(
            ErrorAnswer.INTERNAL_ERROR,
            "there are " + MOST + " subscriptions, which is the most: end one, and try again")
        .answer(id);
  }

  private void begin(Listening listening, OpeningSession opening) {
    try {
      workers.execute(() -> run(listening, opening));
    } catch (RejectedExecutionException e) { // or the session has ended, and it with that
      if (!listening.answer().isDone()) {
        listening.end(failed(listening, "the system gives no more threads: try again later"));
      }
    }
  }

  private void run(Listening listening, OpeningSession opening) {
    try {
      AttachedView attached = opening.opened().attached();
      boolean isToldOf = listening.begin(attached, options.pollEvery(), changes, observer::note);
      if (!isToldOf || isEnding()) {
        listening.end(ended(listening.id()));
      }
    } catch (RequestException e) {
      listening.end(e.ofStateless().answer(listening.id()));
    } catch (StoreException e) {
      listening.end(failed(listening, e.message()));
    } catch (RuntimeException | Error e) { // one broken request ends nothing else
      listening.end(failed(listening, "something is wrong inside the server: " + e));
    }
  }

  private byte[] failed(Listening listening, String message) {
    observer.note("a request failed: " + message);
    return RequestException.of(ErrorAnswer.INTERNAL_ERROR, message).answer(listening.id());
  }

  /** The bytes of the answer that says that the subscription has ended well. */
  private byte[] ended(Object id) {
    var bytes = new AnswerBuffer();
    try (JsonGenerator json = JsonValues.generator(bytes)) {
      json.writeStartObject();
      json.writeStringField("jsonrpc", "2.0");
      json.writeFieldName("id");
      JsonValues.write(id, json);
      json.writeObjectFieldStart("result");
      json.writeStringField("resultType", "complete");
      json.writeObjectFieldStart("_meta");
      json.writeFieldName("io.modelcontextprotocol/subscriptionId");
      JsonValues.write(id, json);
      StatelessMethods.writeServer(json, options.version());
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a buffer takes all bytes
    }
    return bytes.toByteArray();
  }

  /** Tells those who want to know that something was attached. */
  void listChanged() {
    open.forEach(Listening::listChanged);
  }

  /** Compares with what is attached now, after something was attached. */
  void attachedAnew(AttachedView attached) throws StoreException {
    if (!open.isEmpty()) {
      List<ListedResource> all = attached.listing().all();
      open.forEach(each -> each.attachedAnew(all));
    }
  }

  /** Gives up the request of that id, or all of them if a client uses one id twice at once. */
  void cancel(Object id) {
    for (Listening each : open) {
      if (each.id().equals(id)) {
        each.end(null);
      }
    }
  }

  /** Ends all of them, also those that come from now on. */
  void endAll() {
    synchronized (this) {
      isEnding = true;
    }
    open.forEach(each -> each.end(ended(each.id())));
  }

  private synchronized boolean isEnding() {
    return isEnding;
  }
}
