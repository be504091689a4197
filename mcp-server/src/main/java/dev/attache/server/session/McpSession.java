package dev.attache.server.session;

import dev.attache.server.attached.ListenRequest;
import dev.attache.server.attached.ListenRequests;
import dev.attache.server.rpc.AnswerBuffer;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.ClientMessage;
import dev.attache.server.rpc.Envelope;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session of the Model Context Protocol: takes messages apart, and has requests worked on. */
public final class McpSession implements ClientSession {

  /** How many messages a batch may have: its answers are in memory all at once. */
  static final int MOST_IN_BATCH = 50;

  private final SessionMethods methods;
  private final StatelessMethods stateless;
  private final OpeningSession opening;
  private final ListenRequests listeners;
  private final ClientRoots roots;
  private final ClientLog log;
  private final SessionThreads workers;
  private final Executor inTurn;
  private final Consumer<String> notes;
  private final RunningRequests running = new RunningRequests();

  public McpSession(
      SessionMethods methods,
      StatelessMethods stateless,
      OpeningSession opening,
      ListenRequests listeners,
      ClientRoots roots,
      ClientLog log,
      SessionThreads workers,
      Executor inTurn,
      Consumer<String> notes) {
    this.methods = methods;
    this.stateless = stateless;
    this.opening = opening;
    this.listeners = listeners;
    this.roots = roots;
    this.log = log;
    this.workers = workers;
    this.inTurn = inTurn;
    this.notes = notes;
  }

  @Override
  public CompletableFuture<byte @Nullable []> accept(
      @Nullable Object message, MessageSink related) {
    return message instanceof List<?> batch
        ? acceptBatch(batch, related)
        : acceptOne(ClientMessage.of(message), related);
  }

  /** MCP has batches in the revision 2025-03-26 only; they are answered in all. */
  private CompletableFuture<byte @Nullable []> acceptBatch(List<?> batch, MessageSink related) {
    if (batch.isEmpty()) {
      return refused(null, "a batch must have a message");
    }
    if (batch.size() > MOST_IN_BATCH) {
      return refused(
          null,
          "a batch of "
              + batch.size()
              + " messages is too long: send at most "
              + MOST_IN_BATCH
              + " in one");
    }
    var answers = new BatchAnswer();
    for (Object each : batch) {
      ClientMessage incoming = ClientMessage.of(each);
      String alone =
          incoming.is("initialize")
              ? "initialize"
              : Envelope.isIn(incoming.params()) ? "a message of " + Envelope.REVISION : null;
      answers.add(
          alone == null
              ? acceptOne(incoming, related)
              : refused(incoming.id(), alone + " must not be part of a batch"));
    }
    return answers.all();
  }

  private CompletableFuture<byte @Nullable []> acceptOne(
      ClientMessage incoming, MessageSink related) {
    return switch (incoming.kind()) {
      case REQUEST ->
          Envelope.isIn(incoming.params())
              ? acceptStateless(incoming, related)
              : acceptRequest(incoming, related);
      case NOTIFICATION -> {
        takeNotification(incoming);
        yield none();
      }
      case ANSWER -> {
        roots.answer(incoming);
        yield none();
      }
      case BROKEN -> refused(incoming.id(), incoming.text());
    };
  }

  private CompletableFuture<byte @Nullable []> acceptRequest(
      ClientMessage incoming, MessageSink related) {
    Object id = incoming.requestId();
    MethodEntry method = methods.find(incoming.text());
    if (method == null) { // also before the beginning: clients try what later revisions have
      String message = "unknown method \"" + incoming.text() + "\"";
      return completed(ErrorAnswer.of(id, ErrorAnswer.METHOD_NOT_FOUND, message, Map.of()));
    }
    if (!methods.hasBegun() && !incoming.is("initialize") && !incoming.is("ping")) {
      return refused(id, "the session has not begun: send initialize first");
    }
    Params params;
    try {
      params = Params.of(incoming.params());
    } catch (RequestException e) {
      return completed(e.answer(id));
    }
    if (method.when() != MethodEntry.When.AT_ONCE) {
      roots.ask(); // also of a client that never says that it is ready
    }
    return begin(new RunningRequest(id, params, method, notes), method, related).answer();
  }

  /** Takes a request that stands alone, whether a session has begun or not. */
  private CompletableFuture<byte @Nullable []> acceptStateless(
      ClientMessage incoming, MessageSink related) {
    Object id = incoming.requestId();
    Params params;
    MethodEntry method;
    try {
      Envelope.check(incoming.params());
      params = Params.of(incoming.params());
      if (incoming.is(StatelessMethods.LISTEN)) {
        return listen(id, params, related);
      }
      method = stateless.find(incoming.text());
      if (method == null) {
        throw StatelessMethods.unknown(incoming.text());
      }
    } catch (RequestException e) {
      return completed(e.answer(id));
    }
    if (method.when() != MethodEntry.When.AT_ONCE) {
      roots.giveUp(); // in this revision a server asks nothing
    }
    var request = new RunningRequest(id, params, method, notes);
    related.whenGone(request::cancel);
    return begin(request, method, related).answer();
  }

  private CompletableFuture<byte @Nullable []> listen(
      Object id, Params params, MessageSink related) {
    roots.giveUp();
    ListenRequest listening = listeners.add(id, params, related);
    opening.whenOver(() -> listeners.begin(listening, () -> opening.opened().attached()));
    return listening.answer();
  }

  private RunningRequest begin(RunningRequest request, MethodEntry method, MessageSink related) {
    if (method.when() != MethodEntry.When.AT_ONCE) {
      request.tellProgress(related);
    }
    running.add(request);
    switch (method.when()) {
      case AT_ONCE -> request.run();
      case READY -> opening.whenOver(request, workers);
      case SOON -> opening.soon(request, workers);
      case READY_IN_TURN -> opening.whenOver(request, inTurn);
    }
    return request;
  }

  private void takeNotification(ClientMessage incoming) {
    if (incoming.is("notifications/initialized")) {
      log.begin();
      roots.ask();
    } else if (incoming.is("notifications/roots/list_changed")) {
      roots.changed();
    } else if (incoming.is("notifications/cancelled")
        && incoming.params() instanceof Map<?, ?> of) {
      Object id = of.get("requestId");
      if (id != null) {
        running.cancel(id);
        listeners.cancel(id);
      }
    }
  }

  @Override
  public boolean hasFailed() {
    return opening.hasFailed();
  }

  @Override
  public void endListening() {
    roots.giveUp();
    listeners.endAll();
  }

  @Override
  public void close() {
    listeners.endAll();
    running.cancelAll();
    try {
      opening.close();
    } finally {
      workers.close();
    }
  }

  private static CompletableFuture<byte @Nullable []> none() {
    return CompletableFuture.completedFuture(null);
  }

  private static CompletableFuture<byte @Nullable []> refused(@Nullable Object id, String message) {
    return completed(ErrorAnswer.of(id, ErrorAnswer.INVALID_REQUEST, message, Map.of()));
  }

  private static CompletableFuture<byte @Nullable []> completed(byte[] answer) {
    CompletableFuture<byte @Nullable []> completed = new CompletableFuture<>();
    completed.complete(answer);
    return completed;
  }

  /**
   * The answers to the messages of a batch, on their way to become one array. Used by one thread.
   */
  private static final class BatchAnswer {

    private final List<CompletableFuture<byte @Nullable []>> answers = new ArrayList<>();

    void add(CompletableFuture<byte @Nullable []> answer) {
      answers.add(answer);
    }

    /** The array of all answers, in the order of the messages; null if no message has one. */
    CompletableFuture<byte @Nullable []> all() {
      return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
          .thenApply(done -> array());
    }

    private byte @Nullable [] array() {
      var array = new AnswerBuffer();
      boolean isFirst = true;
      for (CompletableFuture<byte @Nullable []> each : answers) {
        byte[] answer = each.join(); // all are there
        if (answer != null) {
          array.write(isFirst ? '[' : ',');
          array.write(answer, 0, answer.length);
          isFirst = false;
        }
      }
      if (isFirst) {
        return null;
      }
      array.write(']');
      return array.toByteArray();
    }
  }
}
