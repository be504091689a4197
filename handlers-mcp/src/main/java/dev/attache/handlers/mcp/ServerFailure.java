package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a server, as the problem of a resource.
 *
 * <p>That there is no such resource is said in many ways: with the code of revisions up to
 * 2025-11-25, with that for invalid parameters (2026-07-28, and the TypeScript SDK before), with
 * that for internal errors (Kotlin), with 0 (Python), and always in other words.
 */
final class ServerFailure {

  private static final int RESOURCE_NOT_FOUND = -32002;
  private static final int METHOD_NOT_FOUND = -32601;

  private static final Pattern NOTHING_THERE =
      Pattern.compile(
          "unknown resource|unknown uri|no such (?:file|resource|document|page|key|table)"
              + "|\\benoent\\b|no resource (?:found|matches|with)"
              + "|\\b(?:resource|file|document|page|note|uri)\\b.*"
              + "\\b(?:not found|does(?: not|n't) exist|not exist)\\b"
              + "|(?:not found|does not exist):? .*\\b(?:resource|file|uri)\\b");

  private ServerFailure() {}

  /** Returns the problem of {@code uri}, about which this server was asked. */
  static ResourceException of(
      McpException e, String uri, String serversUri, McpConnection connection) {
    if (e.kind() != McpException.Kind.ERROR) {
      return e.about(uri);
    }
    if (isNotFound(e, serversUri)) {
      return ResourceException.of(Kind.NOT_FOUND, uri, e.line(), e);
    }
    return e.code().orElse(0) == METHOD_NOT_FOUND || !offersResources(connection)
        ? offersNone(connection.server(), uri, e)
        : e.about(uri);
  }

  /** Returns the problem of {@code uri} if its server has no resources at all. */
  static ResourceException offersNone(McpServer server, String uri, @Nullable McpException cause) {
    String message = "the MCP server " + ServerText.line(server.name()) + " offers no resources";
    return ResourceException.of(Kind.FAILED, uri, message, cause);
  }

  /** Whether a server says that it has resources. */
  static boolean offersResources(McpConnection connection) {
    return connection.capabilities().get("resources") != null;
  }

  private static boolean isNotFound(McpException e, String serversUri) {
    int code = e.code().orElse(0);
    if (code == RESOURCE_NOT_FOUND) {
      return true;
    }
    if (code == METHOD_NOT_FOUND) {
      return false;
    }
    String said = e.line().toLowerCase(Locale.ROOT);
    String about = serversUri.toLowerCase(Locale.ROOT);
    return NOTHING_THERE.matcher(said).find()
        || (said.contains(about) && said.contains("not found"))
        || (code == -32602 && isAbout(e, serversUri));
  }

  /** Whether the data is the URI, with which revision 2026-07-28 says that nothing is there. */
  private static boolean isAbout(McpException e, String serversUri) {
    return e.data().orElse("") instanceof Map<?, ?> data && serversUri.equals(data.get("uri"));
  }
}
