package dev.attache.resource.testkit;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class TestServerTest {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final TestServer server;

  TestServerTest() throws IOException {
    server = TestServer.start();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void servesBytesAtAPath() throws Exception {
    byte[] body = "Grüße".getBytes(UTF_8);
    HttpResponse<byte[]> response = get(server.serve("/a+b?x=1", "a/b", body));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("a/b");
    assertThat(response.body()).isEqualTo(body);
    assertThat(server.requests()).containsExactly("GET /a+b?x=1");
  }

  @Test
  void listensOnLoopbackOnly() throws Exception {
    assertThat(server.url("/x")).matches("http://127\\.0\\.0\\.1:[0-9]+/x");
    assertThat(InetAddress.getByName(URI.create(server.url("/")).getHost()).isLoopbackAddress())
        .isTrue();
  }

  @Test
  void hasNothingAtOtherPaths() throws Exception {
    server.serve("/a", "text/plain", new byte[0]);
    assertThat(get(server.url("/b")).statusCode()).isEqualTo(404);
  }

  @Test
  void servesWithoutALength() throws Exception {
    String url = server.serveUntilTheEnd("/a", "text/plain", new byte[] {1, 2, 3});
    HttpResponse<byte[]> response = get(url);
    assertThat(response.headers().firstValue("Content-Length")).isEmpty();
    assertThat(response.body()).containsExactly(1, 2, 3);
  }

  @Test
  void claimsMoreThanItSends() {
    String url = server.claim("/a", "text/plain", new byte[3], 5);
    assertThatThrownBy(() -> get(url)).isInstanceOf(IOException.class);
  }

  @Test
  void claimsLessThanItSends() throws Exception {
    server.claim("/a", "text/plain", "12345".getBytes(UTF_8), 3);
    assertThat(raw("GET /a HTTP/1.1\r\n\r\n")).contains("Content-Length: 3\r\n").endsWith("12345");
  }

  @Test
  void dripsUntilItIsClosed() throws Exception {
    server.drip("/a", Duration.ofMillis(5));
    try (Socket socket = connect("GET /a HTTP/1.1\r\n\r\n")) {
      InputStream in = socket.getInputStream();
      String begin = new String(in.readNBytes(70), ISO_8859_1);
      assertThat(begin).startsWith("HTTP/1.1 200 OK\r\n").endsWith("xxxxx");
      assertThat(server.openConnections()).isEqualTo(1);
      server.close();
      assertThat(isAtItsEnd(in)).isTrue();
    }
  }

  private static boolean isAtItsEnd(InputStream in) throws IOException {
    try {
      in.readAllBytes();
    } catch (SocketException e) {
      // reset, which is an end, too
    }
    return true;
  }

  @Test
  void hangsUntilItIsClosed() throws Exception {
    server.hang("/a");
    try (Socket socket = connect("GET /a HTTP/1.1\r\n\r\n")) {
      await().until(() -> server.requests().equals(List.of("GET /a")));
      assertThat(server.openConnections()).isEqualTo(1);
      server.close();
      assertThat(socket.getInputStream().read()).as("the first byte of an answer").isEqualTo(-1);
    }
  }

  @Test
  void hangsUp() throws Exception {
    server.hangUp("/a");
    assertThat(raw("GET /a HTTP/1.1\r\n\r\n")).isEmpty();
  }

  @Test
  void redirects() throws Exception {
    HttpResponse<byte[]> response = get(server.redirect("/a", "//elsewhere/b"));
    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("Location")).contains("//elsewhere/b");
  }

  @Test
  void answersWithAStatus() throws Exception {
    HttpResponse<byte[]> response = get(server.status("/a", "403 Forbidden", "Retry-After: 3"));
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.headers().firstValue("Retry-After")).contains("3");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void answersAsATestWants() throws Exception {
    server.answer("/a", out -> out.write("no HTTP".getBytes(ISO_8859_1)));
    assertThat(raw("GET /a HTTP/1.1\r\n\r\n")).isEqualTo("no HTTP");
  }

  @Test
  void survivesWhatIsNoRequest() throws Exception {
    assertThat(raw("\r\n\r\n")).isEmpty();
    assertThat(server.requests()).isEmpty();
    assertThat(get(server.serve("/a", "a/b", new byte[1])).body()).hasSize(1);
  }

  @Test
  void listensNoMoreWhenItIsClosed() throws Exception {
    String url = server.serve("/a", "a/b", new byte[1]);
    server.close();
    assertThatThrownBy(() -> get(url))
        .isInstanceOfAny(ConnectException.class, SocketTimeoutException.class);
  }

  private static HttpResponse<byte[]> get(String url) throws Exception {
    return CLIENT.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray());
  }

  private String raw(String request) throws IOException {
    try (Socket socket = connect(request)) {
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private Socket connect(String request) throws IOException {
    var socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url("/")).getPort());
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    return socket;
  }
}
