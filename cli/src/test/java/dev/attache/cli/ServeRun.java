package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The run of a server for a client of MCP that sends its requests and then closes the stream.
 *
 * @param run the run of {@code attache serve}
 */
record ServeRun(CliRun run) {

  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      """;

  /** The requests of one client, whose ids are 1, 2, 3 … */
  static final class Client {
    private final Talk talk;
    private final List<String> requests = new ArrayList<>();

    private Client(Talk talk) {
      this.talk = talk;
    }

    Client list() {
      return request("resources/list", "{}");
    }

    Client templates() {
      return request("resources/templates/list", "{}");
    }

    Client tools() {
      return request("tools/list", "{}");
    }

    Client read(String uri) {
      return request("resources/read", "{\"uri\":\"" + uri + "\"}");
    }

    Client call(String tool, String arguments) {
      return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    Client refresh(String uri) {
      return call("refresh_resource", "{\"uri\":\"" + uri + "\"}");
    }

    private Client request(String method, String params) {
      requests.add(
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + (requests.size() + 1)
              + ",\"method\":\""
              + method
              + "\",\"params\":"
              + params
              + "}\n");
      return this;
    }

    /** Runs {@code attache serve}, and sends each request when the one before it is answered. */
    ServeRun serveInTurn(String... options) {
      var messages = new ArrayList<>(requests);
      messages.add(0, INITIALIZE);
      var client = new PatientClient(messages);
      var err = new StringWriter();
      String[] line = Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new);
      int exitCode =
          talk.workspace()
              .workspace()
              .standardInput(client.input())
              .run(client.output(), err, line);
      return new ServeRun(new CliRun(exitCode, client.answered(), err.toString()));
    }

    /** Runs {@code attache serve} with these options. */
    ServeRun serve(String... options) {
      talk.input(INITIALIZE + String.join("", requests));
      String[] line = Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new);
      return new ServeRun(talk.run(line));
    }
  }

  /** A client of a server in the workspace of a talk. */
  static Client in(Talk talk) {
    return new Client(talk);
  }

  /** The run, which has to have gone well. */
  ServeRun good() {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return this;
  }

  /** The answer to a request: all of the message. */
  JsonNode answer(int id) {
    return run.json().stream()
        .filter(each -> each.has("id") && each.get("id").asInt() == id)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no answer to " + id + ": " + run));
  }

  JsonNode result(int id) {
    JsonNode result = answer(id).get("result");
    assertThat(result).as("%s", answer(id)).isNotNull();
    return result;
  }

  /** The names that a list has. */
  List<String> names(int id) {
    var names = new ArrayList<String>();
    result(id).get("resources").forEach(each -> names.add(each.get("name").asText()));
    return names;
  }

  /** The text of the only content of a read. */
  String text(int id) {
    JsonNode contents = result(id).get("contents");
    assertThat(contents).as("%s", contents).hasSize(1);
    return contents.get(0).get("text").asText();
  }
}
