package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Headers;
import okhttp3.tls.HandshakeCertificates;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** A server on loopback that answers by path, and with 404 for others. */
public final class WebServer implements AutoCloseable {

  private final MockWebServer server = new MockWebServer();
  private final String scheme;
  private final Map<String, Answering> answers = new ConcurrentHashMap<>();

  public interface Answering {
    MockResponse answer(RecordedRequest request) throws IOException;
  }

  public WebServer() {
    this(null);
  }

  /**
   * @param certificates to be served over TLS; null for plain HTTP
   */
  private WebServer(@Nullable HandshakeCertificates certificates) {
    scheme = certificates == null ? "http" : "https";
    if (certificates != null) {
      server.useHttps(certificates.sslSocketFactory());
    }
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            Answering answering = answers.get(request.getUrl().encodedPath());
            try {
              return answering == null
                  ? new MockResponse.Builder().code(404).build()
                  : answering.answer(request);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
        });
    try {
      server.start(InetAddress.getLoopbackAddress(), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server over TLS that shows these certificates. */
  static WebServer https(HandshakeCertificates certificates) {
    return new WebServer(certificates);
  }

  /** Serves a body at a path, and returns its URL. */
  public String serve(String path, String contentType, byte[] body) {
    return answer(
        path,
        request ->
            new MockResponse.Builder()
                .addHeader("Content-Type", contentType)
                .body(new Buffer().write(body))
                .build());
  }

  /** Serves a text at a path, and returns its URL. */
  public String serve(String path, String text) {
    return serve(path, "text/plain", text.getBytes(UTF_8));
  }

  /** Answers with a status and headers ({@code Name: value}) only, and returns the URL. */
  public String status(String path, int status, String... headers) {
    return answer(path, request -> response(status, headers));
  }

  /** A status and headers, which may hold more than ASCII. */
  public static MockResponse response(int status, String... headers) {
    var all = new Headers.Builder().add("Content-Length", "0");
    for (String header : headers) {
      int colon = header.indexOf(": ");
      all.addUnsafeNonAscii(header.substring(0, colon), header.substring(colon + 2));
    }
    return new MockResponse.Builder().code(status).headers(all.build()).build();
  }

  /** Redirects from a path, and returns its URL. */
  public String redirect(String path, String location) {
    return status(path, 302, "Location: " + location);
  }

  /** Lets somebody answer requests for a path, and returns its URL. */
  public String answer(String path, Answering answering) {
    answers.put(path, answering);
    return url(path);
  }

  public String url(String path) {
    return scheme + "://" + hostAndPort() + path;
  }

  /** The URL of a path under another name of the host. */
  public String url(String host, String path) {
    return scheme + "://" + host + ":" + port() + path;
  }

  public int port() {
    return server.getPort();
  }

  public String hostAndPort() {
    return "127.0.0.1:" + port();
  }

  MockWebServer mock() {
    return server;
  }

  /** The next request that came. */
  public RecordedRequest takeRequest() throws InterruptedException {
    return server.takeRequest();
  }

  public int requests() {
    return server.getRequestCount();
  }

  public static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    server.close();
  }
}
