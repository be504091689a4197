package dev.attache.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The answer to one request over HTTP. Used by one thread. */
final class HttpAnswer {

  /** How long a body may be for its client to get to read why it was not taken. */
  private static final int MAX_DRAINED = 64 << 20;

  private static final byte[] COMMENT = ":\n".getBytes(US_ASCII);
  private static final byte[] MESSAGE = "event: message\ndata: ".getBytes(US_ASCII);
  private static final byte[] EVENT_END = "\n\n".getBytes(US_ASCII);

  private final HttpExchange exchange;
  private final WriteTimeout watch;
  private final long keepAliveMillis;

  HttpAnswer(HttpExchange exchange, WriteTimeout watch, HttpLimits limits) {
    this.exchange = exchange;
    this.watch = watch;
    this.keepAliveMillis = limits.keepAlive().toMillis();
  }

  Headers headers() {
    return exchange.getResponseHeaders();
  }

  /** Answers with nothing but a status. */
  void empty(int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** Answers with JSON. */
  void json(int status, byte[] json) throws IOException {
    headers().set("Content-Type", "application/json");
    headers().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, json.length);
    watch.write(exchange.getResponseBody(), json);
    exchange.close();
  }

  /** Says why the request is not served. */
  void refused(RefusedException refused) throws IOException {
    refused.headers().forEach(headers()::set);
    if (exchange.getRequestMethod().equals("HEAD")) {
      empty(refused.status());
      return;
    }
    headers().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(refused.status(), refused.body().length);
    OutputStream out = exchange.getResponseBody();
    watch.write(out, refused.body());
    drain(exchange.getRequestBody());
    exchange.close();
  }

  /** Reads what the client still sends: it would not see the answer if the connection broke off. */
  private static void drain(InputStream body) throws IOException {
    var buffer = new byte[1 << 14];
    int left = MAX_DRAINED;
    while (left > 0) {
      int count = body.read(buffer);
      if (count < 0) {
        return;
      }
      left -= count;
    }
  }

  /**
   * Answers with a stream of events that nobody can come back to, until it is at its end, or the
   * client gone.
   *
   * @param quietMillis after how long without an event a comment is sent
   */
  void stream(MessageStream.Reader reader, long quietMillis)
      throws IOException, InterruptedException {
    OutputStream out = beginEvents();
    watch.write(out, COMMENT);
    while (!reader.isAtEnd()) {
      byte @Nullable [] message = reader.next(quietMillis);
      if (message != null) {
        watch.write(out, MESSAGE);
        watch.write(out, message);
        watch.write(out, EVENT_END);
      } else if (!reader.isAtEnd()) {
        watch.write(out, COMMENT);
      }
    }
    exchange.close();
  }

  private OutputStream beginEvents() throws IOException {
    headers().set("Content-Type", "text/event-stream");
    headers().set("Cache-Control", "no-store");
    headers().set("X-Accel-Buffering", "no");
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  /**
   * Answers with a stream of events, until it is at its end, or the client gone.
   *
   * @param isPrimed whether it begins with an event that has an id only, to come back to
   */
  void events(MessageStream.Reader reader, boolean isPrimed)
      throws IOException, InterruptedException {
    OutputStream out = beginEvents();
    String first = "id: " + reader.position() + "\nretry: 1000\ndata:\n\n";
    watch.write(out, isPrimed ? first.getBytes(US_ASCII) : COMMENT);
    while (!reader.isAtEnd()) {
      byte @Nullable [] message = reader.next(keepAliveMillis);
      if (message != null) {
        String start = "id: " + reader.position() + "\nevent: message\ndata: ";
        watch.write(out, start.getBytes(US_ASCII));
        watch.write(out, message);
        watch.write(out, EVENT_END);
        reader.written();
      } else if (!reader.isAtEnd()) {
        watch.write(out, COMMENT);
      }
    }
    exchange.close();
  }
}
