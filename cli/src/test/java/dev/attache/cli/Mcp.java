package dev.attache.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Messages of MCP, as clients write them. */
final class Mcp {

  static final String INITIALIZE = "initialize";
  static final String GREETING =
      """
      {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}""";
  static final String INITIALIZED =
      """
      {"jsonrpc":"2.0","method":"notifications/initialized"}""";
  static final String READ = "resources/read";
  static final String CALL = "tools/call";

  private Mcp() {}

  static String request(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":\""
        + id
        + "\",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  static String uri(String uri) {
    return "{\"uri\":\"" + uri + "\"}";
  }

  static String refresh(String uri) {
    return "{\"name\":\"refresh_resource\",\"arguments\":" + uri(uri) + "}";
  }

  /** The text of the only content of a read. */
  static String text(JsonNode answer) {
    return answer.at("/result/contents/0/text").asText();
  }

  /**
   * One of many calls.
   *
   * @param fits what the text of the answer holds
   */
  record Request(String method, String params, String fits) {

    /** The call of that number: reads and refreshes of all the URIs, and a ping now and then. */
    static Request of(int number, List<String> uris) {
      String uri = uris.get(number % uris.size());
      return switch (number % 3) {
        case 0 -> new Request(READ, Mcp.uri(uri), "\"uri\":\"" + uri + "\"");
        case 1 -> new Request(CALL, Mcp.refresh(uri), uri.substring(uri.lastIndexOf('/') + 1));
        default -> new Request("ping", "{}", "\"result\":{}");
      };
    }

    boolean isAnsweredBy(JsonNode answer) {
      return answer.has("result") && answer.toString().contains(fits);
    }
  }
}
