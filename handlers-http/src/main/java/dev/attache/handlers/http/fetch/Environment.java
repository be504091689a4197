package dev.attache.handlers.http.fetch;

import java.util.Map;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * What the handler finds around it: the environment, the name service and the certificates that it
 * trusts. Tests bring their own.
 *
 * @param trust whom to trust instead of the authorities that come with Java; null for those
 */
public record Environment(Map<String, String> environment, Dns dns, @Nullable Trust trust) {

  /** Certificates to trust. */
  public record Trust(SSLSocketFactory sockets, X509TrustManager manager) {}

  /** What this process finds around it. */
  public static Environment ofProcess() {
    return new Environment(System.getenv(), Dns.SYSTEM, null);
  }
}
