package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.json.WholeCharacters;
import dev.attache.support.json.PlainJson;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server of MCP as a program of its own, which says in a file, its only argument, that it was
 * started.
 */
final class TestServer {

  private static final String RESOURCES =
      """
      {"resources":[{"uri":"test://a.txt","name":"a.txt","mimeType":"text/plain","size":2}],"nextCursor":"2"}""";

  private static final String MORE_RESOURCES =
      """
      {"resources":[{"uri":"test://b?token=hunter2","name":"b","title":"The b","mimeType":"image/png"}]}""";

  private static final String BLOCKS =
      """
      {"content":[
      {"type":"text","text":"no line end"},
      {"type":"image","data":"AAECAw==","mimeType":"image/png"},
      {"type":"audio","data":"AAEC"},
      {"type":"resource","resource":{"uri":"test://r","mimeType":"text/plain","text":"inside"}},
      {"type":"resource","resource":{"uri":"test://r","blob":"AAEC","mimeType":"image/png"}},
      {"type":"resource","resource":{"uri":"test://r"}},
      {"type":"resource_link","uri":"test://l?token=hunter2","name":"link","mimeType":"text/x","size":2048},
      {"type":"hologram","x":1},
      {"text":"typeless"}]}"""
          .replace("\n", "");

  private static final String WEATHER =
      """
      {"name":"weather","inputSchema":{"type":"object","properties":{"k":{"type":"string"}},\
      "required":["k"]},"outputSchema":{"type":"object","properties":{"temperature":\
      {"type":"number"}},"required":["temperature"]}}""";

  /** The tool of the specification, which answers by its argument {@code k}. */
  private static final String T =
      WEATHER
          .replace("weather", "t")
          .replaceFirst(",", ",\"annotations\":{\"readOnlyHint\":true},");

  private static final String LINK =
      """
      {"name":"link","inputSchema":{"type":"object"}},{"name":"bridge","inputSchema":{"type":"object"}},\
      {"name":"ask","inputSchema":{"type":"object"}},{"name":"log in","inputSchema":{"type":"object"}}""";

  private final Path marker;
  private final BufferedReader in;
  private final OutputStream out;
  private int questions;

  private TestServer(Path marker, InputStream in, OutputStream out) {
    this.marker = marker;
    this.in = new BufferedReader(new InputStreamReader(in, UTF_8));
    this.out = out;
  }

  /** The file that is the content of {@code test://changing}; without it, there is none. */
  static Path content(Path marker) {
    return marker.resolveSibling(marker.getFileName() + ".content");
  }

  /** The file that makes it offer a tool with schemas. */
  static Path weather(Path marker) {
    return marker.resolveSibling(marker.getFileName() + ".weather");
  }

  private static String weather(String arguments) {
    String content =
        arguments.contains("only") ? "" : "{\"type\":\"text\",\"text\":\"72F and sunny\"}";
    String structured =
        arguments.contains("none")
            ? ""
            : ",\"structuredContent\":{\"temperature\":"
                + (arguments.contains("bad") ? "\"hot\"" : "72")
                + "}";
    return "\"result\":{\"content\":[" + content + "]" + structured + "}";
  }

  /** The program and its arguments, which starts it in a JVM of its own. */
  static List<String> program(Path marker) {
    String classPath =
        Stream.of(
                TestServer.class,
                GivenJson.class,
                PlainJson.class,
                WholeCharacters.class,
                JsonFactory.class)
            .map(TestServer::origin)
            .collect(Collectors.joining(":"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        classPath,
        TestServer.class.getName(),
        marker.toString());
  }

  /** The program and its arguments, which starts it in the JVM of the tests. */
  static List<String> command(Path marker) {
    return ServerThreads.command(marker);
  }

  static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws IOException {
    serve(Path.of(args[0]), System.in, new FileOutputStream(FileDescriptor.out));
  }

  /** Is a server on two streams, until the first ends. */
  static void serve(Path marker, InputStream in, OutputStream out) throws IOException {
    Files.writeString(marker, "started\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    try {
      new TestServer(marker, in, out).serve();
    } catch (UsageException e) {
      throw new IOException("a message is not JSON", e);
    }
  }

  private void serve() throws IOException, UsageException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> message = GivenJson.object("line", line);
      if (message.containsKey("id") && message.get("method") instanceof String method) {
        Map<?, ?> params = message.get("params") instanceof Map<?, ?> map ? map : Map.of();
        String result = answer(method, params);
        send("{\"jsonrpc\":\"2.0\",\"id\":" + json(message.get("id")) + "," + result + "}");
      }
    }
  }

  private void send(String message) throws IOException {
    out.write((message + "\n").getBytes(UTF_8));
    out.flush();
  }

  private static String json(@Nullable Object value) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var json = JsonFormat.generator(bytes)) {
      PlainJson.writeWellFormed(value, json);
    }
    return bytes.toString(UTF_8);
  }

  private String answer(String method, Map<?, ?> params) throws IOException, UsageException {
    return switch (method) {
      case "initialize" ->
          """
          "result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{},"tools":{}},\
          "serverInfo":{"name":"test","version":"1"},"instructions":"Ask."}""";
      case "resources/list" ->
          "\"result\":" + (params.containsKey("cursor") ? MORE_RESOURCES : RESOURCES);
      case "resources/templates/list" ->
          """
          "result":{"resourceTemplates":[{"uriTemplate":"test://item/{id}","name":"item",\
          "title":"https://bob:hunter2@h/"}]}""";
      case "tools/list" ->
          """
          "result":{"tools":[{"name":"echo","description":"Says it\\u001b again, at ws://bob:hunter2@h/.\\nAt length.",\
          "inputSchema":{"type":"object"}}"""
              + (Files.exists(weather(marker)) ? "," + WEATHER + "," + T + "," + LINK : "")
              + "]}";
      case "resources/read" ->
          "test://changing".equals(params.get("uri"))
              ? readContent()
              : read(String.valueOf(params.get("uri")));
      case "tools/call" -> call(params);
      default -> "\"error\":{\"code\":-32601,\"message\":\"no " + method + "\"}";
    };
  }

  private String readContent() throws IOException {
    Path file = content(marker);
    if (Files.notExists(file)) {
      return read("test://missing");
    }
    String text = Files.readString(file);
    if (text.equals("never")) {
      awaitEnd();
    }
    return "\"result\":{\"contents\":["
        + content("test://changing", "\"text\":" + json(text))
        + "]}";
  }

  /** Answers nothing any more, and ends when its client has had enough. */
  private void awaitEnd() throws IOException {
    String line = in.readLine();
    while (line != null) {
      line = in.readLine();
    }
  }

  private String read(String uri) throws IOException {
    String contents =
        switch (uri) {
          case "test://a.txt" -> content(uri, "\"text\":\"A\\u001b[31m\\n\"");
          case "test://b?token=hunter2" ->
              content(uri, "\"mimeType\":\"image/png\",\"blob\":\"iVBORw0KGgo=\"");
          case "test://many" ->
              content(uri, "\"text\":\"1\"") + "," + content(uri, "\"text\":\"\"");
          case "test://none" -> "";
          case "demo://linked" -> content(uri, "\"text\":\"linked\"");
          case "test://long" -> content(uri, "\"text\":\"" + "x".repeat(5000) + "\"");
          case "test://slow" -> {
            LockSupport.parkNanos(Duration.ofMillis(300).toNanos()); // as a server that is slow
            yield content(uri, "\"text\":\"at last\"");
          }
          case "test://never" -> {
            awaitEnd();
            yield "";
          }
          case "test://neither" -> content(uri, "\"x\":1");
          case "test://broken" -> content(uri, "\"blob\":\"A\"");
          case "test://noise" -> content(uri, "\"blob\":\"aGVs!!??<>bG8=\"");
          case "test://url-safe" -> content(uri, "\"blob\":\"_-8_\"");
          case "test://half" -> content(uri, "\"text\":\"a\\ud800b\"");
          case "test://both" -> content(uri, "\"text\":\"a\",\"blob\":\"AAE\"");
          case "test://same" -> content(uri, "\"text\":\"a\",\"blob\":\"YQ==\"");
          case "test://text-and-noise" -> content(uri, "\"text\":\"a\",\"blob\":\"?\"");
          default -> content(uri, "\"text\":\"item\"");
        };
    return uri.equals("test://missing")
        ? "\"error\":{\"code\":-32002,\"message\":\"Resource not found\"}"
        : "\"result\":{\"contents\":[" + contents + "]}";
  }

  private static String content(String uri, String rest) {
    return "{\"uri\":\"" + uri + "\"," + rest + "}";
  }

  private String call(Map<?, ?> params) throws IOException, UsageException {
    String name = String.valueOf(params.get("name"));
    return switch (name) {
      case "echo" -> text(json(params.get("arguments")) + json(tokenless(params.get("_meta"))));
      case "environment" -> text(String.join(" ", new TreeSet<>(System.getenv().keySet())));
      case "blocks" -> "\"result\":" + BLOCKS;
      case "structured" -> "\"result\":{\"content\":[],\"structuredContent\":{\"a\":[1,null]}}";
      case "repeated" -> structured("{\n \"b\": 1.5, \"a\": [1, null]}");
      case "for people" -> structured("one and a half");
      case "odd" ->
          """
          "result":{"content":[{"type":"text","text":"a\\ud800b"},{"type":"image","data":"?!"},\
          {"type":"resource","resource":{"uri":"test://r","text":"a","blob":"AAE"}}]}""";
      case "fail silently" -> "\"result\":{\"isError\":true,\"content\":[]}";
      case "fail" ->
          """
          "result":{"isError":true,"content":[{"type":"text","text":"one\\ntwo"}]}""";
      case "link" ->
          """
          "result":{"content":[{"type":"resource_link","uri":"demo://linked","name":"the link"}]}""";
      case "weather" -> weather(json(params.get("arguments")));
      case "t" -> byKey(params);
      case "table" ->
          """
          "result":{"content":[{"type":"text","text":"two rows"}],"_meta":{"dev.attache/view":\
          {"kind":"x","data":[{"a":1},{"a":2}]}}}""";
      case "bridge" -> bridge(params);
      case "ask" -> text(ask("{\"name\":{\"type\":\"string\",\"default\":\"Ada\"}}", ""));
      case "ask oddly" -> text(ask("{\"name\":{\"type\":\"string\",\"default\":7}}", "name"));
      case "agree" -> text(ask("{}", ""));
      case "visit" ->
          text(
              elicit(
                  "{\"mode\":\"url\",\"elicitationId\":\"e\",\"message\":\"Pay here\","
                      + "\"url\":\"https://example.org/pay\"}"));
      case "log in" ->
          text(ask("{\"user\":{\"type\":\"string\"},\"token\":{\"type\":\"string\"}}", "user"));
      case "work" -> {
        Map<?, ?> meta = params.get("_meta") instanceof Map<?, ?> map ? map : Map.of();
        send(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":"
                + json(meta.get("progressToken"))
                + ",\"progress\":1,\"total\":2,\"message\":\"half-way\"}}");
        yield text("done");
      }
      default -> "\"error\":{\"code\":-32602,\"message\":\"Unknown tool\"}";
    };
  }

  private static String byKey(Map<?, ?> params) throws IOException {
    String arguments = json(params.get("arguments"));
    return arguments.matches("\\{\"k\":\"(both|bad|only|none)\"\\}")
        ? weather(arguments)
        : bridge(params);
  }

  private static @Nullable Object tokenless(@Nullable Object meta) {
    return meta instanceof Map<?, ?> map ? map.get("mine") : meta;
  }

  /** What RFD D31 has a server answer, by the argument {@code k}. */
  private static String bridge(Map<?, ?> params) throws IOException {
    Map<?, ?> arguments = params.get("arguments") instanceof Map<?, ?> map ? map : Map.of();
    Map<?, ?> meta = params.get("_meta") instanceof Map<?, ?> map ? map : Map.of();
    Object tool = meta.get("computer.jp/tool");
    Object answers = tool instanceof Map<?, ?> map ? map.get("answers") : null;
    boolean isAnswered = answers instanceof Map<?, ?> map && map.containsKey("confirm");
    String success = "{\"type\":\"success\",\"content\":\"done!\"}";
    return switch (String.valueOf(arguments.get("k"))) {
      case "success" -> text(success);
      case "outcome" ->
          text(
              isAnswered
                  ? "{\"type\":\"success\",\"content\":" + json(json(meta)) + "}"
                  : "{\"type\":\"needs_input\",\"question\":{\"id\":\"confirm\",\"text\":\"Apply?\","
                      + "\"answer_type\":\"Boolean\",\"default\":true}}");
      case "conflict" -> "\"result\":{\"isError\":true," + text(success).substring(10);
      case "transient" ->
          text("{\"type\":\"error\",\"message\":\"busy\",\"trace\":[],\"transient\":true}");
      case "two" ->
          "\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
              + json(success)
              + "},{\"type\":\"text\",\"text\":\"two\"}]}";
      default -> text(String.valueOf(tool));
    };
  }

  /** Asks the user something and waits for the answer. */
  private String ask(String properties, String required) throws IOException, UsageException {
    return elicit(
        "{\"message\":\"Name?\",\"requestedSchema\":{\"type\":\"object\",\"required\":["
            + (required.isEmpty() ? "" : json(required))
            + "],\"properties\":"
            + properties
            + "}}");
  }

  private String elicit(String params) throws IOException, UsageException {
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":\"q"
            + questions++
            + "\",\"method\":\"elicitation/create\",\"params\":"
            + params
            + "}");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> message = GivenJson.object("line", line);
      if (!message.containsKey("method")) {
        return json(message.containsKey("result") ? message.get("result") : message.get("error"));
      }
    }
    return "";
  }

  private static String structured(String text) throws IOException {
    return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
        + json(text)
        + "}],\"structuredContent\":{\"a\":[1,null],\"b\":1.5}}";
  }

  private static String text(String text) throws IOException {
    return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":" + json(text) + "}]}";
  }
}
