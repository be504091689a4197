package dev.attache.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** A server whose tool answers with the bytes of a file, or with some of them, or with too many. */
final class PrintingServer {

  private static final OutputStream OUT = new BufferedOutputStream(System.out);

  private PrintingServer() {}

  public static void main(String[] arguments) throws IOException {
    String mode = arguments[0];
    Path file = Path.of(arguments[1]);
    byte[] answer = Files.readAllBytes(file);
    Path heard = heard(file);
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] bytes = line.getBytes(UTF_8);
      Files.write(heard, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      Map<String, Object> message = LenientValues.object(PlainJson.read(bytes, 0, bytes.length));
      String id = new String(PlainJson.write(message.get("id")), UTF_8);
      if ("initialize".equals(message.get("method"))) {
        say(
            id,
            ("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"printing\",\"version\":\"1\"}}")
                .getBytes(UTF_8));
      } else if ("tools/call".equals(message.get("method"))) {
        call(mode, id, answer);
      } else if (message.containsKey("id")) {
        OUT.write(
            ("{\"jsonrpc\":\"2.0\",\"id\":"
                    + id
                    + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}\n")
                .getBytes(UTF_8));
        OUT.flush();
      }
    }
  }

  /** Where all stands that it was told. */
  static Path heard(Path answer) {
    return answer.resolveSibling("heard");
  }

  private static void call(String mode, String id, byte[] answer) throws IOException {
    switch (mode) {
      case "answer" -> say(id, answer);
      case "die" -> {
        OUT.write(
            ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":").getBytes(UTF_8));
        OUT.flush();
        Runtime.getRuntime().halt(1);
      }
      case "flood" -> {
        byte[] page = "x".repeat(1 << 16).getBytes(UTF_8);
        OUT.write(("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"").getBytes(UTF_8));
        while (true) {
          OUT.write(page);
        }
      }
      default -> {
        // silent
      }
    }
  }

  private static void say(String id, byte[] result) throws IOException {
    OUT.write(("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":").getBytes(UTF_8));
    OUT.write(result);
    OUT.write("}\n".getBytes(UTF_8));
    OUT.flush();
  }
}
