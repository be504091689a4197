package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The headers that a definition adds to each request. Their values are never shown. */
final class EndpointHeaders {

  /** What the protocol sends itself, and what would make a message another one. */
  private static final Set<String> OF_PROTOCOL =
      Set.of(
          "accept",
          "accept-encoding",
          "cache-control",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "last-event-id",
          "mcp-method",
          "mcp-name",
          "mcp-protocol-version",
          "mcp-session-id",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private EndpointHeaders() {}

  /**
   * @throws McpException of kind {@code UNUSABLE}, if one of them cannot be sent
   */
  static void check(McpServer server, Map<String, String> headers) throws McpException {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String problem = problem(header.getKey(), header.getValue());
      if (problem != null) {
        throw new McpException(
            McpException.Kind.UNUSABLE,
            "the MCP server %s: %s (%s)".formatted(server.name(), problem, server.origin()),
            null);
      }
    }
  }

  private static @Nullable String problem(String name, String value) {
    if (!isToken(name)) {
      return "'" + name + "' is not a header name";
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (OF_PROTOCOL.contains(lower) || lower.startsWith("mcp-param-")) {
      return "the header " + name + " belongs to the protocol: take it out of the definition";
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7F || c > 0xFF) {
        return "the value of the header " + name + " has a character that no header can hold";
      }
    }
    return null;
  }

  /** Adds them to a request. */
  static void apply(Map<String, String> headers, HttpRequest.Builder request) {
    headers.forEach(request::setHeader);
  }

  /** Whether HTTP can have a header of this name (RFC 9110, section 5.1). */
  static boolean isToken(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isAlphanumeric =
          (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!isAlphanumeric && TOKEN_MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
