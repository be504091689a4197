package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.url.WebUrl;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients of a run: one without TLS, and one with it, which is made when first needed,
 * because it reads all the certificates that Java trusts. Both share connections and threads.
 *
 * <p>They follow no redirect, keep no cookie, answer no challenge and use no proxy but a configured
 * one. Closing ends all calls and connections.
 */
public final class Clients implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final HttpSettings settings;
  private final Environment environment;
  private final ConnectionPool pool;
  private final ExecutorService threads;
  private final Set<Call> running = ConcurrentHashMap.newKeySet();
  private final OkHttpClient plain;
  private @Nullable OkHttpClient secure;
  private volatile boolean isClosed;

  /**
   * @param maxBytes how many bytes a resource may have
   */
  Clients(HttpSettings settings, Environment environment, long maxBytes) {
    this.settings = settings;
    this.environment = environment;
    this.pool =
        new ConnectionPool(
            settings.parallelism(), environment.keepAlive().toSeconds(), TimeUnit.SECONDS);
    this.threads = newThreads();
    this.plain = plain(maxBytes);
  }

  /**
   * Sends a request and waits for what comes of it, which is over after {@code nanos}, whatever it
   * is doing.
   *
   * @throws InterruptedIOException if the time is up, or the thread was interrupted, whose flag is
   *     then set
   */
  Answer send(Request request, InterruptibleCall.Receiver receiver, long nanos) throws IOException {
    OkHttpClient client = request.isHttps() ? secure() : plain;
    Call call = client.newCall(request);
    call.timeout().timeout(Math.max(1, nanos), TimeUnit.NANOSECONDS);
    running.add(call);
    try {
      if (isClosed || Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException();
      }
      return request.isHttps()
          ? PendingCall.await(call, threads, receiver, nanos) // it may become HTTP/2
          : InterruptibleCall.make(call, receiver, nanos);
    } finally {
      running.remove(call);
      if (isClosed) {
        pool.evictAll(); // of what has come back since
      }
    }
  }

  /**
   * {@return how many connections are open; asked by tests only, which see so what a run leaves}
   */
  public int connections() {
    return pool.connectionCount();
  }

  /** {@return whether all its threads have ended because it was closed; asked by tests only} */
  public boolean isOver() {
    return threads.isTerminated();
  }

  @Override
  public void close() {
    isClosed = true;
    running.forEach(Call::cancel); // the client knows them until they have headers only
    pool.evictAll();
    threads.shutdown(); // cancelling has ended what they do; interrupting would look like a timeout
  }

  private OkHttpClient plain(long maxBytes) {
    var dns = new InterruptibleDns(environment.dns(), threads);
    var guard = new NetworkGuard(settings.network(), dns, settings.proxy() == null);
    return StatusVeil.prevent(new OkHttpClient.Builder(), guard)
        .dispatcher(new Dispatcher(threads)) // or it would make threads of its own
        .connectionPool(pool)
        .dns(guard)
        .socketFactory(BoundedSocket.factory(settings.sockets(), maxBytes))
        .proxy(proxy())
        .followRedirects(false)
        .followSslRedirects(false)
        .connectTimeout(CONNECT_TIMEOUT)
        .readTimeout(Duration.ZERO) // the whole call has its time, and each drop is no progress
        .writeTimeout(Duration.ZERO)
        .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
        .build();
  }

  private synchronized OkHttpClient secure() {
    if (secure == null) {
      OkHttpClient.Builder builder =
          plain.newBuilder().connectionSpecs(List.of(ConnectionSpec.MODERN_TLS));
      Environment.Trust trust = environment.trust();
      if (trust != null) {
        builder.sslSocketFactory(trust.sockets(), trust.manager());
      }
      secure = builder.build();
    }
    return secure;
  }

  private Proxy proxy() {
    WebUrl proxy = settings.proxy();
    return proxy == null
        ? Proxy.NO_PROXY
        : new Proxy(
            Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port()));
  }

  private ExecutorService newThreads() {
    var number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        5,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          var thread = new Thread(work, "attache-http-" + number.getAndIncrement());
          thread.setDaemon(true);
          return thread;
        }) {
      @Override
      protected void terminated() {
        pool.evictAll(); // of what came back after close(), too
      }
    };
  }

  /**
   * A veil over the status of some answers, which keeps the client from its own ways with them: it
   * asks again after a 408, and after a 503 that says {@code Retry-After: 0}, fails for a 407
   * without a proxy, and lets a number that it cannot read end its thread. How often a server is
   * asked is ours to say.
   *
   * <p>Around everything else the status is the server's; where the client decides what to do next,
   * it is none that it knows. The guard is asked on the way, as a place of its own in the client
   * would make each request dearer.
   */
  private static final class StatusVeil {

    private static final Set<Integer> VEILED = Set.of(0, 407, 408, 503);

    /** Where the status is kept meanwhile, whatever the server has sent under that name. */
    private static final String STATUS = "Attache-Status";

    private StatusVeil() {}

    static OkHttpClient.Builder prevent(OkHttpClient.Builder client, NetworkGuard guard) {
      return client
          .addInterceptor(chain -> unveil(chain, guard))
          .addNetworkInterceptor(StatusVeil::veil);
    }

    private static Response veil(Interceptor.Chain chain) throws IOException {
      Response response = chain.proceed(chain.request());
      if (chain.call().isCanceled()) {
        // OkHttp 5.5 reads a response even if sending failed, and then never frees the connection.
        response.close();
        throw new IOException("Canceled");
      }
      Response.Builder veiled = response.newBuilder().body(new PlainBody(response.body()));
      int status = response.code();
      if (VEILED.contains(status)) {
        veiled.code(0).header(STATUS, Integer.toString(status));
      }
      return veiled.build();
    }

    private static Response unveil(Interceptor.Chain chain, NetworkGuard guard) throws IOException {
      Response response;
      try {
        guard.require(chain.request().url());
        response = chain.proceed(chain.request());
      } catch (RuntimeException e) { // or it would be printed, as nobody else catches it
        var problem = new ProtocolException(String.valueOf(e.getMessage()));
        problem.initCause(e);
        throw problem;
      }
      String status = response.header(STATUS);
      return response.code() == 0 && status != null
          ? response.newBuilder().code(Integer.parseInt(status)).removeHeader(STATUS).build()
          : response;
    }

    /** A body without a type, which the client would read by regular expressions, for nobody. */
    private static final class PlainBody extends ResponseBody {

      private final ResponseBody body;

      PlainBody(ResponseBody body) {
        this.body = body;
      }

      @Override
      public @Nullable MediaType contentType() {
        return null;
      }

      @Override
      public long contentLength() {
        return body.contentLength();
      }

      @Override
      public BufferedSource source() {
        return body.source();
      }
    }
  }
}
