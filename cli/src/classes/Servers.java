import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;

/**
 * The web, two models and an MCP server for the commands of {@code make}, on the loopback interface.
 * Prints a port for HTTP and one that refuses every TLS handshake, and ends with its standard input.
 * With the argument {@code mcp} it is the MCP server on its standard streams.
 */
final class Servers {

  private static final String PAGE =
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
      <body><nav><a href="/">Home</a></nav><main><h1>Classes &amp; more</h1>
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

  /** An answer of Chat Completions that calls a tool. */
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

  private static final Map<String, String> MCP_RESULTS =
      Map.of(
          "initialize",
          """
          {"protocolVersion":"2025-11-25","capabilities":{"resources":{},"tools":{}},\
          "serverInfo":{"name":"classes","version":"1"}}""",
          "resources/list",
          """
          {"resources":[{"uri":"classes://a","name":"a","mimeType":"text/plain",\
          "annotations":{"audience":["user"],"priority":0.5}}]}""",
          "resources/templates/list",
          """
          {"resourceTemplates":[{"uriTemplate":"classes://{id}","name":"b"}]}""",
          "resources/read",
          """
          {"contents":[{"uri":"classes://a","mimeType":"text/plain","text":"A text."}]}""",
          "tools/list",
          """
          {"tools":[{"name":"t","inputSchema":{"type":"object"}}]}""",
          "tools/call",
          """
          {"content":[{"type":"text","text":"done"},{"type":"resource",\
          "resource":{"uri":"classes://a","text":"A text."}},\
          {"type":"image","mimeType":"image/png","data":"AAEC"}]}""");

  private Servers() {}

  public static void main(String[] args) throws IOException {
    if (args.length > 0 && args[0].equals("mcp")) {
      answerMcp();
      return;
    }
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    server.createContext("/", Servers::answer);
    server.start();
    var refusing = new ServerSocket(0, 0, loopback());
    var refusals = new Thread(() -> refuse(refusing), "refusals");
    refusals.setDaemon(true);
    refusals.start();
    System.out.println(server.getAddress().getPort() + " " + refusing.getLocalPort());
    System.in.readAllBytes();
    server.stop(0);
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** Closes each connection after its first byte. */
  private static void refuse(ServerSocket server) {
    while (true) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().read();
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String path = exchange.getRequestURI().getPath();
    if (path.endsWith("/chat/completions")) {
      stream(exchange, body.contains("\"role\":\"tool\"") ? CHAT : CHAT_CALL);
    } else if (path.endsWith("/messages")) {
      stream(exchange, MESSAGES);
    } else if (path.equals("/mcp")) {
      String answer = mcpAnswer(body);
      send(exchange, answer.isEmpty() ? 202 : 200, "application/json", answer);
    } else if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
      exchange.getResponseHeaders().set("ETag", "\"1\"");
      exchange.sendResponseHeaders(304, -1);
    } else if (path.equals("/moved")) {
      exchange.getResponseHeaders().set("Location", "/text");
      exchange.sendResponseHeaders(302, -1);
    } else {
      exchange.getResponseHeaders().set("ETag", "\"1\"");
      exchange.getResponseHeaders().set("Last-Modified", "Tue, 03 Feb 2026 04:05:06 GMT");
      boolean isPage = path.equals("/page");
      send(
          exchange,
          200,
          isPage ? "text/html" : "text/plain; charset=utf-8",
          isPage ? PAGE : "A text.\n");
    }
    exchange.close();
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void stream(HttpExchange exchange, String events) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0); // in chunks
    exchange.getResponseBody().write(events.getBytes(UTF_8));
  }

  /** Answers messages, one a line, until there are no more. */
  private static void answerMcp() throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    var out = new PrintStream(System.out, true, UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer = mcpAnswer(line);
      if (!answer.isEmpty()) {
        out.print(answer + "\n");
        out.flush();
      }
    }
  }

  /** Returns the answer to a message, empty for one that wants none. */
  private static String mcpAnswer(String message) {
    String id = value(message, "\"id\":");
    String method = value(message, "\"method\":").replace("\"", "");
    if (id.isEmpty() || method.isEmpty()) {
      return "";
    }
    String result = MCP_RESULTS.get(method);
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + (result == null
            ? ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
            : ",\"result\":" + result + "}");
  }

  /** Returns the string or number behind a key, empty if the key is missing. */
  private static String value(String message, String key) {
    int start = message.indexOf(key) + key.length();
    if (start < key.length()) {
      return "";
    }
    int end = start;
    while (end < message.length() && ",}".indexOf(message.charAt(end)) < 0) {
      end++;
    }
    return message.substring(start, end).strip();
  }
}
