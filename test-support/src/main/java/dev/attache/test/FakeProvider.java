package dev.attache.test;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * A provider of models on loopback that answers from a script, keeps what it was sent, and
 * misbehaves where it is told to: whole or in pieces, up to some byte, or never to the end.
 */
public final class FakeProvider implements AutoCloseable {

  private static final Answer NOTHING_LEFT =
      Answer.json(500, "{\"error\":{\"message\":\"the script has no answer left\"}}");

  private final ServerSocket listening;
  private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
  private final Function<Received, Answer> model;
  private final List<Received> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private FakeProvider(ServerSocket listening, Function<Received, Answer> model) {
    this.listening = listening;
    this.model = model;
  }

  /** Starts one that has to be told what to answer. */
  public static FakeProvider start() {
    return start(received -> NOTHING_LEFT);
  }

  /**
   * Starts one that answers what it is asked, once its script has ended.
   *
   * @param model what answers, on a thread for each connection
   */
  public static FakeProvider start(Function<Received, Answer> model) {
    try {
      var provider =
          new FakeProvider(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), model);
      provider.run(provider::accept);
      return provider;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A request that came.
   *
   * @param line its first line
   * @param headers by name in small letters
   * @param body its body; only how long it was is known of one over a megabyte
   * @param bodyBytes how long the body was
   */
  public record Received(String line, Map<String, String> headers, String body, long bodyBytes) {}

  /** What is answered: whole, unless it is told otherwise. Immutable. */
  public static final class Answer {

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;
    private int pieceBytes = Integer.MAX_VALUE;
    private long pauseMillis;
    private int cutAfter = -1;
    private boolean isEndless;

    private Answer(int status, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    public static Answer json(int status, String body) {
      return of(status, "application/json", body.getBytes(UTF_8));
    }

    /** Server-sent events. */
    public static Answer events(String body) {
      return of(200, "text/event-stream; charset=utf-8", body.getBytes(UTF_8));
    }

    /** Lines of JSON. */
    public static Answer lines(String body) {
      return of(200, "application/x-ndjson", body.getBytes(UTF_8));
    }

    public static Answer of(int status, String type, byte[] body) {
      Map<String, String> headers = type.isEmpty() ? Map.of() : Map.of("Content-Type", type);
      return new Answer(status, headers, body.clone());
    }

    /** Nothing, not even a status, on a connection that stays open. */
    public static Answer silence() {
      return of(0, "", new byte[0]).thenSilence();
    }

    /** Nothing, and the end of the connection. */
    public static Answer closed() {
      return of(0, "", new byte[0]);
    }

    /** How many bytes its body has, when it is whole. */
    public int bytes() {
      return body.length;
    }

    public Answer header(String name, String value) {
      var more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return copy(more);
    }

    /** The same, so many bytes at a time. */
    public Answer inPieces(int bytes, long millisAfterEach) {
      Answer answer = copy(headers);
      answer.pieceBytes = bytes;
      answer.pauseMillis = millisAfterEach;
      return answer;
    }

    /** The same up to a byte of the body, where the connection closes. */
    public Answer cutAfter(int bytes) {
      Answer answer = copy(headers);
      answer.cutAfter = bytes;
      return answer;
    }

    /** The same, and then nothing, not even an end. */
    public Answer thenSilence() {
      Answer answer = copy(headers);
      answer.isEndless = true;
      return answer;
    }

    private Answer copy(Map<String, String> other) {
      var answer = new Answer(status, other, body);
      answer.pieceBytes = pieceBytes;
      answer.pauseMillis = pauseMillis;
      answer.cutAfter = cutAfter;
      answer.isEndless = isEndless;
      return answer;
    }

    /** Writes it; answers whether another request may follow. */
    private boolean writeTo(OutputStream out) throws IOException, InterruptedException {
      if (status == 0) {
        return false;
      }
      var head = new StringBuilder("HTTP/1.1 " + status + " x\r\n");
      headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
      head.append("Transfer-Encoding: chunked\r\n\r\n");
      out.write(head.toString().getBytes(ISO_8859_1));
      out.flush();
      int end = cutAfter < 0 ? body.length : Math.min(cutAfter, body.length);
      for (int at = 0; at < end; ) {
        int size = Math.min(pieceBytes, end - at);
        out.write((Integer.toHexString(size) + "\r\n").getBytes(ISO_8859_1));
        out.write(body, at, size);
        out.write(new byte[] {'\r', '\n'});
        out.flush();
        at += size;
        if (pauseMillis > 0) {
          Thread.sleep(pauseMillis);
        }
      }
      boolean isWhole = cutAfter < 0 && !isEndless;
      if (isWhole) {
        out.write("0\r\n\r\n".getBytes(ISO_8859_1));
        out.flush();
      }
      return isWhole;
    }
  }

  /** Adds to the script. */
  public FakeProvider answer(Answer... answers) {
    script.addAll(List.of(answers));
    return this;
  }

  /** Its base URL, without a slash at the end. */
  public String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** What came, in order. */
  public List<Received> requests() {
    return requests;
  }

  /** How many connections there were. */
  public int connections() {
    return sockets.size();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(Runnable work) {
    var thread = new Thread(work, "fake-provider");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        run(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed, at the end of the test.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedInputStream(socket.getInputStream());
      boolean goesOn = true;
      while (goesOn) {
        Received received = read(in);
        requests.add(received);
        Answer next = script.poll();
        Answer answer = next == null ? model.apply(received) : next;
        goesOn = answer.writeTo(socket.getOutputStream());
        if (answer.isEndless) {
          in.transferTo(OutputStream.nullOutputStream());
        }
      }
    } catch (IOException e) {
      // The client has had enough.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Received read(InputStream in) throws IOException {
    String line = line(in);
    var headers = new LinkedHashMap<String, String>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    long length = Long.parseLong(headers.getOrDefault("content-length", "0"));
    if (length <= 1 << 20) {
      byte[] body = in.readNBytes((int) length);
      if (body.length < length) {
        throw new IOException("the client has closed");
      }
      return new Received(line, headers, new String(body, UTF_8), length);
    }
    var buffer = new byte[1 << 16];
    long left = length;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new IOException("the client has closed");
      }
      left -= read;
    }
    return new Received(line, headers, "", length);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the client has closed");
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }
}
