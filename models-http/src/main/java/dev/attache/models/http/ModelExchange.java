package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * A request that can be sent again and again, until it is answered. One thread sends and reads; any
 * may cancel, which ends at once whatever the one waits for, unless that is the name service.
 */
final class ModelExchange {

  /** No error says more. */
  private static final int ERROR_BYTES = 1 << 16;

  /** What an answer that comes at once may have. */
  private static final int WHOLE_BYTES = 32 << 20;

  /** A slower line than this is none. */
  private static final long SENT_PER_SECOND = 1 << 16;

  private static final String[] REQUEST_IDS = {
    "request-id", "x-request-id", "x-generation-id", "cf-ray"
  };

  private final String provider;
  private final OkHttpClient client;
  private final Request request;
  private final @Nullable StreamedBody body;
  private final ModelSettings settings;
  private final ShownText shown;
  private final ConnectionTrouble trouble;
  private final @Nullable RequestSlots slots;
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private volatile @Nullable Call current;
  private volatile @Nullable CompletableFuture<Void> slot;
  private @Nullable CallWatch watch;
  private volatile @Nullable String requestId;
  private @Nullable String shouldRetry;
  private long end; // when the answer has to be there, by the clock of nanoTime
  private int waits; // for parts of the answer

  ModelExchange(
      String provider,
      OkHttpClient client,
      Request request,
      @Nullable StreamedBody body,
      ModelSettings settings,
      ShownText shown,
      ConnectionTrouble trouble) {
    this.provider = provider;
    this.client = client;
    this.request = request;
    this.body = body;
    this.settings = settings;
    this.shown = shown;
    this.trouble = trouble;
    this.slots = RequestSlots.of(settings);
  }

  ModelSettings settings() {
    return settings;
  }

  /** What the provider called the last request; null if it has not said. */
  @Nullable String requestId() {
    return requestId;
  }

  /** What the server said about another try in its last answer; null if nothing. */
  @Nullable String shouldRetry() {
    return shouldRetry;
  }

  boolean isCancelled() {
    return cancelled.getCount() == 0;
  }

  void cancel() {
    cancelled.countDown();
    CompletableFuture<Void> waitedFor = slot;
    if (waitedFor != null) {
      waitedFor.cancel(false);
    }
    Call call = current;
    if (call != null) {
      call.cancel();
    }
  }

  /**
   * Waits.
   *
   * @throws ModelException CANCELLED, if somebody cancels meanwhile
   */
  void pause(Duration pause) throws ModelException {
    try {
      if (cancelled.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        throw cancelled(null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    }
  }

  /**
   * Sends the request, and returns the answer if it is a good one, to be closed; {@link #leave}
   * comes after that.
   */
  Response send() throws ModelException {
    shouldRetry = null;
    boolean isGood = false;
    try {
      enter();
      Response response = sendOnce();
      isGood = true;
      return response;
    } finally {
      if (!isGood) {
        leave();
      }
    }
  }

  /** Waits until one more request may be out; no time limit counts until then. */
  private void enter() throws ModelException {
    CompletableFuture<Void> taken = slots == null ? null : slots.take();
    slot = taken;
    try {
      if (isCancelled() || Thread.currentThread().isInterrupted()) {
        throw cancelled(null);
      } else if (taken != null) {
        taken.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    } catch (CancellationException e) {
      throw cancelled(e);
    } catch (ExecutionException e) {
      throw new AssertionError(e); // slots are completed or cancelled, and never fail
    }
  }

  /** Lets others send once the answer is read, or none comes. */
  void leave() {
    CallWatch open = watch;
    watch = null;
    if (open != null) {
      open.close();
    }
    CompletableFuture<Void> taken = slot;
    slot = null;
    if (slots != null && taken != null && !taken.cancel(false)) {
      slots.giveBack();
    }
  }

  private Response sendOnce() throws ModelException {
    waits = 0;
    end = System.nanoTime() + settings.answerTimeout().toNanos();
    Duration patience = settings.firstByteTimeout();
    if (body != null) {
      patience = patience.plusSeconds(measure(body) / SENT_PER_SECOND);
    }
    Response response = execute(shorter(patience));
    requestId = requestIdOf(response);
    if (response.isSuccessful()) {
      return response;
    }
    try (response) {
      shouldRetry = response.header("x-should-retry");
      throw failure(response);
    }
  }

  /** Sends the request, and returns all of the answer. */
  byte[] sendForAll() throws ModelException {
    try (Response response = send()) {
      return readAll(response, WHOLE_BYTES);
    } finally {
      leave();
    }
  }

  /** Reads all of an answer. */
  byte[] readAll(Response response, int maxBytes) throws ModelException {
    BufferedSource source = response.body().source();
    try {
      long asked = 1 << 16;
      while (expecting(source).request(asked)) {
        if (asked > maxBytes) {
          throw new AnswerFrames.TooLargeException("the answer", maxBytes);
        }
        asked += 1 << 16;
      }
      return source.readByteArray();
    } catch (IOException e) {
      throw ofReading(e);
    }
  }

  /**
   * Gives a source the time that its next part may take. The first one has as long as the headers:
   * a model may think long after a server has sent those.
   */
  BufferedSource expecting(BufferedSource source) {
    waits++;
    Duration patience = waits == 1 ? settings.firstByteTimeout() : settings.idleTimeout();
    long next = System.nanoTime() + patience.toNanos();
    source.timeout().deadlineNanoTime(next - end < 0 ? next : end);
    return source;
  }

  /** Whether the answer has taken longer than it may, however steadily it comes. */
  boolean isLate() {
    return System.nanoTime() - end >= 0;
  }

  /** Returns the failure of an answer that takes too long. */
  ModelException late(@Nullable IOException e) {
    return named(trouble.unfinished(e, settings.answerTimeout()));
  }

  /** Returns the failure of an answer that had begun. */
  ModelException ofReading(IOException e) {
    if (isEnded()) {
      return cancelled(e);
    }
    if (e instanceof InterruptedIOException && isLate()) {
      return late(e);
    } else if (e instanceof InterruptedIOException && waits == 1) {
      return named(trouble.ofWaiting(new SocketTimeoutException(), settings.firstByteTimeout()));
    }
    return named(trouble.ofReading(e, settings.idleTimeout()));
  }

  /** Returns an exception of a reader, with the name of the provider and without a secret. */
  ModelException named(ModelException e) {
    String text = shown.of(e.message());
    String message = provider + ": " + (text.isEmpty() ? "the provider gave up" : text);
    return ModelException.of(e.kind(), message, e.getCause())
        .answered(e.status(), e.retryAfter(), e.requestId() == null ? requestId : e.requestId());
  }

  ModelException cancelled(@Nullable Throwable cause) {
    return ModelException.of(Kind.CANCELLED, provider + ": the request was cancelled", cause);
  }

  private long measure(StreamedBody counted) throws ModelException {
    try {
      return counted.measure();
    } catch (IOException e) {
      String message = provider + ": the request cannot be written: " + shown.of(text(e));
      throw ModelException.of(Kind.BAD_REQUEST, message, e);
    }
  }

  private Response execute(Duration patience) throws ModelException {
    Call call = client.newCall(request);
    current = call;
    if (isCancelled()) {
      throw cancelled(null);
    }
    CallWatch open = CallWatch.over(call, patience);
    watch = open;
    try {
      Response response = call.execute();
      if (open.answered()) {
        return response;
      }
      response.close();
      throw new SocketTimeoutException("timeout");
    } catch (IOException e) {
      if (isEnded()) {
        throw cancelled(e);
      }
      IOException reason = open.isLate() ? new SocketTimeoutException("timeout") : e;
      throw named(trouble.ofWaiting(reason, shorter(settings.firstByteTimeout())));
    }
  }

  /** An answer that may take no longer has not longer to begin. */
  private Duration shorter(Duration patience) {
    Duration whole = settings.answerTimeout();
    return whole.compareTo(patience) < 0 ? whole : patience;
  }

  /** Whether somebody has ended the call, whatever the socket says of it. */
  private boolean isEnded() {
    return isCancelled() || Thread.currentThread().isInterrupted();
  }

  private ModelException failure(Response response) {
    int status = response.code();
    String location = response.header("Location");
    if (status >= 300 && status < 400) {
      String where = location == null ? "elsewhere" : "to " + shown.of(location);
      String message =
          provider + " answered " + status + ": it redirects " + where + "; check the base URL";
      return ModelException.of(Kind.ADDRESS, message).answered(status, null, requestId);
    }
    ProviderError error = error(response);
    Duration retryAfter = RetryRules.retryAfter(response.headers());
    String text = shown.of(error.message());
    String message = provider + " answered " + status + (text.isEmpty() ? "" : ": " + text);
    Kind kind = error.kind(status);
    boolean isElsewhere = kind == Kind.BAD_REQUEST && isPage(response);
    return ModelException.of(isElsewhere ? Kind.ADDRESS : kind, message)
        .answered(status, retryAfter == null ? error.retryAfter() : retryAfter, requestId);
  }

  /** Whether it is a page for people, as no provider answers. */
  static boolean isPage(Response response) {
    String type = response.header("Content-Type", "");
    return type != null && type.strip().toLowerCase(Locale.ROOT).startsWith("text/html");
  }

  private ProviderError error(Response response) {
    byte[] bytes;
    BufferedSource source = response.body().source();
    try {
      expecting(source).request(ERROR_BYTES);
      bytes = source.readByteArray(Math.min(source.getBuffer().size(), ERROR_BYTES));
    } catch (IOException e) {
      return ProviderError.of(Map.of()); // the status says enough
    }
    try {
      return ProviderError.of(PlainJson.read(bytes, 0, bytes.length));
    } catch (UnreadableException e) {
      return ProviderError.ofText(new String(bytes, UTF_8)); // of some proxy
    }
  }

  private static @Nullable String requestIdOf(Response response) {
    for (String name : REQUEST_IDS) {
      String id = response.header(name);
      if (id != null && id.matches("[-_.:A-Za-z0-9]{1,200}")) {
        return id;
      }
    }
    return null;
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** Says where it goes, without a header. */
  @Override
  public String toString() {
    return provider + " " + request.url().redact();
  }
}
