package dev.attache.handlers.http.fetch;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.Set;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/**
 * A veil over the status of some answers, which keeps the client from its own ways with them: it
 * asks again after a 408, and after a 503 that says {@code Retry-After: 0}, fails for a 407 without
 * a proxy, and lets a number that it cannot read end its thread. How often a server is asked is
 * ours to say.
 *
 * <p>Around everything else the status is the server's; where the client decides what to do next,
 * it is none that it knows.
 */
final class StatusVeil {

  private static final Set<Integer> VEILED = Set.of(0, 407, 408, 503);

  /** Where the status is kept meanwhile, whatever the server has sent under that name. */
  private static final String STATUS = "Attache-Status";

  private StatusVeil() {}

  static OkHttpClient.Builder prevent(OkHttpClient.Builder client) {
    return client.addInterceptor(StatusVeil::unveil).addNetworkInterceptor(StatusVeil::veil);
  }

  private static Response veil(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    int status = response.code();
    return VEILED.contains(status)
        ? response.newBuilder().code(0).header(STATUS, Integer.toString(status)).build()
        : response;
  }

  private static Response unveil(Interceptor.Chain chain) throws IOException {
    Response response;
    try {
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
}
