package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.http.fetch.Environment;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import okhttp3.Dns;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The contract of all handlers, kept by the one for the web. */
@Tag("network")
@DoesNotApply(hook = "collections", because = "a page is one resource")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
@DoesNotApply(hook = "resourceOfProgram", because = "no program is started")
class HttpHandlerContractTest extends ResourceHandlerContract {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 1};

  private @Nullable WebServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = new WebServer();
  }

  @AfterEach
  void stopServer() {
    server().close();
  }

  private WebServer server() {
    if (server == null) {
      throw new AssertionError("the server is there from @BeforeEach on");
    }
    return server;
  }

  @Override
  protected ResourceHandler handler() {
    return new HttpHandler(
        new Environment(
            Map.of("XDG_CACHE_HOME", workspace().resolve("caches").toString()), Dns.SYSTEM, null));
  }

  @Override
  protected Map<String, Object> configuration() {
    return Map.of("allow", List.of(server().hostAndPort()));
  }

  @Override
  protected Map<Class<?>, Object> services() {
    UriPolicy policy =
        (uri, requester) ->
            requester == Requester.MODEL && uri.value().equals(server().url("/private"))
                ? "is not for models"
                : null;
    return Map.of(UriPolicy.class, policy);
  }

  @Override
  protected Map<String, byte[]> resources() {
    Map<String, byte[]> resources = new LinkedHashMap<>();
    put(resources, "/plain", "text/plain; charset=utf-8", "text\r\nwithout an end".getBytes(UTF_8));
    put(resources, "/page", "text/html", "<title>x</title><p>Grüße".getBytes(UTF_8));
    put(resources, "/empty", "text/plain", new byte[0]);
    put(resources, "/logo", "image/png", PNG);
    put(resources, "/large", "text/plain", "0123456789abcde\n".repeat(30_000).getBytes(UTF_8));
    return resources;
  }

  private void put(Map<String, byte[]> resources, String path, String type, byte[] body) {
    resources.put(server().serve(path, type, body), body);
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(
        "HTTP://Example.COM:80/%7euser/a%2fb?#top", "http://example.com/~user/a%2Fb?",
        "https://user:secret@example.com:443", "https://example.com/",
        "http://0x7f.1/a/../b", "http://127.0.0.1/b",
        "https://exämple.com/ä", "https://xn--exmple-cua.com/%C3%A4");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of("http:", "https://", "http://a b/", "http://1.2.3.4.5/", "http://a:99999/");
  }

  @Override
  protected String missingUri() {
    return server().url("/missing");
  }

  @Override
  protected String resourceInVersion(int version) {
    return server().serve("/version", "text/plain", ("version " + version).getBytes(UTF_8));
  }

  @Override
  protected String resourceOfSize(int bytes) {
    return server().serve("/sized", "text/plain", "x".repeat(bytes).getBytes(UTF_8));
  }

  @Override
  protected String understatedResource(int bytes) {
    return server()
        .answer(
            "/understated",
            request -> {
              byte[] small = WebServer.gzip("x".repeat(bytes).getBytes(UTF_8));
              return new MockResponse.Builder()
                  .addHeader("Content-Type", "text/plain")
                  .addHeader("Content-Encoding", "gzip")
                  .body(new Buffer().write(small))
                  .build();
            });
  }

  @Override
  protected String endlessResource() {
    return server()
        .answer(
            "/endless",
            request ->
                new MockResponse.Builder()
                    .body("x".repeat(1000))
                    .throttleBody(1, 100, TimeUnit.MILLISECONDS)
                    .build());
  }

  @Override
  protected String resourceWithSecret(String secret) {
    server().serve("/secret", "text/plain", "for those who know it".getBytes(UTF_8));
    return server().url("/secret?token=" + secret);
  }

  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) {
    return requester == Requester.MODEL
        ? server().serve("/private", "text/plain", "for the user".getBytes(UTF_8))
        : null;
  }

  @Override
  protected Integer contentsRead() {
    return server().requests();
  }

  /** One of each in a JVM, for all clients there are; they end when they have had nothing to do. */
  @Override
  protected boolean mayOutliveRuns(Thread thread) {
    return thread.getName().equals("OkHttp TaskRunner") || thread.getName().equals("Okio Watchdog");
  }
}
