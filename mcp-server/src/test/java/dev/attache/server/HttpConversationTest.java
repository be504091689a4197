package dev.attache.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.TestClient.Setting;
import dev.attache.server.http.HttpEndpoint;
import dev.attache.server.http.HttpFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real sessions, over HTTP. */
@Tag("network")
class HttpConversationTest {

  private static final String INITIALIZE = HttpFixture.INITIALIZE;

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();

  private static HttpEndpoint listen(SessionOpener opener) throws IOException {
    var options = new ServerOptions("1.2.3", null, 100, Duration.ofHours(1));
    return ResourceServer.of(options, opener, new Noted())
        .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpFixture.OPEN);
  }

  private HttpRequest.Builder to(HttpEndpoint endpoint, @Nullable String session) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.url()).header("Content-Type", "application/json");
    return session == null ? request : request.header("Mcp-Session-Id", session);
  }

  private HttpResponse<String> post(HttpEndpoint endpoint, @Nullable String session, String body)
      throws Exception {
    return client.send(
        to(endpoint, session).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private String begin(HttpEndpoint endpoint) throws Exception {
    HttpResponse<String> answer = post(endpoint, null, INITIALIZE);
    assertThat(answer.body())
        .startsWith(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\",");
    String session = answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
    HttpResponse<String> begun =
        post(endpoint, session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    assertThat(begun.statusCode()).isEqualTo(202);
    return session;
  }

  private static String read(Setting setting, String name) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"file://"
        + setting.workspace
        + "/"
        + name
        + "\"}}";
  }

  @Test
  void resourcesAreRead() throws Exception {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    try (HttpEndpoint endpoint = listen(setting::open)) {
      String session = begin(endpoint);
      assertThat(post(endpoint, session, read(setting, "a.md")).body())
          .contains("\"text\":\"one\\n\"");
      assertThat(post(endpoint, session, HttpFixture.request(2, "server/discover")).body())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"unknown method"
                  + " \\\"server/discover\\\"\"}}");
    }
  }

  @Test
  void aBatchHasAtMostFiftyMessages() throws Exception {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    try (HttpEndpoint endpoint = listen(setting::open)) {
      String session = begin(endpoint);
      String ping = HttpFixture.request(1, "ping");
      assertThat(post(endpoint, session, "[" + (ping + ",").repeat(49) + ping + "]").body())
          .startsWith("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},");
      assertThat(post(endpoint, session, "[" + (ping + ",").repeat(50) + ping + "]").body())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"a batch of 51"
                  + " messages is too long: send at most 50 in one\"}}");
    }
  }

  @Test
  void aSessionThatHasTheOnlyConversationIsEndedByTheNextOne() throws Exception {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    var kept = setting.open();
    SessionOpener opener =
        new SessionOpener() {
          @Override
          public Opening open() {
            return kept;
          }

          @Override
          public boolean isExclusive() {
            return true;
          }
        };
    try (HttpEndpoint endpoint = listen(opener)) {
      String first = begin(endpoint);
      String second = begin(endpoint);
      assertThat(post(endpoint, first, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(404);
      assertThat(post(endpoint, second, HttpFixture.request(1, "ping")).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aSessionEndsWhileItIsOpened() throws Exception {
    var release = new CompletableFuture<Void>();
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    SessionOpener slow =
        () -> {
          release.join();
          return setting.open();
        };
    try (HttpEndpoint endpoint = listen(slow)) {
      String session = begin(endpoint);
      CompletableFuture<HttpResponse<String>> reading =
          client.sendAsync(
              to(endpoint, session).POST(BodyPublishers.ofString(read(setting, "a.md"))).build(),
              BodyHandlers.ofString());
      assertThat(post(endpoint, session, HttpFixture.request(7, "ping")).body())
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
      client.send(to(endpoint, session).DELETE().build(), BodyHandlers.discarding());
      assertThat(reading.join().statusCode()).isEqualTo(404);
    } finally {
      release.complete(null);
    }
  }

  @Test
  void aCancelledRequestIsTakenWithoutAnAnswer() throws Exception {
    var release = new CompletableFuture<Void>();
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    SessionOpener slow =
        () -> {
          release.join();
          return setting.open();
        };
    try (HttpEndpoint endpoint = listen(slow)) {
      String session = begin(endpoint);
      CompletableFuture<HttpResponse<String>> reading =
          client.sendAsync(
              to(endpoint, session).POST(BodyPublishers.ofString(read(setting, "a.md"))).build(),
              BodyHandlers.ofString());
      while (!reading.isDone()) {
        post(
            endpoint,
            session,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
      }
      assertThat(reading.join().statusCode()).isEqualTo(202);
      assertThat(reading.join().body()).isEmpty();
    } finally {
      release.complete(null);
    }
  }

  @Test
  void aConversationThatCouldNotBeOpenedIsTriedAgainForSingleRequests() throws Exception {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    var tries = new AtomicInteger();
    SessionOpener opener =
        () -> {
          if (tries.getAndIncrement() == 0) {
            throw new IOException("busy");
          }
          return setting.open();
        };
    String list =
        HttpFixture.request(1, "resources/list")
            .replace(
                "\"method\"",
                "\"params\":{\"_meta\":{"
                    + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}},\"method\"");
    try (HttpEndpoint endpoint = listen(opener)) {
      HttpRequest request =
          to(endpoint, null)
              .headers("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "resources/list")
              .POST(BodyPublishers.ofString(list))
              .build();
      assertThat(client.send(request, BodyHandlers.ofString()).body())
          .contains("\"message\":\"the session cannot be opened: busy\"");
      assertThat(client.send(request, BodyHandlers.ofString()).body()).contains("a.md");
    }
  }
}
