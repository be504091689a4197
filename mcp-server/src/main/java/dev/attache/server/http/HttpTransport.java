package dev.attache.server.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.attache.server.rpc.Envelope;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.session.SessionSource;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Streamable HTTP as MCP defines it, on the HTTP server of the JDK. Thread-safe.
 *
 * <p>A request keeps a thread until it is answered, and so does a stream as long as it is open: the
 * JDK's server forgets only those broken connections that the thread of their request reports.
 */
public final class HttpTransport implements HttpEndpoint {

  static final String PATH = "/mcp";

  private static final String METHODS = "POST, GET, DELETE, OPTIONS";

  /** How many connections may wait to be taken. */
  private static final int BACKLOG = 1024;

  private final HttpServer server;
  private final HttpLimits limits;
  private final Consumer<String> notes;
  private final HttpGate gate;
  private final HttpSessions sessions;
  private final HttpStateless stateless;
  private final HttpMessages messages;
  private final WriteTimeout watch;
  private final HttpThreads threads = new HttpThreads();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> HttpThreads.thread(task, "mcp-http-clock"));
  private final URI url;

  private HttpTransport(
      HttpServer server,
      HttpAccess access,
      SessionSource sessions,
      Consumer<String> notes,
      HttpLimits limits) {
    InetSocketAddress address = server.getAddress();
    this.server = server;
    this.limits = limits;
    this.notes = notes;
    this.gate = new HttpGate(access, address.getAddress());
    this.sessions = new HttpSessions(sessions, limits);
    this.stateless = new HttpStateless(sessions, limits);
    this.messages = new HttpMessages(this.sessions, stateless, limits);
    this.watch = new WriteTimeout(limits.write());
    this.url = url(address);
  }

  /**
   * Listens at an address; returns at once.
   *
   * @param address where to listen; port 0 for any that is free
   * @param access who may talk to it
   * @param sessions who begins a session for each client
   * @param notes takes a line about something that went wrong, or was strange; on any thread
   * @param limits what clients may have and take
   * @return the endpoint, which listens until it is closed
   * @throws IOException if it cannot be listened at, or others could come without a token
   */
  @SuppressWarnings("exports") // sessions come from the face of this module alone
  public static HttpTransport listen(
      InetSocketAddress address,
      HttpAccess access,
      SessionSource sessions,
      Consumer<String> notes,
      HttpLimits limits)
      throws IOException {
    InetAddress host = address.getAddress();
    if (host == null) {
      throw new IOException("address " + address.getHostString() + " is not known");
    }
    if (!host.isLoopbackAddress() && access.token() == null) {
      throw new IOException(
          "address "
              + host.getHostAddress()
              + " is open to other machines: set a token, or listen at 127.0.0.1");
    }
    HttpThreads.setDefaults();
    HttpServer server;
    try {
      server = HttpServer.create(address, BACKLOG);
    } catch (BindException e) {
      throw new IOException(
          "address "
              + host.getHostAddress()
              + " cannot be listened at, port "
              + address.getPort()
              + ": "
              + e.getMessage(),
          e);
    }
    var transport = new HttpTransport(server, access, sessions, notes, limits);
    transport.start();
    return transport;
  }

  private static URI url(InetSocketAddress address) {
    InetAddress host = address.getAddress();
    String name = host.isAnyLocalAddress() ? "localhost" : host.getHostAddress();
    int scope = name.indexOf('%');
    String numbers = scope < 0 ? name : name.substring(0, scope);
    String plain = numbers.equals("0:0:0:0:0:0:0:1") ? "::1" : numbers;
    String shown = plain.contains(":") ? "[" + plain + "]" : plain;
    return URI.create("http://" + shown + ":" + address.getPort() + PATH);
  }

  private void start() {
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    long period = Math.min(1000, Math.max(10, limits.write().toMillis() / 4));
    var unusedWrites =
        clock.scheduleWithFixedDelay(watch::check, period, period, TimeUnit.MILLISECONDS);
    long sweep = Math.min(1000, Math.max(10, limits.idle().toMillis() / 4));
    var unusedEnds =
        clock.scheduleWithFixedDelay(sessions::endIdle, sweep, sweep, TimeUnit.MILLISECONDS);
    server.start();
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public void close() {
    sessions.close();
    stateless.close();
    threads.awaitQuiet();
    server.stop(0);
    clock.shutdownNow();
    threads.close();
  }

  /**
   * Answers a request.
   *
   * @throws IOException if the client is gone; the server must see it to forget the connection
   */
  private void handle(HttpExchange exchange) throws IOException {
    var answer = new HttpAnswer(exchange, watch, limits);
    try {
      serve(exchange, answer);
    } catch (RefusedException e) {
      answer.refused(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("server is closed", e);
    } catch (RuntimeException | Error e) { // one broken request ends nothing else
      try {
        answer.refused(
            RefusedException.of(500, "request failed because of an error in the server: " + e));
      } finally {
        notes.accept("a request over HTTP failed: " + Sanitizer.sanitizeLine(e.toString()));
      }
    }
  }

  private void serve(HttpExchange exchange, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    Headers headers = exchange.getRequestHeaders();
    String origin = gate.checkNames(headers);
    String method = exchange.getRequestMethod();
    if (origin != null) {
      answer.headers().set("Access-Control-Allow-Origin", origin);
      answer.headers().set("Access-Control-Expose-Headers", HttpMessages.SESSION);
      answer.headers().set("Vary", "Origin");
      if (method.equals("OPTIONS")) {
        allow(headers, answer);
        return;
      }
    }
    gate.checkToken(headers);
    if (!PATH.equals(exchange.getRequestURI().getPath())) {
      throw RefusedException.of(404, "nothing is served here: the endpoint is " + url);
    }
    if (!method.equals("POST")) { // there, it depends on the message
      requireSessions(headers);
      checkRevision(headers);
    }
    switch (method) {
      case "POST" -> messages.take(exchange, answer);
      case "GET" -> listen(headers, answer);
      case "DELETE" -> end(headers, answer);
      case "OPTIONS" -> {
        answer.headers().set("Allow", METHODS);
        answer.empty(204);
      }
      default ->
          throw RefusedException.of(
              405,
              "method " + method + " is not served: POST a JSON-RPC message",
              Map.of("Allow", METHODS));
    }
  }

  /** Tells a browser what a page may send. */
  private static void allow(Headers asked, HttpAnswer answer) throws IOException {
    Headers headers = answer.headers();
    headers.set("Access-Control-Allow-Methods", METHODS);
    headers.set("Access-Control-Max-Age", "600");
    String names = asked.getFirst("Access-Control-Request-Headers");
    if (names != null) {
      headers.set("Access-Control-Allow-Headers", names);
    }
    answer.empty(204);
  }

  /** Refuses what came with the sessions, and went with them. */
  private static void requireSessions(Headers headers) throws RefusedException {
    if (Envelope.REVISION.equals(headers.getFirst(MirroredHeaders.VERSION))) {
      throw RefusedException.of(
          405,
          Envelope.REVISION + " has neither sessions nor streams of their own: POST a message",
          Map.of("Allow", "POST, OPTIONS"));
    }
  }

  /** Checks a revision that is named; clients name others than the agreed one, so any will do. */
  static void checkRevision(Headers headers) throws RefusedException {
    String revision = headers.getFirst("MCP-Protocol-Version");
    if (revision != null && !Envelope.WITH_SESSIONS.contains(revision)) {
      throw RefusedException.of(
          400,
          null,
          ErrorAnswer.INVALID_REQUEST,
          "MCP-Protocol-Version "
              + revision
              + " is not supported here: send one of "
              + String.join(", ", Envelope.WITH_SESSIONS),
          Map.of("supported", Envelope.WITH_SESSIONS));
    }
  }

  private HttpSession session(Headers headers) throws RefusedException {
    String id = headers.getFirst(HttpMessages.SESSION);
    if (id == null) {
      throw RefusedException.of(
          400,
          "header "
              + HttpMessages.SESSION
              + " is missing: POST initialize first, and send the "
              + HttpMessages.SESSION
              + " that came with its answer");
    }
    return sessions.use(id);
  }

  /** Sends what comes unasked, or goes on with a stream that broke off. */
  private void listen(Headers headers, HttpAnswer answer)
      throws RefusedException, IOException, InterruptedException {
    RequestMediaTypes.checkAccepted(headers, "text/event-stream");
    HttpSession session = session(headers);
    try {
      String last = headers.getFirst("Last-Event-ID");
      MessageStream.Reader reader =
          last == null || last.isEmpty() ? session.unasked().read() : session.after(last);
      answer.headers().set(HttpMessages.SESSION, session.id());
      answer.events(reader, session.isPrimed());
    } finally {
      session.release();
    }
  }

  private void end(Headers headers, HttpAnswer answer) throws RefusedException, IOException {
    HttpSession session = session(headers);
    sessions.end(session);
    session.release();
    answer.empty(204);
  }
}
