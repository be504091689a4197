package dev.attache.handlers.mcp;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import java.util.Optional;

/**
 * An address of something that a server offers: {@code mcp+SERVER+URI}, split at the first two
 * {@code +}; without a URI, of all that the server lists.
 *
 * <p>{@code mcp:SERVER+URI} is the same. It is the spelling where the other one is no absolute URI:
 * because there is no colon in it, or because no scheme can hold what comes before.
 *
 * @param server the name or the alias of the server
 * @param uri the server's own URI, as it is; empty for all
 */
record McpAddress(String server, String uri) {

  private static final String SCHEME = "mcp";

  private static final String FORM =
      "must be written mcp+SERVER+URI, or mcp+SERVER+ for all that the server lists";

  /**
   * Returns the address that a text spells.
   *
   * @throws ResourceException of kind {@code INVALID_URI} if it spells none
   */
  static McpAddress parse(String text) throws ResourceException {
    return find(text).orElseThrow(() -> ResourceException.of(Kind.INVALID_URI, text, FORM));
  }

  /** Returns the address that a text spells, or nothing if it spells none. */
  static Optional<McpAddress> find(String text) {
    int begin = SCHEME.length() + 1;
    if (!text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || text.length() < begin
        || "+:".indexOf(text.charAt(begin - 1)) < 0) {
      return Optional.empty();
    }
    int end = text.indexOf('+', begin);
    if (end <= begin || text.startsWith("//", begin)) { // mcp://host/ is somebody else's idea
      return Optional.empty();
    }
    return Optional.of(new McpAddress(text.substring(begin, end), text.substring(end + 1)));
  }

  /**
   * The source of what a URI names: {@code mcp:SERVER} for {@code mcp+SERVER:…}, {@code
   * mcp+SERVER+…} and {@code mcp:SERVER+…}.
   */
  static String source(String uri) {
    int begin = SCHEME.length() + 1;
    int end = uri.indexOf('+', begin);
    if (uri.charAt(SCHEME.length()) == '+') {
      int colon = uri.indexOf(':');
      end = end < 0 ? colon : Math.min(end, colon);
    }
    return end < 0 ? SCHEME : SCHEME + ':' + uri.substring(begin, end);
  }

  /** Whether it means all that the server lists. */
  boolean isAll() {
    return uri.isEmpty();
  }

  /** The same of a server that is called so. */
  McpAddress of(String name) {
    return new McpAddress(name, uri);
  }

  /** The same server, all of it. */
  McpAddress all() {
    return new McpAddress(server, "");
  }

  /**
   * The address as a URI.
   *
   * @throws ResourceException of kind {@code INVALID_URI} if it holds a control character
   */
  ResourceUri toUri() throws ResourceException {
    String rest = server + '+' + uri;
    return ResourceUri.parse(SCHEME + '+' + rest)
        .or(() -> ResourceUri.parse(SCHEME + ':' + rest))
        .orElseThrow(
            () ->
                ResourceException.of(
                    Kind.INVALID_URI,
                    SCHEME + '+' + rest,
                    "must not contain control characters or unpaired surrogates"));
  }
}
