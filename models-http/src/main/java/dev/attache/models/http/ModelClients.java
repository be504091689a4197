package dev.attache.models.http;

import dev.attache.model.call.ModelSettings;
import dev.attache.support.net.GuardedSocket;
import dev.attache.support.net.PublicNetwork;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients for models: one without TLS, and one with it, which is made when first needed,
 * because it reads all the certificates that Java trusts. Both share connections and threads, for
 * as long as the JVM runs, and keep neither it nor a connection alive that nobody uses.
 *
 * <p>They follow no redirect, keep no cookie, answer no challenge of a server, log nothing, and use
 * the proxy that they are told.
 */
final class ModelClients {

  private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);
  private static final int AT_ONCE = 64;
  private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

  private static final OkHttpClient PLAIN = plain();

  private ModelClients() {}

  /** The client with TLS; a class of its own, so that it is made when it is first asked for. */
  private static final class Secure {
    static final OkHttpClient CLIENT =
        PLAIN.newBuilder().connectionSpecs(List.of(ConnectionSpec.MODERN_TLS)).build();
  }

  /**
   * Returns a client for one way.
   *
   * @param opened what the network was opened for; empty for nothing
   * @param network which addresses it may connect to
   * @param proxy null for none
   */
  static OkHttpClient client(
      boolean isHttps,
      String opened,
      PublicNetwork network,
      ProxyVariables.@Nullable Choice proxy,
      ModelSettings settings) {
    OkHttpClient.Builder client =
        (isHttps ? Secure.CLIENT : PLAIN)
            .newBuilder()
            .dns(new OpenedNames(opened))
            .socketFactory(GuardedSocket.factory(network))
            .connectTimeout(settings.connectTimeout())
            .readTimeout(longer(settings.firstByteTimeout(), settings.idleTimeout())) // of either
            .writeTimeout(settings.idleTimeout());
    if (proxy != null) {
      client.proxy(proxy.proxy());
      String credentials = proxy.credentials();
      if (credentials != null) {
        client.proxyAuthenticator(shown(credentials));
      }
    }
    return client.build();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /**
   * The name service of the system. Clients with equal ones share connections, so a connection that
   * was allowed to one is not found by another.
   */
  private record OpenedNames(String opened) implements Dns {
    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
      return Dns.SYSTEM.lookup(host);
    }
  }

  /** Answers the first question of a proxy, and not the same one again. */
  private static Authenticator shown(String credentials) {
    return (route, response) -> {
      Request request = response.request();
      return request.header(PROXY_AUTHORIZATION) == null
          ? request.newBuilder().header(PROXY_AUTHORIZATION, credentials).build()
          : null;
    };
  }

  private static OkHttpClient plain() {
    var dispatcher = new Dispatcher(threads());
    dispatcher.setMaxRequests(AT_ONCE);
    dispatcher.setMaxRequestsPerHost(AT_ONCE);
    return new OkHttpClient.Builder()
        .dispatcher(dispatcher)
        .connectionPool(new ConnectionPool(5, KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS))
        .protocols(List.of(Protocol.HTTP_1_1)) // one answer at a time needs no more
        .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
        .followRedirects(false)
        .followSslRedirects(false)
        .proxy(Proxy.NO_PROXY)
        .build();
  }

  private static ThreadPoolExecutor threads() {
    var number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        5,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          var thread = new Thread(work, "attache-model-" + number.getAndIncrement());
          thread.setDaemon(true);
          return thread;
        });
  }
}
