package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.Message;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One message to a server and its answer: JSON, or a stream of events. A stream that ends before
 * the answer, as servers may close it on purpose (SEP-1699), is resumed after the last event that
 * had an id.
 */
final class HttpCall {

  /** What is done with what comes. Called by one thread at a time. */
  interface Listener {

    /** Takes the head of an answer that is no refusal. */
    void accepted(HttpHeaders headers);

    void message(Message message);

    /**
     * Returns the answer that a refusal is.
     *
     * @throws McpException if it is none
     */
    Message.Answer refused(HttpResponse<byte[]> refusal) throws McpException;

    /** Returns the request that resumes the stream after an event; null if it cannot be resumed. */
    @Nullable HttpRequest resumption(String lastEvent);

    /** Takes the end, once: an answer that has been handed on, or why there is none. */
    void ended(@Nullable McpException failure);

    /** Says that the connection is not used any more. */
    void closed();
  }

  /** How much is read of a body that says nothing, or of a failure. */
  private static final int MAX_FAILURE = 1 << 16;

  /** How long a server may take to end its stream after the answer; after that it is ended here. */
  private static final long GRACE_SECONDS = 2;

  /** The delay before a stream is resumed, unless the server sends a {@code retry} field. */
  private static final long PAUSE_MILLIS = 1000;

  private static final long LONGEST_PAUSE_MILLIS = 30_000;

  /** The most resumptions in a row that bring nothing new. */
  private static final int MOST_VAIN = 5;

  /** A stream that stays open this long counts as progress even if it brings nothing. */
  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final HttpFailures failures;
  private final int maxBytes;
  private final @Nullable Object id;
  private final Listener listener;
  private final HttpRoundTrip<byte[]> trip = new HttpRoundTrip<>();
  private final AtomicBoolean isEnded = new AtomicBoolean();
  private volatile @Nullable String lastEvent;
  private volatile long retryMillis;
  private volatile long sentAt;
  private final AtomicInteger vain = new AtomicInteger();
  private volatile boolean isBroken;

  /**
   * @param maxBytes how many bytes one message of the server may have
   * @param id the id of the request; null for what is not answered
   */
  HttpCall(HttpFailures failures, int maxBytes, @Nullable Object id, Listener listener) {
    this.failures = failures;
    this.maxBytes = maxBytes;
    this.id = id;
    this.listener = listener;
  }

  void send(HttpClient client, HttpRequest request) {
    sentAt = System.nanoTime();
    var unused =
        trip.send(client, request, this::content)
            .whenComplete((response, thrown) -> received(client, response, thrown));
  }

  /** Ends it with a failure, and closes the connection. */
  void breakOff(McpException failure) {
    isBroken = true;
    end(failure);
    trip.breakOff(failures.ofClosed());
  }

  private void end(@Nullable McpException failure) {
    if (isEnded.compareAndSet(false, true)) {
      listener.ended(failure);
    }
  }

  private BodyReader.Content<byte[]> content(ResponseInfo info) {
    if (info.statusCode() / 100 == 2 && id == null) {
      end(null); // whatever follows
    }
    if (info.statusCode() / 100 != 2 || id == null || encoding(info.headers()) != null) {
      return new BoundedBytes(MAX_FAILURE, null);
    }
    if (lastEvent == null) {
      listener.accepted(info.headers());
    }
    return isEvents(info.headers())
        ? new Events(id)
        : new BoundedBytes(maxBytes, () -> failures.ofSize(maxBytes));
  }

  /** Returns whether a body is a stream of server-sent events. */
  static boolean isEvents(HttpHeaders headers) {
    return type(headers).equals("text/event-stream");
  }

  /** The media type of a body, without its parameters. */
  private static String type(HttpHeaders headers) {
    String type = headers.firstValue("content-type").orElse("");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  /** How a body is packed; null if it is not. */
  private static @Nullable String encoding(HttpHeaders headers) {
    String encoding = headers.firstValue("content-encoding").orElse("identity");
    return encoding.equalsIgnoreCase("identity") ? null : encoding;
  }

  private void received(
      HttpClient client, @Nullable HttpResponse<byte[]> response, @Nullable Throwable thrown) {
    if (!isEnded.get()) {
      if (isTakenUp(client, response, thrown)) {
        return;
      }
      if (response == null) {
        end(thrown == null ? failures.ofEnd(null) : failures.ofThrown(thrown));
      } else if (response.statusCode() / 100 != 2) {
        end(lastEvent == null ? refused(response) : failures.ofEnd(null));
      } else {
        end(id == null ? null : answered(response, id));
      }
    }
    listener.closed();
  }

  /** Resumes a broken stream after its last event, and returns whether it could. */
  private boolean isTakenUp(
      HttpClient client, @Nullable HttpResponse<byte[]> response, @Nullable Throwable thrown) {
    String last = lastEvent;
    if (System.nanoTime() - sentAt > LASTING_NANOS) {
      vain.set(0);
    }
    boolean hasBrokenOff =
        response == null
            ? thrown != null && HttpFailures.isBrokenOff(thrown)
            : response.statusCode() / 100 == 2 && isEvents(response.headers());
    if (last == null || !hasBrokenOff || vain.get() >= MOST_VAIN) {
      return false;
    }
    HttpRequest rest = listener.resumption(last);
    if (rest == null) {
      return false;
    }
    long pause = retryMillis > 0 ? retryMillis : PAUSE_MILLIS << vain.get();
    vain.incrementAndGet();
    CompletableFuture.delayedExecutor(Math.min(pause, LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS)
        .execute(() -> send(client, rest));
    return true;
  }

  private @Nullable McpException refused(HttpResponse<byte[]> response) {
    try {
      listener.message(listener.refused(response));
      return null;
    } catch (McpException e) {
      return e;
    }
  }

  private @Nullable McpException answered(HttpResponse<byte[]> response, Object request) {
    HttpHeaders headers = response.headers();
    String encoding = encoding(headers);
    if (encoding != null) {
      return failures.ofEncoding(encoding);
    }
    String type = type(headers);
    if (isEvents(headers)) {
      return failures.ofEnd(null);
    }
    if (response.body().length == 0) {
      return failures.ofNoMessage("HTTP status " + response.statusCode() + " without a body");
    }
    if (!type.equals("application/json") && !type.endsWith("+json")) {
      return failures.ofType(headers.firstValue("content-type").orElse(""));
    }
    try {
      if (!(read(response.body()) instanceof Map<?, ?> json)) {
        return failures.ofNoMessage("no JSON object");
      }
      Message.Answer answer = answer(Message.of(json), request);
      if (answer == null) {
        return failures.ofNoMessage("JSON that does not answer the request");
      }
      listener.message(answer);
      return null;
    } catch (UnreadableException e) {
      return failures.ofUnreadable(e);
    }
  }

  private static @Nullable Object read(byte[] json) throws UnreadableException {
    return PlainJson.read(json, 0, json.length);
  }

  private static Message.@Nullable Answer answer(@Nullable Message message, Object request) {
    return message instanceof Message.Answer answer ? answer.to(request) : null;
  }

  /** The events of an answer. */
  private final class Events implements BodyReader.Content<byte[]> {

    private final Object request;
    private final SseReader reader = new SseReader(maxBytes, this::event);
    private @Nullable McpException problem;

    Events(Object request) {
      this.request = request;
    }

    @Override
    public void add(ByteBuffer bytes) throws McpException {
      if (!isBroken && !reader.accept(bytes)) {
        throw failures.ofSize(maxBytes);
      }
      String last = reader.lastId();
      if (last != null && !last.equals(lastEvent)) {
        lastEvent = last;
        vain.set(0);
      }
      retryMillis = Math.max(retryMillis, reader.retryMillis());
      requireNoProblem();
    }

    @Override
    public byte[] end() throws McpException {
      if (!isBroken) {
        reader.end();
      }
      requireNoProblem();
      return new byte[0];
    }

    private void requireNoProblem() throws McpException {
      if (problem != null) {
        throw problem;
      }
    }

    private void event(byte[] data) {
      vain.set(0);
      if (isBroken || problem != null || isBlank(data)) {
        return;
      }
      try {
        if (read(data) instanceof Map<?, ?> json) {
          take(Message.of(json));
        } else {
          problem = failures.ofNoMessage("an event that is not a JSON object");
        }
      } catch (UnreadableException e) {
        problem = failures.ofUnreadable(e);
      }
    }

    private void take(@Nullable Message message) {
      Message.Answer answer = answer(message, request);
      if (answer == null) {
        if (message != null) {
          listener.message(message);
        }
      } else if (!isEnded.get()) {
        listener.message(answer);
        HttpCall.this.end(null);
        CompletableFuture.delayedExecutor(GRACE_SECONDS, TimeUnit.SECONDS)
            .execute(() -> trip.breakOff(failures.ofClosed()));
      }
    }

    private static boolean isBlank(byte[] data) {
      for (byte b : data) {
        if (b != ' ' && b != '\n' && b != '\t') {
          return false;
        }
      }
      return true;
    }
  }
}
