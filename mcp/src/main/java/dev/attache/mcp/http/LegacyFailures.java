package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.UnreadableException;
import io.modelcontextprotocol.spec.McpTransportException;
import org.jspecify.annotations.Nullable;

/** What the SDK's transport says of answers that it cannot take, which it does in words only. */
final class LegacyFailures {

  private static final String TOO_LARGE = "exceeds the maximum allowed size";
  private static final String NO_JSON = "JSON-RPC message: ";
  private static final String OTHER_TYPE = "Unknown media type returned: ";

  private LegacyFailures() {}

  /** Explains what the SDK threw; null if it is nothing of the SDK's. */
  static @Nullable McpException explain(Throwable thrown, int maxBytes, HttpFailures failures) {
    String message = String.valueOf(thrown.getMessage());
    if (message.startsWith(OTHER_TYPE)) {
      return failures.ofType(message.substring(OTHER_TYPE.length()));
    }
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof UnreadableException why) {
        return failures.ofUnreadable(why);
      }
    }
    if (!(thrown instanceof McpTransportException)) {
      return null;
    }
    if (message.contains(TOO_LARGE)) {
      return failures.ofSize(maxBytes);
    }
    // what follows in the message is all that the server sent
    return failures.ofNoMessage(message.contains(NO_JSON) ? "no JSON object" : "no event");
  }
}
