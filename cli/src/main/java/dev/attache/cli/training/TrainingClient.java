package dev.attache.cli.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A client of MCP for {@link ArchiveTraining}, which asks everything at once. */
final class TrainingClient {

  private final List<String> messages = new ArrayList<>();

  private TrainingClient() {}

  /** What the client of a server in a workspace writes. */
  static InputStream messages(Path workspace) {
    var client = new TrainingClient();
    String uri = "{\"uri\":\"file://" + workspace + "/README.md\"}";
    client.request(
        "initialize",
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"roots\":{\"listChanged\":true}},"
            + "\"clientInfo\":{\"name\":\"training\",\"version\":\"1\"}}");
    client.add("\"method\":\"notifications/initialized\"}");
    client.request("tools/list", "{}");
    client.request("resources/list", "{}");
    client.request("resources/templates/list", "{}");
    client.request("resources/read", uri);
    client.request("resources/subscribe", uri);
    client.request("logging/setLevel", "{\"level\":\"info\"}");
    client.request("ping", "{}");
    client.call("refresh_resource", uri);
    client.call("refresh_resource", uri);
    client.call("refresh_resource", "{\"uri\":\"missing\"}");
    client.call("attach_resource", "{\"uri\":\"src/main/main.rs\"}");
    client.call("list_resources", "{}");
    client.request("resources/unsubscribe", uri);
    client.request("no/such", "{}");
    client.add("");
    return new ByteArrayInputStream(String.join("\n", client.messages).getBytes(UTF_8));
  }

  private void call(String tool, String arguments) {
    request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  private void request(String method, String params) {
    add("\"id\":" + messages.size() + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  private void add(String rest) {
    messages.add(rest.isEmpty() ? rest : "{\"jsonrpc\":\"2.0\"," + rest);
  }
}
