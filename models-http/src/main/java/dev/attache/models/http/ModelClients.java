package dev.attache.models.http;

import dev.attache.model.call.ModelSettings;
import dev.attache.support.net.GuardedSocket;
import dev.attache.support.net.PublicNetwork;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients for models: one without TLS, and one with it, which is made when first needed,
 * because it reads all the certificates that Java trusts. Both share connections for as long as the
 * JVM runs, as many as are in use, and keep one that nobody uses for a minute. A call runs on the
 * thread that asks.
 *
 * <p>They follow no redirect, keep no cookie, answer no challenge of a server, log nothing, and use
 * the proxy that they are told.
 */
final class ModelClients {

  private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);
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
        client.proxyAuthenticator(new Shown(credentials));
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
  private record Shown(String credentials) implements Authenticator {

    @Override
    public @Nullable Request authenticate(@Nullable Route route, Response response) {
      Request request = response.request();
      return request.header(PROXY_AUTHORIZATION) == null
          ? request.newBuilder().header(PROXY_AUTHORIZATION, credentials).build()
          : null;
    }

    /** Shows no password. */
    @Override
    public String toString() {
      return "credentials for a proxy";
    }
  }

  private static OkHttpClient plain() {
    return new OkHttpClient.Builder()
        .connectionPool(
            new ConnectionPool(Integer.MAX_VALUE, KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS))
        .fastFallback(false) // it connects on threads of its own, one for each call
        .protocols(List.of(Protocol.HTTP_1_1)) // one answer at a time needs no more
        .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
        .followRedirects(false)
        .followSslRedirects(false)
        .proxy(Proxy.NO_PROXY)
        .build();
  }
}
