package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.JsonRpc;
import dev.attache.mcp.wire.UnreadableException;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One message to a server of the modern era, and all that it answers to it. */
final class HttpCall {

  /** What is done with what comes. Called by one thread at a time. */
  interface Listener {

    void message(JSONRPCMessage message);

    /** Called once, as the last. */
    void ended(@Nullable McpException failure);
  }

  /** How much is read of the body of a failure. */
  private static final int MAX_FAILURE = 1 << 16;

  /** How long a server may take to end its stream after the answer; after that it is ended here. */
  private static final long GRACE_SECONDS = 2;

  private final HttpFailures failures;
  private final int maxBytes;
  private final @Nullable Object id;
  private final Listener listener;
  private final AtomicBoolean isEnded = new AtomicBoolean();
  private volatile @Nullable CompletableFuture<HttpResponse<byte[]>> sent;
  private volatile @Nullable BodyReader<byte[]> body;

  /**
   * @param maxBytes how many bytes one message of the server may have
   * @param id the id of the request; null for a notification
   */
  HttpCall(HttpFailures failures, int maxBytes, @Nullable Object id, Listener listener) {
    this.failures = failures;
    this.maxBytes = maxBytes;
    this.id = id;
    this.listener = listener;
  }

  void send(HttpClient client, HttpRequest request) {
    CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(request, this::reader);
    sent = response;
    if (isEnded.get()) {
      response.cancel(true);
    }
    var unused = response.whenComplete(this::received);
  }

  /** Ends it with a failure, and closes the connection: that cancels the request. */
  void breakOff(McpException failure) {
    end(failure);
    close();
  }

  private void close() {
    BodyReader<byte[]> reading = body;
    if (reading != null) {
      reading.breakOff(failures.ofClosed());
    }
    CompletableFuture<?> sending = sent;
    if (sending != null) {
      sending.cancel(true);
    }
  }

  private void end(@Nullable McpException failure) {
    if (isEnded.compareAndSet(false, true)) {
      listener.ended(failure);
    }
  }

  private BodySubscriber<byte[]> reader(ResponseInfo info) {
    boolean isSuccess = info.statusCode() >= 200 && info.statusCode() < 300;
    BodyReader.Content<byte[]> content =
        isSuccess && type(info).equals("text/event-stream") && id != null
            ? new Events()
            : isSuccess
                ? new BoundedBytes(maxBytes, () -> failures.ofSize(maxBytes))
                : new BoundedBytes(MAX_FAILURE, null);
    var reader = new BodyReader<>(content);
    body = reader;
    if (isEnded.get()) {
      close();
    }
    return reader;
  }

  private static String type(ResponseInfo info) {
    return type(info.headers().firstValue("content-type").orElse(""));
  }

  private static String type(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  private void received(@Nullable HttpResponse<byte[]> response, @Nullable Throwable thrown) {
    if (isEnded.get()) {
      return;
    }
    if (response == null) {
      end(thrown == null ? failures.ofEnd(null) : failures.ofThrown(thrown));
      return;
    }
    end(id == null ? notified(response) : answered(response, id));
  }

  /** What became of a notification. */
  private @Nullable McpException notified(HttpResponse<byte[]> response) {
    return response.statusCode() / 100 == 2
        ? null
        : failures.ofStatus(response.statusCode(), response.headers(), response.body());
  }

  private @Nullable McpException answered(HttpResponse<byte[]> response, Object request) {
    int status = response.statusCode();
    String contentType = response.headers().firstValue("content-type").orElse("");
    String type = type(contentType);
    if (status / 100 != 2) {
      return failed(response, request);
    }
    String encoding = response.headers().firstValue("content-encoding").orElse("identity");
    if (!encoding.equalsIgnoreCase("identity")) {
      return failures.ofEncoding(encoding);
    }
    if (type.equals("text/event-stream")) {
      return failures.ofEnd(null);
    }
    if (response.body().length == 0) {
      return failures.ofNoMessage("HTTP status " + status + " without a body");
    }
    if (!type.equals("application/json") && !type.endsWith("+json")) {
      return failures.ofType(contentType);
    }
    try {
      JSONRPCMessage message = JsonRpc.read(response.body(), request);
      if (message instanceof JSONRPCResponse) {
        listener.message(message);
        return null;
      }
      return failures.ofNoMessage("JSON that does not answer the request");
    } catch (UnreadableException e) {
      return failures.ofUnreadable(e);
    } catch (IOException e) {
      return failures.ofNoMessage("no JSON object");
    }
  }

  /** An error of the protocol is an answer, whatever its status, but not a refusal. */
  private @Nullable McpException failed(HttpResponse<byte[]> response, Object request) {
    int status = response.statusCode();
    var error = HttpFailures.error(response.body());
    if (error != null && status != 401 && status != 403) {
      listener.message(JSONRPCResponse.error(request, error));
      return null;
    }
    return failures.ofStatus(status, response.headers(), response.body());
  }

  /** The events of an answer. */
  private final class Events implements BodyReader.Content<byte[]> {

    private final SseReader reader = new SseReader(maxBytes, this::event);
    private @Nullable McpException problem;

    @Override
    public void add(ByteBuffer bytes) throws McpException {
      if (!isEnded.get() && !reader.accept(bytes)) {
        throw failures.ofSize(maxBytes);
      }
      if (problem != null) {
        throw problem;
      }
    }

    @Override
    public byte[] end() throws McpException {
      if (!isEnded.get()) {
        reader.end();
      }
      if (problem != null) {
        throw problem;
      }
      return new byte[0];
    }

    private void event(byte[] data) {
      Object request = id;
      if (isEnded.get() || request == null || isBlank(data)) {
        return;
      }
      try {
        JSONRPCMessage message = JsonRpc.read(data, request);
        if (message != null) {
          listener.message(message);
        }
        if (message instanceof JSONRPCResponse) {
          HttpCall.this.end(null);
          CompletableFuture.delayedExecutor(GRACE_SECONDS, TimeUnit.SECONDS)
              .execute(HttpCall.this::close);
        }
      } catch (UnreadableException e) {
        problem = failures.ofUnreadable(e);
      } catch (IOException e) {
        problem = failures.ofNoMessage("an event that is no JSON object");
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
