package dev.attache.server.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The receiver of the messages that clients post. Thread-safe. */
final class HttpMessages {

  static final String SESSION = "Mcp-Session-Id";

  private final HttpSessions sessions;
  private final HttpStateless stateless;
  private final HttpLimits limits;

  HttpMessages(HttpSessions sessions, HttpStateless stateless, HttpLimits limits) {
    this.sessions = sessions;
    this.stateless = stateless;
    this.limits = limits;
  }

  /** Takes the message in the body of a request. */
  void take(HttpExchange exchange, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    Headers headers = exchange.getRequestHeaders();
    RequestMediaTypes.checkContentType(headers);
    RequestMediaTypes.checkAccepted(headers, "application/json", "text/event-stream");
    Object message = message(exchange);
    if (HttpStateless.isMeant(headers, message)) {
      stateless.take(headers, message, answer);
      return;
    }
    HttpTransport.checkRevision(headers);
    String id = headers.getFirst(SESSION);
    if (id == null) {
      begin(message, answer);
      return;
    }
    HttpSession session = sessions.use(id);
    try {
      answer(session, message, session.newCall(), answer);
    } finally {
      session.release();
    }
  }

  private void begin(@Nullable Object message, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    Map<String, Object> request = LenientValues.object(message);
    Object id = request.get("id");
    if (id == null || !"initialize".equals(request.get("method"))) {
      throw RefusedException.of(
          400,
          id,
          ErrorAnswer.INVALID_REQUEST,
          "header "
              + SESSION
              + " is missing: send initialize first, and with all that follows the "
              + SESSION
              + " that came with its answer",
          Map.of());
    }
    HttpSession session = sessions.open();
    boolean isBegun = false;
    try {
      MessageStream call = session.newCall();
      CompletableFuture<byte @Nullable []> result = accept(session, message, call);
      boolean isAnswered = call.awaitFirst(limits.keepAlive().toMillis());
      byte[] bytes = isAnswered && result.isDone() ? result.join() : null;
      String revision = bytes == null ? "" : revision(bytes);
      if (bytes != null && revision == null) {
        sessions.end(session); // before the client can come back to it
        answer.json(200, bytes);
        return;
      }
      session.agreedOn(revision == null ? "" : revision);
      isBegun = true;
      answer(session, call, result, answer);
    } finally {
      session.release();
      if (!isBegun) {
        sessions.end(session);
      }
    }
  }

  /** The revision that an answer to initialize names; null if it is an error. */
  private static @Nullable String revision(byte[] answer) throws IOException {
    Object result = LenientValues.object(PlainJson.read(answer, 0, answer.length)).get("result");
    return result == null
        ? null
        : String.valueOf(LenientValues.object(result).get("protocolVersion"));
  }

  private static CompletableFuture<byte @Nullable []> accept(
      HttpSession session, @Nullable Object message, MessageStream call) {
    CompletableFuture<byte @Nullable []> result = session.client().accept(message, call);
    var unused =
        result.whenComplete(
            (bytes, thrown) -> {
              call.end(bytes);
              session.trim();
            });
    return result;
  }

  private void answer(
      HttpSession session, @Nullable Object message, MessageStream call, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    answer(session, call, accept(session, message, call), answer);
  }

  private void answer(
      HttpSession session,
      MessageStream call,
      CompletableFuture<byte @Nullable []> result,
      HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    boolean isStream = false;
    try {
      boolean isAnswered = call.awaitFirst(limits.keepAlive().toMillis());
      byte[] bytes = isAnswered && result.isDone() ? result.join() : null;
      if (!isAnswered) {
        isStream = true;
        answer.headers().set(SESSION, session.id());
        answer.events(call.readAfter(0), session.isPrimed());
      } else if (bytes != null) {
        answer.headers().set(SESSION, session.id());
        answer.json(200, bytes);
      } else if (session.isClosed()) {
        throw HttpSessions.ended();
      } else {
        answer.empty(202);
      }
    } finally {
      if (isStream) {
        session.trim();
      } else {
        session.forget(call);
      }
    }
  }

  private @Nullable Object message(HttpExchange exchange) throws RefusedException, IOException {
    byte[] body = body(exchange);
    Object message;
    try {
      message = PlainJson.read(body, 0, body.length);
    } catch (UnreadableException e) {
      String reason =
          body.length == 0
              ? "body is empty: it must be one JSON-RPC message"
              : "body " + e.getMessage() + ": it must be one JSON-RPC message, in UTF-8";
      throw RefusedException.of(400, null, ErrorAnswer.PARSE_ERROR, reason, Map.of());
    }
    if (message instanceof Map || message instanceof List) {
      return message;
    }
    throw RefusedException.of(
        400, "body is JSON, but not a JSON-RPC message: it must be an object");
  }

  private byte[] body(HttpExchange exchange) throws RefusedException, IOException {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    if (length != null && Long.parseLong(length) > limits.bodyBytes()) {
      throw tooLong();
    }
    var body = new ByteArrayOutputStream();
    var buffer = new byte[1 << 13];
    InputStream in = exchange.getRequestBody();
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      if (count > limits.bodyBytes() - body.size()) {
        throw tooLong();
      }
      body.write(buffer, 0, count);
    }
    return body.toByteArray();
  }

  private RefusedException tooLong() {
    return RefusedException.of(
        413, "body is longer than " + limits.bodyBytes() + " bytes: send a shorter message");
  }
}
