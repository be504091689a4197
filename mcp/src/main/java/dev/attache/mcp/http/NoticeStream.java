package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.LenientValues;
import dev.attache.mcp.wire.MessageJson;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stream of what a server of the legacy era says unasked, after the first one, which the SDK
 * opens: opened again when the server ends it, as long as somebody has subscribed to something.
 * Thread-safe.
 */
final class NoticeStream {

  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LONGEST_PAUSE_MILLIS = 30_000;

  /** How often in a row it is opened for nothing. */
  private static final int MAX_VAIN = 10;

  /** A stream that lasts so long was no vain one, though nothing came. */
  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How the stream is opened. */
  interface Opening {

    /** Has a request sent; the result fails if there is no stream, or it breaks off. */
    CompletableFuture<?> open(HttpRequest request, BodyReader.Content<Boolean> content);
  }

  /** What has something done later. */
  interface Later {
    void run(Runnable task, long millis);
  }

  private final Opening opening;
  private final int maxBytes;
  private final HttpFailures failures;
  private final Later later;
  private final Set<String> subscribed = new HashSet<>();
  private volatile Consumer<JSONRPCMessage> taker = message -> {};
  private @Nullable HttpRequest ended;
  private long openedAt = System.nanoTime();
  private long retryMillis;
  private int vain;
  private boolean isScheduled;
  private boolean isClosed;

  NoticeStream(Opening opening, int maxBytes, HttpFailures failures) {
    this(opening, maxBytes, failures, NoticeStream::runLater);
  }

  NoticeStream(Opening opening, int maxBytes, HttpFailures failures, Later later) {
    this.opening = opening;
    this.maxBytes = maxBytes;
    this.failures = failures;
    this.later = later;
  }

  private static void runLater(Runnable task, long millis) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task);
  }

  /** Has what comes taken. */
  void onMessage(Consumer<JSONRPCMessage> newTaker) {
    taker = newTaker;
  }

  /** Takes notice of a request that subscribes to something, or ends that. */
  synchronized void requested(JSONRPCRequest request) {
    if (!(LenientValues.object(request.params()).get("uri") instanceof String uri)) {
      return;
    }
    if (request.method().equals("resources/subscribe")) {
      subscribed.add(uri);
      schedule();
    } else if (request.method().equals("resources/unsubscribe")) {
      subscribed.remove(uri);
    }
  }

  /** Takes notice of the end of a stream that a request had opened. */
  synchronized void ended(HttpRequest request) {
    if (System.nanoTime() - openedAt > LASTING_NANOS) {
      vain = 0;
    }
    ended = request;
    schedule();
  }

  synchronized void close() {
    isClosed = true;
  }

  private boolean isWanted() {
    return ended != null && !isClosed && !subscribed.isEmpty();
  }

  private void schedule() {
    if (!isWanted() || isScheduled || vain >= MAX_VAIN) {
      return;
    }
    isScheduled = true;
    long pause = Math.max(retryMillis, FIRST_PAUSE_MILLIS << vain);
    later.run(this::reopen, Math.min(pause, LONGEST_PAUSE_MILLIS));
  }

  private void reopen() {
    HttpRequest request;
    synchronized (this) {
      isScheduled = false;
      request = ended;
      if (!isWanted() || request == null) {
        return;
      }
      ended = null;
      openedAt = System.nanoTime();
      vain++;
    }
    var unused =
        opening
            .open(request, new Events())
            .whenComplete(
                (done, thrown) -> {
                  if (thrown != null) {
                    ended(request);
                  }
                });
  }

  private synchronized void came() {
    vain = 0;
  }

  private synchronized void retryAfter(long millis) {
    retryMillis = millis;
  }

  /** The events of one stream. */
  private final class Events implements BodyReader.Content<Boolean> {

    private final SseReader reader = new SseReader(maxBytes, this::event);

    @Override
    public void add(ByteBuffer bytes) throws McpException {
      boolean isHeld = reader.accept(bytes);
      retryAfter(reader.retryMillis());
      if (!isHeld) {
        throw failures.ofSize(maxBytes);
      }
    }

    @Override
    public Boolean end() {
      reader.end();
      return true;
    }

    private void event(byte[] data) {
      came();
      try {
        if (MessageJson.read(data, 0, data.length) instanceof Map<?, ?> message
            && message.get("method") instanceof String method) {
          Object id = message.get("id");
          Object params = message.get("params");
          taker.accept(
              id == null
                  ? new JSONRPCNotification("2.0", method, params)
                  : new JSONRPCRequest("2.0", method, id, params));
        }
      } catch (IOException e) {
        // The next event may be one.
      }
    }
  }
}
