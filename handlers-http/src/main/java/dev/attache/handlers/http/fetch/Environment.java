package dev.attache.handlers.http.fetch;

import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * The environment of the handler: variables, the name service, the certificates that it trusts, and
 * how long it keeps a connection. Tests bring their own.
 *
 * @param variables the environment variables
 * @param dns the name service
 * @param trust whom to trust instead of the authorities that come with Java; null for those
 * @param keepAlive after how long a connection is closed that nobody uses
 */
public record Environment(
    Map<String, String> variables, Dns dns, @Nullable Trust trust, Duration keepAlive) {

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

  /** Certificates to trust. */
  public record Trust(SSLSocketFactory sockets, X509TrustManager manager) {}

  /** An environment that keeps connections as long as that of the process. */
  public Environment(Map<String, String> variables, Dns dns, @Nullable Trust trust) {
    this(variables, dns, trust, KEEP_ALIVE);
  }

  /** {@return what this process finds around it} */
  public static Environment ofProcess() {
    return new Environment(System.getenv(), Dns.SYSTEM, null);
  }
}
