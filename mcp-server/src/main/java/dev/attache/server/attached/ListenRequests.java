package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.history.StoreException;
import dev.attache.server.rpc.AnswerBuffer;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.rpc.ServerIdentity;
import dev.attache.server.watch.SourceChanges;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** All who listen to what changes in a conversation, each by a request. Thread-safe. */
public final class ListenRequests {

  /** How many requests there may be; over HTTP, each keeps a thread. */
  public static final int MOST = 64;

  private final ServerIdentity identity;
  private final Duration pollEvery;
  private final SourceChanges changes;
  private final Consumer<String> notes;
  private final Executor workers;
  private final Set<ListenRequest> open = ConcurrentHashMap.newKeySet();
  private boolean isEnding;

  /**
   * @param notes takes a line about what went wrong
   */
  public ListenRequests(
      ServerIdentity identity,
      Duration pollEvery,
      SourceChanges changes,
      Consumer<String> notes,
      Executor workers) {
    this.identity = identity;
    this.pollEvery = pollEvery;
    this.changes = changes;
    this.notes = notes;
    this.workers = workers;
  }

  /** Takes a request; the answer comes when it ends, which is at once if there are too many. */
  public ListenRequest add(Object id, Params params, MessageSink outlet) {
    var listening = new ListenRequest(id, params, outlet);
    if (isAdded(listening)) {
      var unused = listening.answer().whenComplete((answer, failure) -> open.remove(listening));
      outlet.whenGone(() -> listening.end(null));
    } else {
      listening.end(full(id));
    }
    return listening;
  }

  private synchronized boolean isAdded(ListenRequest listening) {
    return open.size() < MOST && open.add(listening);
  }

  private static byte[] full(Object id) {
    return RequestException.of(
            ErrorAnswer.INTERNAL_ERROR,
            "there are " + MOST + " subscriptions, which is the most: end one, and try again")
        .answer(id);
  }

  /** What gives what is attached, in a session that is open. */
  @FunctionalInterface
  public interface Attached {

    /**
     * Returns it.
     *
     * @throws RequestException if the session cannot be opened, saying why
     */
    AttachedView view() throws RequestException;
  }

  /** Begins to tell, now that the session is open, or cannot be opened. */
  public void begin(ListenRequest listening, Attached attached) {
    if (listening.answer().isDone()) {
      return;
    }
    try {
      workers.execute(() -> run(listening, attached));
    } catch (RejectedExecutionException e) { // or the session has ended, and it with that
      if (!listening.answer().isDone()) {
        listening.end(failed(listening, "no more threads are available; try again later"));
      }
    }
  }

  private void run(ListenRequest listening, Attached attached) {
    try {
      boolean isToldOf = listening.begin(attached.view(), pollEvery, changes, notes);
      if (!isToldOf || isEnding()) {
        listening.end(ended(listening.id()));
      }
    } catch (RequestException e) {
      listening.end(e.ofStateless().answer(listening.id()));
    } catch (StoreException e) {
      listening.end(failed(listening, e.message()));
    } catch (RuntimeException | Error e) { // one broken request ends nothing else
      listening.end(failed(listening, "internal error: " + e));
    }
  }

  private byte[] failed(ListenRequest listening, String message) {
    notes.accept("a request failed: " + message);
    return RequestException.of(ErrorAnswer.INTERNAL_ERROR, message).answer(listening.id());
  }

  /** The bytes of the answer that says that the subscription has ended well. */
  private byte[] ended(Object id) {
    var bytes = new AnswerBuffer();
    try (JsonGenerator json = PlainJson.generator(bytes)) {
      json.writeStartObject();
      json.writeStringField("jsonrpc", "2.0");
      json.writeFieldName("id");
      PlainJson.write(id, json);
      json.writeObjectFieldStart("result");
      json.writeStringField("resultType", "complete");
      json.writeObjectFieldStart("_meta");
      json.writeFieldName("io.modelcontextprotocol/subscriptionId");
      PlainJson.write(id, json);
      identity.writeMetaTo(json);
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a buffer takes all bytes
    }
    return bytes.toByteArray();
  }

  /** Tells those who want to know that something was attached. */
  public void listChanged() {
    open.forEach(ListenRequest::listChanged);
  }

  /** Compares with what is attached now, after something was attached. */
  void attachedAnew(AttachedView attached) throws StoreException {
    if (!open.isEmpty()) {
      List<ListedResource> all = attached.listing().all();
      open.forEach(each -> each.attachedAnew(all));
    }
  }

  /** Gives up the request of that id, or all of them if a client uses one id twice at once. */
  public void cancel(Object id) {
    for (ListenRequest each : open) {
      if (each.id().equals(id)) {
        each.end(null);
      }
    }
  }

  /** Ends all of them, also those that come from now on. */
  public void endAll() {
    synchronized (this) {
      isEnding = true;
    }
    open.forEach(each -> each.end(ended(each.id())));
  }

  private synchronized boolean isEnding() {
    return isEnding;
  }
}
