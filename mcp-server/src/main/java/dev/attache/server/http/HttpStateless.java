package dev.attache.server.http;

import com.sun.net.httpserver.Headers;
import dev.attache.server.rpc.ClientMessage;
import dev.attache.server.rpc.Envelope;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.session.ClientSession;
import dev.attache.server.session.SessionSource;
import dev.attache.server.session.StatelessMethods;
import dev.attache.support.json.LenientValues;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the revision 2026-07-28 over HTTP, which belong to no session: all are answered
 * from one conversation, which is opened with the first of them. Thread-safe.
 */
final class HttpStateless implements AutoCloseable {

  /** After how long a request becomes a stream, in which it shows when its client is gone. */
  private static final long MOST_PATIENCE = 2000;

  private final SessionSource sessions;
  private final long keepAlive;
  private @Nullable ClientSession shared;
  private boolean isClosed;

  HttpStateless(SessionSource sessions, HttpLimits limits) {
    this.sessions = sessions;
    this.keepAlive = limits.keepAlive().toMillis();
  }

  /** Whether a message is one of that revision, by its headers or by its body. */
  static boolean isMeant(Headers headers, @Nullable Object message) {
    return Envelope.REVISION.equals(headers.getFirst(MirroredHeaders.VERSION))
        || isIn(message)
        || (message instanceof List<?> batch && batch.stream().anyMatch(HttpStateless::isIn));
  }

  private static boolean isIn(@Nullable Object message) {
    return Envelope.isIn(LenientValues.object(message).get("params"));
  }

  /** Takes a message, and answers it. */
  void take(Headers headers, @Nullable Object message, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    if (message instanceof List) {
      throw RefusedException.of(400, "batches are not supported in " + Envelope.REVISION);
    }
    ClientMessage incoming = ClientMessage.of(message);
    switch (incoming.kind()) {
      case REQUEST -> {
        check(headers, incoming);
        answer(incoming, message, answer);
      }
      case NOTIFICATION -> {
        checkNotification(headers, incoming);
        answer.empty(202); // there is none that says anything here: streams are closed
      }
      case ANSWER ->
          throw RefusedException.of(
              400, "answers are not accepted: the client was not asked anything");
      case BROKEN ->
          throw RefusedException.of(
              400, incoming.id(), ErrorAnswer.INVALID_REQUEST, incoming.text(), Map.of());
    }
  }

  private static void check(Headers headers, ClientMessage incoming) throws RefusedException {
    try {
      MirroredHeaders.checkVersion(headers, Envelope.revision(incoming.params()));
      Envelope.check(incoming.params());
      MirroredHeaders.check(headers, incoming.text(), Params.of(incoming.params()));
    } catch (RequestException e) {
      throw RefusedException.of(400, incoming.id(), e);
    }
    if (!StatelessMethods.isKnown(incoming.text())) {
      throw RefusedException.of(404, incoming.id(), StatelessMethods.unknown(incoming.text()));
    }
  }

  private static void checkNotification(Headers headers, ClientMessage incoming)
      throws RefusedException {
    if (Envelope.isIn(incoming.params())) {
      try {
        MirroredHeaders.checkVersion(headers, Envelope.revision(incoming.params()));
      } catch (RequestException e) {
        throw RefusedException.of(400, null, e);
      }
    }
  }

  private void answer(ClientMessage incoming, @Nullable Object message, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    boolean isListening = incoming.is(StatelessMethods.LISTEN);
    long patience = isListening ? keepAlive : Math.min(keepAlive, MOST_PATIENCE);
    var call = new MessageStream(1);
    CompletableFuture<byte @Nullable []> result = session().accept(message, call);
    var unused = result.whenComplete((bytes, thrown) -> call.end(bytes));
    try {
      boolean isAnswered = call.awaitFirst(patience);
      byte[] bytes = isAnswered && result.isDone() ? result.join() : null;
      if (!isAnswered) {
        answer.stream(call.readAfter(0), patience);
      } else if (bytes != null) {
        answer.json(200, bytes);
      } else {
        throw HttpSessions.closed();
      }
    } finally {
      call.abandon();
    }
  }

  private synchronized ClientSession session() throws RefusedException {
    if (isClosed) {
      throw HttpSessions.closed();
    }
    ClientSession session = shared;
    if (session == null || session.hasFailed()) { // what was in the way may be gone
      session = sessions.open(unasked -> {});
      shared = session;
    }
    return session;
  }

  @Override
  public void close() {
    ClientSession session;
    synchronized (this) {
      isClosed = true;
      session = shared;
    }
    if (session != null) {
      session.close();
    }
  }
}
