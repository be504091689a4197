package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on loopback that says on each connection exactly what a test wants, be it HTTP or not,
 * and knows which connections its clients have left open.
 */
public final class RawServer implements AutoCloseable {

  /** What happens on a connection; when it is over, the server waits for the client to close. */
  public interface Script {
    void run(Connection connection) throws IOException, InterruptedException;
  }

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final ServerSocket listening;
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger silent = new AtomicInteger();

  private RawServer(InetAddress address, Script script) {
    this.script = script;
    try {
      this.listening = new ServerSocket(0, 50, address);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  public static RawServer running(Script script) {
    return new RawServer(LOOPBACK, script);
  }

  /** Reads a request, answers with this text as ISO 8859-1, and closes; for each connection. */
  static RawServer sending(String answer) {
    return sending(LOOPBACK, answer);
  }

  /** Does so at an address, which has to be of this computer. */
  static RawServer sending(InetAddress address, String answer) {
    return new RawServer(
        address,
        connection -> {
          connection.readRequest();
          connection.send(answer);
          connection.close();
        });
  }

  public String url(String path) {
    return "http://" + hostAndPort() + path;
  }

  public String hostAndPort() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How many connections there were. */
  int accepted() {
    return accepted.get();
  }

  /** How many connections neither side has closed. */
  int open() {
    return open.size();
  }

  /** On how many connections all is said, be they open or not. */
  int silent() {
    return silent.get();
  }

  /** The requests that came, each with its headers, without the empty line. */
  List<String> requests() {
    return requests;
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        socket.setTcpNoDelay(true);
        accepted.incrementAndGet();
        open.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed, at the end of the test.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var connection = new Connection(socket);
      script.run(connection);
      silent.incrementAndGet();
      connection.awaitClose();
    } catch (IOException | InterruptedException e) {
      // The client has had enough, or the script closed.
    } finally {
      open.remove(socket);
    }
  }

  private static void start(Runnable work) {
    var thread = new Thread(work, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** One connection, seen from the server. */
  public final class Connection {

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
      this.out = socket.getOutputStream();
    }

    /** Reads up to the empty line. */
    public String readRequest() throws IOException {
      var request = new StringBuilder();
      while (request.indexOf("\r\n\r\n") < 0) {
        int read = in.read();
        if (read < 0) {
          throw new IOException("the client has closed");
        }
        request.append((char) read);
      }
      requests.add(request.toString().strip());
      return request.toString().strip();
    }

    public void send(String text) throws IOException {
      send(text.getBytes(ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    /** Sends byte by byte, with a pause after each: slow is what this server has to be. */
    void drip(String text, long millis) throws IOException, InterruptedException {
      for (int i = 0; i < text.length(); i++) {
        send(text.substring(i, i + 1));
        Thread.sleep(millis);
      }
    }

    /** Passes on what comes from either side, until one closes. */
    void join(Socket other) throws IOException {
      start(() -> pass(other));
      in.transferTo(other.getOutputStream());
      other.close();
    }

    private void pass(Socket other) {
      try (socket) {
        other.getInputStream().transferTo(out);
      } catch (IOException e) {
        // One of both has closed.
      }
    }

    void awaitClose() throws IOException {
      in.transferTo(OutputStream.nullOutputStream());
    }

    public void close() throws IOException {
      socket.close();
    }

    /** Closes with a reset instead of an end. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }
}
