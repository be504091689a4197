package dev.attache.cli.training;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;

/**
 * A web server for {@link ArchiveTraining} on the loopback interface: knows an HTML page, a text, a
 * redirect to it, how to say that nothing has changed, and how to be a server of MCP. Java's own
 * would be archived with us.
 */
final class TrainingServer implements AutoCloseable {

  private static final String PAGE =
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
      <body><nav><a href="/">Home</a></nav><main><h1>Training &amp; more</h1>
      <p>Some <em>words</em>, a <a href="text">link</a>, <code>code</code> and <b>so on</b>.</p>
      <ul><li>one</li><li>two <img src="i.png" alt="image"></li></ul><ol><li>first</li></ol>
      <pre><code class="language-java">int i;</code></pre><blockquote>quoted</blockquote>
      <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></main>
      <script>run()</script></body></html>
      """;

  /** An answer of Chat Completions. */
  private static final String CHAT =
      """
      data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Yes."}}]}

      data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}}

      data: [DONE]

      """;

  /** One that calls a tool. */
  private static final String CHAT_CALL =
      """
      data: {"choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{\
      "index":0,"id":"c1","function":{"name":"refresh_resource","arguments":""}}]}}]}

      data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{\
      "arguments":"{\\"uri\\":\\"README.md\\"}"}}]}}]}

      data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

      data: [DONE]

      """;

  /** An answer of Messages. */
  private static final String MESSAGES =
      """
      event: message_start
      data: {"type":"message_start","message":{"id":"m","role":"assistant","content":[],\
      "usage":{"input_tokens":9,"output_tokens":1}}}

      event: content_block_start
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Yes."}}

      event: content_block_stop
      data: {"type":"content_block_stop","index":0}

      event: message_delta
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{\
      "output_tokens":2}}

      event: message_stop
      data: {"type":"message_stop"}

      """;

  private final ServerSocket server;

  private TrainingServer(ServerSocket server) {
    this.server = server;
  }

  static TrainingServer start() throws IOException {
    var server =
        new TrainingServer(
            new ServerSocket(0, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1})));
    startThread(server::acceptAll);
    return server;
  }

  int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = server.accept();
        startThread(() -> answerAll(socket));
      }
    } catch (IOException e) {
      // Closed: the training is over.
    }
  }

  private static void answerAll(Socket socket) {
    try (socket) {
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      in.mark(1);
      if ("GPD".indexOf(in.read()) < 0) {
        return; // TLS, which would wait for an answer
      }
      in.reset();
      OutputStream out = socket.getOutputStream();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        boolean conditional = false;
        int length = 0;
        for (String header = in.readLine(); !isEnd(header); header = in.readLine()) {
          String name = header.toLowerCase(Locale.ROOT);
          conditional |= name.startsWith("if-none-match:");
          length = name.startsWith("content-length:") ? number(header) : length;
        }
        String body = body(in, length);
        String answer = line.startsWith("POST ") ? answerTo(line, body) : answer(line, conditional);
        out.write(answer.getBytes(ISO_8859_1));
      }
    } catch (IOException e) {
      // The client is content with what it got.
    }
  }

  private static int number(String header) {
    return Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
  }

  private static String body(BufferedReader in, int length) throws IOException {
    char[] body = new char[length];
    int read = 0;
    while (read < length) {
      int count = in.read(body, read, length - read);
      if (count < 0) {
        throw new EOFException("the body ended early");
      }
      read += count;
    }
    return new String(body);
  }

  private static String answerTo(String request, String body) {
    if (request.contains("/chat/completions ")) {
      return stream(body.contains("\"role\":\"tool\"") ? CHAT : CHAT_CALL);
    }
    return request.contains("/messages ") ? stream(MESSAGES) : answer(body);
  }

  /** What a model streams: in pieces, of which one is all. */
  private static String stream(String events) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
        + Integer.toHexString(events.length())
        + "\r\n"
        + events
        + "\r\n0\r\n\r\n";
  }

  /** What a server of MCP answers to a message. */
  private static String answer(String message) {
    String answer = TrainingTools.answer(message);
    return answer.isEmpty()
        ? "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"
        : "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + answer.length()
            + "\r\n\r\n"
            + answer;
  }

  private static boolean isEnd(String header) {
    return header == null || header.isEmpty();
  }

  private static String answer(String request, boolean conditional) {
    if (conditional) {
      return "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n";
    } else if (request.startsWith("GET /moved ")) {
      return "HTTP/1.1 302 Found\r\nLocation: /text\r\nContent-Length: 0\r\n\r\n";
    } else if (request.startsWith("GET /page ")) {
      return found("text/html", PAGE);
    } else if (request.startsWith("GET /text ")) {
      return found("text/plain; charset=utf-8", "A text.\n");
    }
    return "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
  }

  private static String found(String type, String body) {
    return "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nLast-Modified: Tue, 03 Feb 2026 04:05:06 GMT\r\n"
        + "Date: Wed, 04 Feb 2026 04:05:06 GMT\r\nContent-Type: "
        + type
        + "\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static void startThread(Runnable work) {
    var thread = new Thread(work, "attache-training");
    thread.setDaemon(true);
    thread.start();
  }
}
