package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on loopback for tests, as friendly or as hostile as a test wants it: it serves
 * bytes at a path, lies about their length, drips, hangs, redirects, or closes too early.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.start()) {
 *   String url = server.serve("/note", "text/plain", "buy milk".getBytes(UTF_8));
 *   …
 *   assertThat(server.requests()).containsExactly("GET /note");
 * }
 * }</pre>
 *
 * <p>It takes the path of a request as it stands, with its query; what nothing was set for is a
 * 404. It answers one request on a connection. All that runs for it ends with {@link #close}.
 * Thread-safe.
 */
public final class TestServer implements Closeable {

  private static final int BACKLOG = 50;
  private static final byte[] HOST = {127, 0, 0, 1};

  private final ServerSocket listener;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread accepting;

  /** What is sent for a request. Throwing ends the connection, as does returning. */
  @FunctionalInterface
  public interface Answer {
    /**
     * Writes a whole answer, from the status line on, or what a test wants instead of one.
     *
     * @param out what the client reads; flushed when this returns
     * @throws IOException if the client is gone, or to close the connection
     * @throws InterruptedException if it was interrupted while it waited, which ends the connection
     */
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  private TestServer(ServerSocket listener) {
    this.listener = listener;
    this.accepting = thread("test server", this::accept);
  }

  /**
   * Starts a server at a free port.
   *
   * @return the server, which runs until it is closed
   * @throws IOException if there is none
   */
  public static TestServer start() throws IOException {
    var server = new TestServer(new ServerSocket(0, BACKLOG, InetAddress.getByAddress(HOST)));
    server.accepting.start();
    return server;
  }

  /** {@return the host and the port: {@code 127.0.0.1:40123}} */
  public String authority() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /**
   * {@return the URL of a path, which begins with a slash}
   *
   * @param path with its query, as it is to stand in the request
   */
  public String url(String path) {
    return "http://" + authority() + path;
  }

  /**
   * Serves bytes at a path.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param contentType the value of the header, parameters included
   * @param body all bytes of the content
   * @return the URL
   */
  public String serve(String path, String contentType, byte[] body) {
    return claim(path, contentType, body, body.length);
  }

  /**
   * Serves bytes at a path whose {@code Content-Length} may be wrong: with a larger one the
   * connection ends too early, with a smaller one there is more on it than was said.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param contentType the value of the header, parameters included
   * @param body the bytes that are sent
   * @param contentLength the value of the header, be it true or not
   * @return the URL
   */
  public String claim(String path, String contentType, byte[] body, long contentLength) {
    return answer(
        path,
        out -> {
          out.write(head("200 OK", contentType, "Content-Length: " + contentLength));
          out.write(body);
        });
  }

  /**
   * Serves bytes at a path without saying how many: their end is that of the connection.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param contentType the value of the header, parameters included
   * @param body all bytes of the content
   * @return the URL
   */
  public String serveUntilTheEnd(String path, String contentType, byte[] body) {
    return answer(
        path,
        out -> {
          out.write(head("200 OK", contentType));
          out.write(body);
        });
  }

  /**
   * Sends a byte of a text, and another one after each pause, for ever.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param pause how long nothing comes between two bytes
   * @return the URL
   */
  public String drip(String path, Duration pause) {
    return answer(
        path,
        out -> {
          out.write(head("200 OK", "text/plain"));
          do {
            out.write('x');
            out.flush();
          } while (!closed.await(pause.toNanos(), TimeUnit.NANOSECONDS));
        });
  }

  /**
   * Takes a request and never answers.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @return the URL
   */
  public String hang(String path) {
    return answer(path, out -> closed.await());
  }

  /**
   * Takes a request and closes the connection without a word.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @return the URL
   */
  public String hangUp(String path) {
    return answer(path, out -> {});
  }

  /**
   * Sends elsewhere, with a 302; the location is sent as it is.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param location the value of the header, which need be no URL
   * @return the URL
   */
  public String redirect(String path, String location) {
    return status(path, "302 Found", "Location: " + location);
  }

  /**
   * Answers with a status, such as {@code 403 Forbidden}, and headers, without a content.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param status the code and the words after it
   * @param headers lines such as {@code Retry-After: 1}, without their end
   * @return the URL
   */
  public String status(String path, String status, String... headers) {
    var lines = new ArrayList<>(List.of("Content-Length: 0"));
    lines.addAll(List.of(headers));
    return answer(path, out -> out.write(head(status, null, lines.toArray(String[]::new))));
  }

  /**
   * Answers requests for a path in a way of your own.
   *
   * @param path what is asked for, with its query; begins with a slash
   * @param answer asked for each request, on a thread of its own
   * @return the URL
   */
  public String answer(String path, Answer answer) {
    answers.put(path, answer);
    return url(path);
  }

  /** {@return the requests that came so far, each as method and path: {@code GET /note?x=1}} */
  public List<String> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /** {@return how many connections are open at this moment} */
  public int openConnections() {
    return open.size();
  }

  /** Ends all connections, whatever is being sent, and listens no more. */
  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    try {
      accepting.join(); // or it may take one more connection
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : open) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        thread("test server, a connection", () -> serve(socket)).start();
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static Thread thread(String name, Runnable task) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      String path = readRequest(in);
      if (path != null) {
        OutputStream out = socket.getOutputStream();
        answers.getOrDefault(path, TestServer::notFound).writeTo(out);
        out.flush();
      }
    } catch (IOException e) {
      // the other side has gone, or the server was closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /** Reads up to the empty line; gives the path, or null if there was no request. */
  private @Nullable String readRequest(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null) {
      return null;
    }
    String[] words = line.split(" ", -1);
    for (String header = in.readLine(); header != null && !header.isEmpty(); ) {
      header = in.readLine();
    }
    if (words.length < 2) {
      return null;
    }
    synchronized (requests) {
      requests.add(words[0] + " " + words[1]);
    }
    return words[1];
  }

  private static void notFound(OutputStream out) throws IOException {
    out.write(head("404 Not Found", null, "Content-Length: 0"));
  }

  private static byte[] head(String status, @Nullable String contentType, String... headers) {
    var head = new StringBuilder("HTTP/1.1 ").append(status).append("\r\nConnection: close\r\n");
    if (contentType != null) {
      head.append("Content-Type: ").append(contentType).append("\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(ISO_8859_1);
  }
}
