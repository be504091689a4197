package dev.attache.handlers.http.fetch;

import java.util.Map;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * The environment of the handler: variables, the name service and the certificates that it trusts.
 * Tests bring their own.
 *
 * @param variables the environment variables
 * @param dns the name service
 * @param trust whom to trust instead of the authorities that come with Java; null for those
 */
public record Environment(Map<String, String> variables, Dns dns, @Nullable Trust trust) {

  /** Certificates to trust. */
  public record Trust(SSLSocketFactory sockets, X509TrustManager manager) {}

  /** {@return what this process finds around it} */
  public static Environment ofProcess() {
    return new Environment(System.getenv(), Dns.SYSTEM, null);
  }
}
