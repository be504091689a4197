package dev.attache.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server of either era whose tool {@code t} answers by its argument {@code k}. What it was called
 * with and what it was answered goes to its standard error.
 */
final class ToolServer {

  private static final String HUGE = "x".repeat(600_000);

  private final Set<String> modes;
  private final PrintStream out = new PrintStream(System.out, true, UTF_8);
  private final List<Object> asking = new ArrayList<>();
  private int calls;

  private ToolServer(Set<String> modes) {
    this.modes = modes;
  }

  public static void main(String[] modes) throws Exception {
    var server = new ToolServer(Set.of(modes));
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] bytes = line.getBytes(UTF_8);
      server.take(LenientValues.object(PlainJson.read(bytes, 0, bytes.length)));
    }
  }

  private void take(Map<String, Object> message) throws IOException {
    Object id = message.get("id");
    Map<String, Object> params = LenientValues.object(message.get("params"));
    Object method = message.get("method");
    if (id == null) {
      return;
    }
    if (method == null) {
      answer(asking.remove(0), texts(json(message.get("result"))));
      return;
    }
    switch (method.toString()) {
      case "server/discover" -> discover(id);
      case "initialize" ->
          answer(id, Map.of("protocolVersion", "2025-11-25", "capabilities", capabilities()));
      case "tools/list" -> answer(id, Map.of("tools", List.of(tool(false), tool(true))));
      case "tools/call" -> call(id, params);
      case "resources/read" -> read(id, String.valueOf(params.get("uri")));
      default -> error(id);
    }
  }

  private static Map<String, Object> capabilities() {
    return Map.of("tools", Map.of(), "resources", Map.of());
  }

  private void discover(Object id) throws IOException {
    if (modes.contains("modern")) {
      answer(
          id, Map.of("supportedVersions", List.of("2026-07-28"), "capabilities", capabilities()));
    } else {
      error(id);
    }
  }

  private static Map<String, Object> tool(boolean isReadOnly) {
    return Map.of(
        "name",
        isReadOnly ? "t.read" : "t",
        "title",
        "A tool",
        "description",
        "Answers by k.",
        "inputSchema",
        Map.of("type", "object", "required", List.of("k")),
        "outputSchema",
        Map.of("type", "object"),
        "annotations",
        Map.of("readOnlyHint", isReadOnly));
  }

  private void call(Object id, Map<String, Object> params) throws IOException {
    calls++;
    Map<String, Object> arguments = LenientValues.object(params.get("arguments"));
    Object meta = params.get("_meta");
    String text = String.valueOf(arguments.get("text"));
    switch (String.valueOf(arguments.get("k"))) {
      case "success" -> answer(id, texts("{\"type\":\"success\",\"content\":\"done!\"}"));
      case "conflict" -> answer(id, failed(texts("{\"type\":\"success\",\"content\":\"done!\"}")));
      case "outcome" -> answer(id, outcome(LenientValues.object(meta)));
      case "transient" -> answer(id, texts(trouble()));
      case "third" ->
          answer(id, texts(calls < 3 ? trouble() : "{\"type\":\"success\",\"content\":\"third\"}"));
      case "two" -> answer(id, texts("{\"type\":\"success\",\"content\":\"1\"}", "2"));
      case "text" -> answer(id, texts(text));
      case "failed" -> answer(id, failed(texts(text)));
      case "both" -> {
        var result = new LinkedHashMap<>(texts(text));
        result.put("structuredContent", Map.of("a", 1));
        answer(id, result);
      }
      case "half" ->
          answer(id, Map.of("content", List.of(Map.of("type", "text", "text", text), Map.of())));
      case "links" -> answer(id, links(arguments));
      case "echo" -> answer(id, texts(json(meta)));
      case "progress" -> {
        notify(meta, 3, "half-way\n");
        answer(id, texts("done"));
      }
      case "ask" -> ask(id, params, arguments);
      case "never" -> {}
      default -> error(id);
    }
  }

  private static String trouble() {
    return "{\"type\":\"error\",\"message\":\"busy\",\"trace\":[\"a\",\"b\"],\"transient\":true}";
  }

  private static Map<String, Object> outcome(Map<String, Object> meta) throws IOException {
    Map<String, Object> tool = LenientValues.object(meta.get("computer.jp/tool"));
    Map<String, Object> answers = LenientValues.object(tool.get("answers"));
    return answers.containsKey("confirm")
        ? texts("{\"type\":\"success\",\"content\":" + json(json(meta)) + "}")
        : texts(
            "{\"type\":\"needs_input\",\"question\":{\"id\":\"confirm\",\"text\":\"Apply?\","
                + "\"pre_amble\":\"This changes a file.\",\"answer_type\":\"Boolean\","
                + "\"default\":true}}");
  }

  private static Map<String, Object> links(Map<String, Object> arguments) {
    var blocks = new ArrayList<Map<String, Object>>();
    List<String> uris = LenientValues.texts(arguments.get("uris"));
    for (int i = 0; i < uris.size(); i++) {
      blocks.add(
          Map.of(
              "type",
              "resource_link",
              "uri",
              uris.get(i),
              "name",
              "n" + i,
              "title",
              "Title " + i,
              "description",
              "About " + i,
              "mimeType",
              "text/x-demo",
              "annotations",
              Map.of("priority", 0.5)));
    }
    return Map.of("content", blocks);
  }

  private void ask(Object id, Map<String, Object> params, Map<String, Object> arguments)
      throws IOException {
    Map<String, Object> form = LenientValues.object(arguments.get("form"));
    if (!modes.contains("modern")) {
      asking.add(id);
      send(Map.of("jsonrpc", "2.0", "id", calls, "method", "elicitation/create", "params", form));
    } else if (params.containsKey("inputResponses") && !modes.contains("insatiable")) {
      answer(
          id,
          texts(
              json(LenientValues.object(params.get("inputResponses")).get("form"))
                  + params.get("requestState")));
    } else {
      answer(
          id,
          Map.of(
              "resultType",
              "input_required",
              "requestState",
              "s",
              "inputRequests",
              Map.of("form", Map.of("method", "elicitation/create", "params", form))));
    }
  }

  private void read(Object id, String uri) throws IOException {
    switch (uri) {
      case "demo://linked" -> answer(id, contents(uri, "text", "linked"));
      case "demo://typed" ->
          answer(
              id,
              Map.of(
                  "contents",
                  List.of(Map.of("uri", uri, "mimeType", "image/x-a", "blob", "AAEC"))));
      case "demo://two" ->
          answer(
              id,
              Map.of(
                  "contents",
                  List.of(
                      Map.of("uri", "demo://a", "text", "a"),
                      Map.of("uri", "demo://b", "text", "b"))));
      case "demo://circle" ->
          answer(
              id,
              contents(
                  uri,
                  "text",
                  "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"demo://circle\"}]}"));
      case "demo://huge" -> answer(id, contents(uri, "text", HUGE));
      case "demo://broken" -> answer(id, contents(uri, "blob", "!"));
      case "demo://formatted" ->
          answer(
              id,
              Map.of(
                  "contents",
                  List.of(
                      Map.of("uri", uri, "text", "true", "formatted", "a lie", "name", "evil"))));
      case "demo://empty" -> answer(id, Map.of("contents", List.of()));
      case "demo://hang" -> {}
      default -> error(id);
    }
  }

  private static Map<String, Object> contents(String uri, String key, String value) {
    return Map.of("contents", List.of(Map.of("uri", uri, key, value)));
  }

  private static Map<String, Object> texts(String... texts) {
    var blocks = new ArrayList<Map<String, Object>>();
    for (String text : texts) {
      blocks.add(Map.of("type", "text", "text", text));
    }
    return Map.of("content", blocks);
  }

  private static Map<String, Object> failed(Map<String, Object> result) {
    var failed = new LinkedHashMap<>(result);
    failed.put("isError", true);
    return failed;
  }

  private static String json(@Nullable Object value) throws IOException {
    return value == null ? "null" : new String(PlainJson.write(value), UTF_8);
  }

  private void notify(@Nullable Object meta, int progress, String message) throws IOException {
    Object token = LenientValues.object(meta).get("progressToken");
    if (token != null) {
      send(
          Map.of(
              "jsonrpc",
              "2.0",
              "method",
              "notifications/progress",
              "params",
              Map.of(
                  "progressToken", token, "progress", progress, "total", 10, "message", message)));
    }
  }

  private void answer(Object id, Map<String, Object> result) throws IOException {
    send(Map.of("jsonrpc", "2.0", "id", id, "result", result));
  }

  private void error(Object id) throws IOException {
    send(
        Map.of(
            "jsonrpc", "2.0", "id", id, "error", Map.of("code", -32601, "message", "not found")));
  }

  private void send(Map<String, Object> message) throws IOException {
    out.println(json(message));
  }
}
