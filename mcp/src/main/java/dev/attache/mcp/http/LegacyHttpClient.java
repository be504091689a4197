package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The client that the SDK's transport is given. It says what a server's refusal is, which the SDK
 * drops with the body, and it can give up all that is under way.
 */
final class LegacyHttpClient extends HttpClient {

  private static final int METHOD_NOT_FOUND = -32601;
  private static final int MAX_FAILURE = 1 << 16;

  private final HttpClient client;
  private final HttpFailures failures;
  private final Consumer<McpException> expired;

  /** Tells requests of this process apart, and is not sent. */
  static final String CALL = "Attache-Call";

  private final BiConsumer<String, McpException> finished;
  private final Consumer<HttpRequest> streamEnded;
  private final Set<Sent> pending = ConcurrentHashMap.newKeySet();
  private final Set<Body<?>> bodies = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  /**
   * @param expired is told so when the server does not know the session any more
   * @param finished takes the {@link #CALL} of each request whose answer has been read to its end,
   *     and why it was none, if it was none
   * @param streamEnded takes each request for a stream that was opened and has ended
   */
  LegacyHttpClient(
      HttpClient client,
      HttpFailures failures,
      Consumer<McpException> expired,
      BiConsumer<String, McpException> finished,
      Consumer<HttpRequest> streamEnded) {
    this.client = client;
    this.failures = failures;
    this.expired = expired;
    this.finished = finished;
    this.streamEnded = streamEnded;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    CompletableFuture<HttpResponse<T>> response =
        client.sendAsync(sent(request), info -> body(request, info, handler));
    var sent = new Sent(response, call(request));
    pending.add(sent);
    if (isClosed) {
      response.cancel(true);
    }
    var unused = response.whenComplete((ended, thrown) -> pending.remove(sent));
    return response;
  }

  /** Gives up what has not been answered or not been read, and whatever is sent from now on. */
  void breakOff() {
    isClosed = true;
    for (Sent sent : pending) {
      sent.response.cancel(true);
    }
    for (Body<?> body : bodies) {
      body.breakOff();
    }
  }

  /** Gives up one request, whatever has come of its answer. */
  void breakOff(String call) {
    for (Sent sent : pending) {
      if (sent.call.equals(call)) {
        sent.response.cancel(true);
      }
    }
    for (Body<?> body : bodies) {
      if (body.call.equals(call)) {
        body.breakOff();
      }
    }
  }

  /** A request that is not answered. Compared by identity. */
  private static final class Sent {
    private final CompletableFuture<?> response;
    private final String call;

    Sent(CompletableFuture<?> response, String call) {
      this.response = response;
      this.call = call;
    }
  }

  /** What tells a request apart; empty if nothing does. */
  private static String call(HttpRequest request) {
    return request.headers().firstValue(CALL).orElse("");
  }

  private static HttpRequest sent(HttpRequest request) {
    return HttpRequest.newBuilder(request, (name, value) -> !name.equalsIgnoreCase(CALL)).build();
  }

  private <T> BodySubscriber<T> body(
      HttpRequest request, ResponseInfo info, BodyHandler<T> handler) {
    int status = info.statusCode();
    boolean isPost = request.method().equals("POST");
    String encoding = info.headers().firstValue("content-encoding").orElse("identity");
    if (isPost && status / 100 == 2 && encoding.equalsIgnoreCase("identity")) {
      return new Body<>(
          handler.apply(info), info, call(request), call(request).isEmpty(), () -> {});
    }
    if (!isPost && (status / 100 == 2 || status == 405)) {
      boolean isStream = request.method().equals("GET") && status != 405;
      return new Body<>(
          handler.apply(info),
          info,
          call(request),
          false,
          isStream ? () -> streamEnded.accept(request) : () -> {});
    }
    return new BodyReader<>(new Refusal<T>(request, info));
  }

  /** The body of an answer that the SDK reads. */
  private final class Body<T> implements BodySubscriber<T> {

    private final BodySubscriber<T> reader;
    private final ResponseInfo info;
    private final String call;
    private final boolean isIgnored;
    private final Runnable ended;
    private volatile Flow.@Nullable Subscription subscription;
    private boolean isEmpty = true;

    /**
     * @param isIgnored whether nothing is to be said: to an answer or a notification of ours
     */
    Body(
        BodySubscriber<T> reader,
        ResponseInfo info,
        String call,
        boolean isIgnored,
        Runnable ended) {
      this.reader = reader;
      this.info = info;
      this.call = call;
      this.isIgnored = isIgnored;
      this.ended = ended;
    }

    void breakOff() {
      bodies.remove(this);
      Flow.Subscription current = subscription;
      if (current != null) {
        current.cancel();
      }
    }

    @Override
    public CompletionStage<T> getBody() {
      return reader.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
      subscription = newSubscription;
      bodies.add(this);
      reader.onSubscribe(newSubscription);
      if (isClosed) {
        breakOff();
      }
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      isEmpty = false;
      Flow.Subscription current = subscription;
      if (isIgnored && current != null) {
        current.request(1);
        return;
      }
      try {
        reader.onNext(item);
      } catch (OutOfMemoryError e) {
        breakOff();
        onError(e);
      }
    }

    @Override
    public void onError(Throwable thrown) {
      bodies.remove(this);
      reader.onError(thrown);
      ended.run();
    }

    @Override
    public void onComplete() {
      bodies.remove(this);
      reader.onComplete();
      ended.run();
      if (!call.isEmpty()) {
        finished.accept(call, noAnswer());
      }
    }

    private McpException noAnswer() {
      String type = info.headers().firstValue("content-type").orElse("");
      if (type.toLowerCase(Locale.ROOT).startsWith("text/event-stream")) {
        return failures.ofEnd(null);
      }
      return failures.ofNoMessage(
          isEmpty
              ? "HTTP status " + info.statusCode() + " without a body"
              : "JSON that does not answer the request");
    }
  }

  /** The body of an answer that the SDK is not shown. */
  private final class Refusal<T> implements BodyReader.Content<T> {

    private final HttpRequest request;
    private final ResponseInfo info;
    private final BoundedBytes bytes = new BoundedBytes(MAX_FAILURE, null);

    Refusal(HttpRequest request, ResponseInfo info) {
      this.request = request;
      this.info = info;
    }

    @Override
    public void add(ByteBuffer buffer) throws McpException {
      bytes.add(buffer);
    }

    @Override
    public T end() throws McpException {
      int status = info.statusCode();
      if (status / 100 == 2) {
        throw failures.ofEncoding(info.headers().firstValue("content-encoding").orElse(""));
      }
      if (isEndOfSession(status, bytes.end())) {
        expired.accept(failures.ofSession());
        throw failures.ofSession();
      }
      throw failures.ofStatus(status, info.headers(), bytes.end());
    }

    /** By the protocol it is 404; many servers say 400, and that in words. */
    private boolean isEndOfSession(int status, byte[] body) {
      if (request.headers().firstValue("mcp-session-id").isEmpty()) {
        return false;
      }
      var error = HttpFailures.error(body);
      if (status == 404) {
        return error == null || error.code() != METHOD_NOT_FOUND;
      }
      return status == 400
          && error != null
          && error.message().toLowerCase(Locale.ROOT).contains("session");
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      BodyHandler<T> handler,
      @Nullable PushPromiseHandler<T> pushPromiseHandler) {
    return sendAsync(request, handler);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return client.send(sent(request), info -> body(request, info, handler));
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }
}
