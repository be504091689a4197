package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server on loopback whose every byte a test decides; one request for each connection. */
final class RawHttpServer implements AutoCloseable {

  /** What a client sent. */
  record Request(String method, String target, Map<String, String> headers, String body) {

    /** The id of the JSON-RPC request. */
    String id() {
      int start = body.indexOf("\"id\":\"") + 6;
      return body.substring(start, body.indexOf('"', start));
    }

    boolean isFor(String rpcMethod) {
      return body.contains("\"method\":\"" + rpcMethod + "\"");
    }
  }

  /** One connection, after the request. */
  record Exchange(Request request, InputStream input, OutputStream output) {

    void write(String text) throws IOException {
      output.write(text.getBytes(UTF_8));
      output.flush();
    }

    /** A whole answer. */
    void answer(int status, String type, String body) throws IOException {
      answer(status, Map.of("Content-Type", type), body);
    }

    void answer(int status, Map<String, String> headers, String body) throws IOException {
      var head = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
      headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
      byte[] bytes = body.getBytes(UTF_8);
      head.append("Content-Length: " + bytes.length + "\r\nConnection: close\r\n\r\n");
      write(head.toString());
      output.write(bytes);
      output.flush();
    }

    /** The head of a stream of events, which ends with the connection. */
    void beginEvents() throws IOException {
      write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    }

    /** An answer to the request, as JSON. */
    String result(String result) {
      return "{\"jsonrpc\":\"2.0\",\"id\":\"" + request.id() + "\",\"result\":" + result + "}";
    }

    /** Waits until the client has closed the connection. */
    void awaitClose() {
      try {
        while (input.read() >= 0) {
          // nothing more is sent by a client
        }
      } catch (IOException e) {
        // closed, too
      }
    }
  }

  /** What the server does with a request. */
  interface Handler {
    void handle(Exchange exchange) throws Exception;
  }

  private final ServerSocket server;
  private final Handler handler;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  private RawHttpServer(ServerSocket server, Handler handler) {
    this.server = server;
    this.handler = handler;
  }

  static RawHttpServer start(Handler handler) throws IOException {
    var socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    var started = new RawHttpServer(socket, handler);
    thread(started::accept);
    return started;
  }

  private static void thread(Runnable runnable) {
    var thread = new Thread(runnable, "raw http server");
    thread.setDaemon(true);
    thread.start();
  }

  URI url(String target) {
    return URI.create("http://localhost:" + server.getLocalPort() + target);
  }

  List<Request> requests() {
    return requests;
  }

  /** How many connections are open. */
  int connections() {
    return open.size();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        thread(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      Request request = read(socket.getInputStream());
      requests.add(request);
      handler.handle(new Exchange(request, socket.getInputStream(), socket.getOutputStream()));
    } catch (Exception e) {
      // the client has gone, or a test wants the connection to break
    } finally {
      open.remove(socket);
    }
  }

  private static Request read(InputStream input) throws IOException {
    String[] first = line(input).split(" ", -1);
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(input); !line.isEmpty(); line = line(input)) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (one, other) -> one + " AND " + other);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Request(first[0], first[1], headers, new String(input.readNBytes(length), UTF_8));
  }

  private static String line(InputStream input) throws IOException {
    var line = new ByteArrayOutputStream();
    int next = input.read();
    while (next != '\n') {
      if (next < 0) {
        throw new IOException("the connection was closed");
      }
      if (next != '\r') {
        line.write(next);
      }
      next = input.read();
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
