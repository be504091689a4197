package dev.attache.server.http;

import static dev.attache.test.LongWait.PATIENCE;

import dev.attache.server.Noted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server over HTTP with sessions for tests, and clients of it. */
public final class HttpFixture implements AutoCloseable {

  public static final String INITIALIZE = initialize("2025-11-25");

  public static final HttpAccess OPEN = new HttpAccess(null, Set.of(), Set.of());

  final ScriptedSessions sessions = new ScriptedSessions();
  final Noted noted = new Noted();
  final HttpTransport transport;
  final HttpClient client = HttpClient.newHttpClient();

  private HttpFixture(HttpAccess access, HttpLimits limits) throws IOException {
    transport =
        HttpTransport.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            access,
            sessions,
            noted::note,
            limits);
  }

  static HttpFixture open() throws IOException {
    return new HttpFixture(OPEN, HttpLimits.DEFAULT);
  }

  static HttpFixture with(HttpAccess access) throws IOException {
    return new HttpFixture(access, HttpLimits.DEFAULT);
  }

  static HttpFixture with(HttpLimits limits) throws IOException {
    return new HttpFixture(OPEN, limits);
  }

  public static HttpLimits limits(int sessions, Duration idle, Duration keepAlive) {
    return new HttpLimits(sessions, Duration.ZERO, idle, 4 << 20, keepAlive, PATIENCE);
  }

  static String initialize(String revision) {
    return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
        + revision
        + "\"}}";
  }

  public static String request(int id, String method) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
  }

  URI url() {
    return transport.url();
  }

  int port() {
    return url().getPort();
  }

  /** A request with the usual headers; the session is left out if null. */
  HttpRequest.Builder to(@Nullable String session) {
    var request =
        HttpRequest.newBuilder(url())
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    return session == null ? request : request.header("Mcp-Session-Id", session);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> post(@Nullable String session, String body) throws Exception {
    return send(to(session).POST(BodyPublishers.ofString(body)));
  }

  /** Begins a session, and gives its id. */
  String begin() throws Exception {
    return begin("2025-11-25");
  }

  String begin(String revision) throws Exception {
    return post(null, initialize(revision)).headers().firstValue("Mcp-Session-Id").orElseThrow();
  }

  /** Opens a stream of events with GET. */
  Events listen(String session, @Nullable String lastEvent) throws Exception {
    HttpRequest.Builder request = to(session).GET();
    if (lastEvent != null) {
      request.header("Last-Event-ID", lastEvent);
    }
    return events(request);
  }

  Events events(HttpRequest.Builder request) throws Exception {
    return new Events(client.send(request.build(), BodyHandlers.ofInputStream()));
  }

  /** A connection whose every byte a test decides. */
  Raw raw() throws IOException {
    return new Raw(new Socket(InetAddress.getLoopbackAddress(), port()));
  }

  @Override
  public void close() {
    transport.close();
  }

  /** What comes by a stream of events. */
  public static final class Events implements AutoCloseable {

    public final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    public Events(HttpResponse<InputStream> response) {
      this.response = response;
      lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** The next event as its lines, comments included; null at the end. */
    @Nullable
    public String next() throws IOException {
      var event = new ArrayList<String>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty()) {
          return String.join("|", event);
        }
        event.add(line);
        if (line.startsWith(":")) {
          return line;
        }
      }
      return null;
    }

    /** All that is left, until the stream ends. */
    List<String> rest() throws IOException {
      var rest = new ArrayList<String>();
      for (String event = next(); event != null; event = next()) {
        rest.add(event);
      }
      return rest;
    }

    @Override
    public void close() throws IOException {
      response.body().close();
    }
  }

  /** A connection of bytes. */
  static final class Raw implements AutoCloseable {

    final Socket socket;

    Raw(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout((int) PATIENCE.toMillis());
    }

    Raw write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return this;
    }

    /** The head of an answer, and its body as Content-Length has it. */
    String answer() throws IOException {
      var head = new StringBuilder();
      InputStream in = socket.getInputStream();
      while (head.indexOf("\r\n\r\n") < 0) {
        int b = in.read();
        if (b < 0) {
          return head.toString();
        }
        head.append((char) b);
      }
      int at = head.toString().toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
      if (at < 0) {
        return head.toString();
      }
      int length = Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
      return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Whether there is anything to be read. */
    boolean isAnswered() {
      try {
        return socket.getInputStream().available() > 0;
      } catch (IOException e) {
        return true; // it is closed, which is an answer, too
      }
    }

    /** The status of an answer. */
    int status() throws IOException {
      String answer = answer();
      return answer.isEmpty() ? -1 : Integer.parseInt(answer.substring(9, 12));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
