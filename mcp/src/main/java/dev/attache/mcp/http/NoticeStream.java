package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.Message;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The stream of what a server of the legacy era says unasked: opened when the session begins, and
 * again when the server ends it, as long as somebody has subscribed to something. Where it was left
 * off is not said ({@code Last-Event-ID}): a notice tells that something has changed, not what.
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

    /**
     * Opens it; the result is there when the stream has ended, however it did, and is false if the
     * server has none. It fails if the server refuses, or cannot be reached.
     */
    CompletableFuture<Boolean> open(BodyReader.Content<Boolean> content);
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
  private volatile Consumer<Message> taker = message -> {};
  private boolean isEnded;
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
  void onMessage(Consumer<Message> newTaker) {
    taker = newTaker;
  }

  /** Opens the first one; where there is none, or it is refused, that is the end of it. */
  void begin() {
    open(true);
  }

  /** Takes notice of a request that subscribes to something, or ends that. */
  synchronized void requested(Message.Request request) {
    if (!(request.params().get("uri") instanceof String uri)) {
      return;
    }
    if (request.method().equals("resources/subscribe")) {
      subscribed.add(uri);
      schedule();
    } else if (request.method().equals("resources/unsubscribe")) {
      subscribed.remove(uri);
    }
  }

  /** Takes notice of the end of a stream. */
  synchronized void ended() {
    if (System.nanoTime() - openedAt > LASTING_NANOS) {
      vain = 0;
    }
    isEnded = true;
    schedule();
  }

  synchronized void close() {
    isClosed = true;
  }

  private boolean isWanted() {
    return isEnded && !isClosed && !subscribed.isEmpty();
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
    synchronized (this) {
      isScheduled = false;
      if (!isWanted()) {
        return;
      }
      isEnded = false;
      openedAt = System.nanoTime();
      vain++;
    }
    open(false);
  }

  private void open(boolean isFirst) {
    var unused =
        opening
            .open(new Events())
            .whenComplete(
                (isStream, thrown) -> {
                  if (thrown == null ? isStream : !isFirst) {
                    ended();
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
        Message message =
            PlainJson.read(data, 0, data.length) instanceof Map<?, ?> json
                ? Message.of(json)
                : null;
        if (message != null) {
          taker.accept(message);
        }
      } catch (UnreadableException e) {
        // The next event may be one.
      }
    }
  }
}
