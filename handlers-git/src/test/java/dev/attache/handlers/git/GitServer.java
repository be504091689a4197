package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A server on loopback whose repositories are those of a directory, by git's own program for that
 * (git-http-backend).
 */
final class GitServer implements AutoCloseable {

  static {
    // else a body waits until the other side has acknowledged the header, 40 ms
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final Path directory;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Reply> offers = new ConcurrentHashMap<>();
  private volatile @Nullable Answer answer;

  /** Something else than git that a server may say. */
  @FunctionalInterface
  interface Answer {
    /** Answers, or says with false that git is to do so. */
    boolean to(HttpExchange exchange) throws IOException;
  }

  /** The output of the script. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares replies
  private record Reply(int status, Map<String, String> headers, byte[] body) {

    static Reply of(InputStream out) throws IOException {
      int status = 200;
      var headers = new LinkedHashMap<String, String>();
      for (String line = line(out); !line.isEmpty(); line = line(out)) {
        int colon = line.indexOf(':');
        String name = line.substring(0, colon);
        String value = line.substring(colon + 1).strip();
        if (name.equalsIgnoreCase("Status")) {
          status = Integer.parseInt(value.substring(0, 3));
        } else if (!name.equalsIgnoreCase("Content-Length")) {
          headers.put(name, value);
        }
      }
      return new Reply(status, headers, out.readAllBytes());
    }
  }

  private GitServer(Path directory, HttpServer server) {
    this.directory = directory;
    this.server = server;
  }

  static GitServer start(Path directory) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = new GitServer(directory, HttpServer.create(address, 0));
    server.server.createContext("/", server::handle);
    server.server.setExecutor(server.threads);
    server.server.start();
    return server;
  }

  /** Its name and port: {@code 127.0.0.1:12345}. */
  String hostAndPort() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Each request so far: {@code GET /a.git/info/refs}. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  void forgetRequests() {
    requests.clear();
  }

  /** Has something else than git answer from now on; null for git. */
  void answer(@Nullable Answer value) {
    answer = value;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
      Answer own = answer;
      if (own == null || !own.to(exchange)) {
        backend(exchange);
      }
    }
  }

  /**
   * Answers by a script, as a web server does (RFC 3875); what a repository offers in version 2 of
   * the protocol, which has nothing of its refs, the script says once.
   */
  private void backend(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    boolean isOffer =
        exchange.getRequestMethod().equals("GET")
            && "version=2".equals(exchange.getRequestHeaders().getFirst("Git-Protocol"));
    String uri = exchange.getRequestURI().toString();
    Reply reply = isOffer ? offers.get(uri) : null;
    if (reply == null) {
      reply = script(exchange, body);
    }
    if (isOffer && reply.status() == 200) {
      offers.put(uri, reply);
    }
    reply.headers().forEach(exchange.getResponseHeaders()::add);
    exchange.sendResponseHeaders(
        reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
    exchange.getResponseBody().write(reply.body());
  }

  private Reply script(HttpExchange exchange, byte[] body) throws IOException {
    var builder = new ProcessBuilder(TestGit.BACKEND);
    var variables = builder.environment();
    variables.put("GIT_PROJECT_ROOT", directory.toString());
    variables.put("GIT_HTTP_EXPORT_ALL", "1");
    variables.put("PATH_INFO", exchange.getRequestURI().getPath());
    variables.put("REQUEST_METHOD", exchange.getRequestMethod());
    variables.put("REMOTE_ADDR", "127.0.0.1");
    put(variables, "QUERY_STRING", exchange.getRequestURI().getRawQuery());
    put(variables, "CONTENT_TYPE", exchange.getRequestHeaders().getFirst("Content-Type"));
    put(
        variables,
        "HTTP_CONTENT_ENCODING",
        exchange.getRequestHeaders().getFirst("Content-Encoding"));
    put(variables, "GIT_PROTOCOL", exchange.getRequestHeaders().getFirst("Git-Protocol"));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    variables.put("CONTENT_LENGTH", Integer.toString(body.length));
    Process script = builder.start();
    try (OutputStream in = script.getOutputStream()) {
      in.write(body);
    }
    try (InputStream out = script.getInputStream()) {
      return Reply.of(out);
    }
  }

  private static void put(Map<String, String> variables, String name, @Nullable String value) {
    variables.put(name, value == null ? "" : value);
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** The programs of the git of this machine. */
  static final class TestGit {
    /** What answers each request, found once. */
    static final String BACKEND = backend();

    private TestGit() {}

    private static String backend() {
      try {
        String programs = TestRepository.run(Path.of("."), "--exec-path").strip();
        Path backend = Path.of(programs, "git-http-backend");
        if (!Files.isExecutable(backend)) {
          throw new AssertionError("there is no " + backend);
        }
        return backend.toString();
      } catch (Exception e) {
        throw new AssertionError("git does not say where its programs are", e);
      }
    }
  }
}
