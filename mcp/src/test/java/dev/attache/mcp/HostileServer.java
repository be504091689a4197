package dev.attache.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A server that does what no server should. Its arguments say how it behaves from the start; the
 * URI {@code hostile:WHAT} of a read, how it answers that one.
 */
final class HostileServer {

  private static final String PARSE_ERROR =
      "\"error\":{\"code\":-32700,\"message\":\"Parse error\"}";

  private final Set<String> modes;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final List<Object> batch = new ArrayList<>();
  private final List<Object> ended = new ArrayList<>();
  private final Set<Object> listening = new HashSet<>();
  private boolean isDying;

  private HostileServer(Set<String> modes) {
    this.modes = modes;
  }

  public static void main(String[] modes) throws Exception {
    new HostileServer(Set.of(modes)).serve();
  }

  private void serve() throws Exception {
    if (modes.contains("slow")) {
      Thread.sleep(600); // longer than anybody waits who does not want to
    }
    if (modes.contains("grandchild")) {
      var command = new ArrayList<>(List.of("sleep", "300"));
      if (modes.contains("of-its-own")) {
        command.add(0, "setsid");
      }
      new ProcessBuilder(command).inheritIO().start();
    }
    if (modes.contains("dead")) {
      System.err.println("\033[31mno such database\033[0m");
      System.exit(3);
    }
    if (modes.contains("banner")) {
      print("\n\n  \r\nWelcome to \033[1mHostile\033[0m 1.0\n{\"level\":\"info\"}\n");
    }
    if (modes.contains("hint")) {
      print("Listening\n");
    }
    if (modes.contains("no-errors")) {
      System.err.close();
    }
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] bytes = line.getBytes(UTF_8);
      Map<String, Object> message = LenientValues.object(PlainJson.read(bytes, 0, bytes.length));
      take(message);
    }
    if (modes.contains("stays")) {
      Thread.sleep(600_000);
    }
  }

  private void take(Map<String, Object> message) throws Exception {
    Object id = message.getOrDefault("id", "none");
    Map<String, Object> params = LenientValues.object(message.get("params"));
    switch (String.valueOf(message.get("method"))) {
      case "server/discover" -> discover(id);
      case "initialize" -> initialize(id, params);
      case "resources/list" -> list(id, params);
      case "resources/templates/list" -> error(id, -32601, "Method not found");
      case "resources/read" -> read(id, params);
      case "resources/subscribe", "resources/unsubscribe" -> subscribe(id, message, params);
      case "subscriptions/listen" -> listen(id, params);
      case "tools/list" -> System.exit(4);
      case "tools/call" -> call(id, params);
      case "notifications/cancelled" -> cancelled(params);
      default -> {
        if (message.containsKey("id") && message.containsKey("method")) {
          error(id, -32601, "Method not found");
        } else if (message.containsKey("id")) {
          notify("notifications/progress", Map.of("progressToken", "none"));
          System.err.println("answered " + message.get("result"));
          if (!batch.isEmpty()) {
            answer(batch.remove(0), Map.of("content", List.of(message)));
          }
        }
      }
    }
  }

  private void discover(Object id) throws IOException, InterruptedException {
    if (modes.contains("dies-on-discover")) {
      System.exit(1);
    } else if (modes.contains("dies-late-on-discover")) {
      Thread.sleep(300); // so that it is waited for
      System.exit(1);
    } else if (modes.contains("dies-after-discover")) {
      isDying = true;
    } else if (modes.contains("silent-on-discover")) {
      batch.add(id);
    } else if (modes.contains("modern")) {
      answer(
          id,
          Map.of(
              "supportedVersions", List.of("2026-07-28"),
              "capabilities", Map.of("resources", Map.of("subscribe", true), "tools", Map.of()),
              "resultType", "complete",
              "_meta", Map.of("io.modelcontextprotocol/serverInfo", Map.of("name", "hostile"))));
    } else if (modes.contains("refuses")) {
      send(
          Map.of(
              "jsonrpc",
              "2.0",
              "id",
              id,
              "error",
              Map.of(
                  "code",
                  modes.contains("-32020") ? -32020 : modes.contains("-32021") ? -32021 : -32022,
                  "message",
                  "Unsupported protocol version",
                  "data",
                  Map.of("supported", List.of(supported())))));
    } else {
      error(id, -32601, "Method not found");
    }
  }

  private String supported() {
    return modes.contains("future")
        ? "2030-01-01"
        : modes.contains("modern-only") ? "2026-07-28" : "2025-06-18";
  }

  private void initialize(Object id, Map<String, Object> params) throws IOException {
    if (isDying) {
      System.exit(1);
    }
    if (modes.contains("silent-on-discover") && !modes.contains("dies-on-discover")) {
      error(batch.remove(0), -32601, "late");
    }
    Object version = modes.contains("refuses") || modes.contains("future") ? supported() : null;
    version = version == null ? params.get("protocolVersion") : version;
    answer(
        id,
        Map.of(
            "protocolVersion",
            version,
            "capabilities",
            Map.of("resources", Map.of("subscribe", true), "tools", Map.of()),
            "instructions",
            "Äußerst höflich fragen",
            "serverInfo",
            Map.of("name", "hostile", "version", "1")));
    if (modes.contains("deaf")) {
      sleep(600_000);
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void list(Object id, Map<String, Object> params) throws IOException {
    String cursor = String.valueOf(params.getOrDefault("cursor", "0"));
    int page = Integer.parseInt(cursor);
    var result = new LinkedHashMap<String, Object>();
    Map<String, Object> entry = Map.of("uri", "page:" + page, "name", "Seite " + page);
    result.put("resources", List.of(entry));
    if (modes.contains("many-entries")) {
      result.put("resources", Collections.nCopies(60_000, entry));
    } else if (modes.contains("large-entries")) {
      result.put("resources", List.of(Map.of("uri", "page:" + page, "name", "x".repeat(6 << 20))));
    } else if (modes.contains("odd-entries")) {
      result.put("resources", List.of(7, entry));
    } else if (modes.contains("slow-pages")) {
      sleep(300);
    }
    if (modes.contains("repeats")) {
      result.put("nextCursor", "7");
    } else if (modes.contains("empty-cursor")) {
      result.put("nextCursor", "");
    } else if (modes.contains("pages-for-ever") || page < 2) {
      result.put("nextCursor", Integer.toString(page + 1));
    }
    answer(id, result);
  }

  private void subscribe(Object id, Map<String, Object> message, Map<String, Object> params)
      throws IOException {
    if ("refused:1".equals(params.get("uri"))) {
      error(id, -32002, "Resource not found");
    } else {
      answer(id, Map.of());
    }
    if ("resources/subscribe".equals(message.get("method"))) {
      notify("notifications/resources/updated", Map.of("uri", params.get("uri") + "/part"));
    } else {
      ended.add(params.get("uri"));
    }
  }

  private void cancelled(Map<String, Object> params) {
    System.err.println("cancelled: " + params.get("reason"));
    if (listening.remove(params.get("requestId"))) {
      ended.add("subscriptions/listen");
    }
  }

  private void listen(Object id, Map<String, Object> params) throws IOException {
    Map<String, Object> meta = Map.of("io.modelcontextprotocol/subscriptionId", id);
    Map<String, Object> wanted = LenientValues.object(params.get("notifications"));
    listening.add(id);
    notify(
        "notifications/subscriptions/acknowledged",
        Map.of("_meta", meta, "notifications", modes.contains("agrees-not") ? Map.of() : wanted));
    notify("notifications/resources/updated", Map.of("_meta", meta, "uri", "elsewhere:1"));
    if (modes.contains("ends-listening")) {
      answer(id, Map.of("resultType", "complete"));
    } else if (modes.contains("cancels-listening")) {
      notify("notifications/cancelled", Map.of("requestId", id));
    }
  }

  private void call(Object id, Map<String, Object> params) throws IOException {
    Object token = LenientValues.object(params.get("_meta")).get("progressToken");
    switch (String.valueOf(params.get("name"))) {
      case "ask" -> {
        batch.add(id);
        send(
            Map.of(
                "jsonrpc",
                "2.0",
                "id",
                4711,
                "method",
                "elicitation/create",
                "params",
                LenientValues.object(params.get("arguments"))));
      }
      case "other-question" -> {
        batch.add(id);
        send(Map.of("jsonrpc", "2.0", "id", "q", "method", "sampling/createMessage"));
      }
      case "ping" -> {
        batch.add(id);
        send(Map.of("jsonrpc", "2.0", "id", 1, "method", "ping"));
      }
      case "long-pings" -> {
        batch.add(id);
        send(Map.of("jsonrpc", "2.0", "id", "x".repeat(1001), "method", "ping"));
        send(Map.of("jsonrpc", "2.0", "id", 2, "method", "x".repeat(1001)));
        send(Map.of("jsonrpc", "2.0", "id", 3, "method", "ping"));
      }
      case "storm" -> {
        for (int i = 0; i < 20_000; i++) {
          send(Map.of("jsonrpc", "2.0", "id", i, "method", "ping"));
        }
        answer(id, Map.of("content", List.of()));
      }
      case "strange-answers" -> {
        for (Object other : List.of(0, 7, "", "nobody", id + "0")) {
          answer(other, Map.of("content", List.of()));
          error(other, -1, "no");
        }
        answer(id, Map.of("content", List.of(Map.of("text", "first"))));
        answer(id, Map.of("content", List.of(Map.of("text", "second"))));
        error(id, -1, "third");
      }
      case "input" ->
          answer(
              id,
              Map.of(
                  "resultType",
                  "input_required",
                  "inputRequests",
                  Map.of(
                      "name",
                      Map.of(
                          "method",
                          "elicitation/create",
                          "params",
                          Map.of("message", "Who are you?")))));
      case "never" -> {}
      case "ended" -> answer(id, Map.of("resultType", "complete", "content", ended));
      case "odd" -> answer(id, Map.of("resultType", "odd"));
      default -> {
        for (int i = 1; token != null && i <= 3; i++) {
          notify("notifications/progress", Map.of("progressToken", token, "progress", i));
        }
        answer(id, Map.of("content", List.of(params)));
      }
    }
  }

  private void read(Object id, Map<String, Object> params) throws Exception {
    String uri = String.valueOf(params.get("uri"));
    Map<String, Object> result = contents(uri, "Grüße von " + uri);
    String line = new String(PlainJson.write(message(id, result)), UTF_8);
    switch (uri) {
      case "hostile:die" -> {
        System.err.println("Fatal: out of \u001b[31mluck\u001b[0m");
        System.exit(7);
      }
      case "hostile:answer-and-die" -> {
        print(line + "\n");
        System.exit(0);
      }
      case "hostile:never" -> {}
      case "hostile:close" -> out.close();
      case "hostile:error" -> error(id, -32002, "Resource not found");
      case "hostile:error-without-id" -> print("{\"jsonrpc\":\"2.0\"," + PARSE_ERROR + "}\n");
      case "hostile:error-with-null-id" ->
          print("{\"jsonrpc\":\"2.0\",\"id\":null," + PARSE_ERROR + "}\n");
      case "hostile:no-object" ->
          print("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":7}\n");
      case "hostile:null" -> print("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":null}\n");
      case "hostile:without" -> answer(id, Map.of("contents", "none"));
      case "hostile:invalid" ->
          print("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":{\"contents\":[}\n");
      case "hostile:deep" -> contentsOf(id, "[".repeat(5000) + "]".repeat(5000));
      case "hostile:digits" -> contentsOf(id, "[" + "9".repeat(100_000) + "]");
      case "hostile:values" -> contentsOf(id, "[7" + ",7".repeat(2_500_000) + "]");
      case "hostile:objects" -> contentsOf(id, "[{}" + ",{}".repeat(1_500_000) + "]");
      case "hostile:half" ->
          contentsOf(id, "[{\"uri\":\"a\",\"text\":\"ü\\ud800\",\"k\\udfff\\ud83d\\ude00\":{}}]");
      case "hostile:neither" -> print("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\"}\n");
      case "hostile:long-error" -> error(id, -32002, "Oh\n".repeat(1_000_000));
      case "hostile:mixed" -> contentsOf(id, "[{\"uri\":\"a\",\"text\":\"b\"},7]");
      case "hostile:no-id" -> print("{\"jsonrpc\":\"2.0\",\"result\":{\"contents\":[]}}\n");
      case "hostile:twice" -> print(line + "\n" + line + "\n");
      case "hostile:pieces" -> pieces(line + "\n");
      case "hostile:crlf" -> print(line + "\r\n\r\n");
      case "hostile:batch" -> print("[" + line + ",{\"jsonrpc\":\"2.0\",\"method\":\"x\"}]\n");
      case "hostile:utf-8" -> {
        byte[] bytes = line.getBytes(UTF_8);
        bytes[line.indexOf('ü')] = (byte) 0xff;
        out.write(bytes);
        out.write('\n');
      }
      case "hostile:flood-out" -> {
        print(("x".repeat(999) + "\n").repeat(20_000));
        print(line + "\n");
      }
      case "hostile:flood-errors" -> {
        for (int i = 0; i < 20_000; i++) {
          System.err.println("x".repeat(999));
        }
        print(line + "\n");
      }
      case "hostile:blob", "hostile:blob-id-last" -> {
        result = Map.of("contents", List.of(Map.of("uri", uri, "blob", "A".repeat(17 << 20))));
        var message = new LinkedHashMap<String, Object>();
        message.put("result", result);
        if (uri.endsWith("last")) {
          message.put("id", id);
          send(message);
        } else {
          answer(id, result);
        }
      }
      default -> print(line + "\n");
    }
  }

  private void contentsOf(Object id, String json) throws IOException {
    print("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":{\"contents\":" + json + "}}\n");
  }

  private void pieces(String text) throws Exception {
    for (byte b : text.getBytes(UTF_8)) {
      out.write(b);
      Thread.sleep(1);
    }
  }

  private static Map<String, Object> contents(String uri, String text) {
    return Map.of("contents", List.of(Map.of("uri", uri, "text", text)));
  }

  private static Map<String, Object> message(Object id, Map<String, Object> result) {
    var message = new LinkedHashMap<String, Object>();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put("result", result);
    return message;
  }

  private void answer(Object id, Map<String, Object> result) throws IOException {
    send(message(id, result));
  }

  private void error(Object id, int code, String text) throws IOException {
    send(Map.of("jsonrpc", "2.0", "id", id, "error", Map.of("code", code, "message", text)));
  }

  private void notify(String method, Map<String, Object> params) throws IOException {
    send(Map.of("jsonrpc", "2.0", "method", method, "params", params));
  }

  private void send(Map<String, Object> message) throws IOException {
    print(new String(PlainJson.write(message), UTF_8) + "\n");
  }

  private void print(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }
}
