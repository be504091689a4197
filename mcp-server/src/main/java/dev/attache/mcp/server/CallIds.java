package dev.attache.mcp.server;

import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.StoreException;
import dev.attache.history.ToolResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ids under which the calls of a session stand in its history, since MCP has none: {@code
 * refresh_resource-1}, {@code refresh_resource-2}, … Thread-safe.
 */
final class CallIds {

  private final Map<String, Integer> last = new ConcurrentHashMap<>();
  private final ReadAttachments read;

  /**
   * @param read takes what the client is answered
   */
  CallIds(ReadAttachments read) {
    this.read = read;
  }

  /** Whether a call is one that a server has given its id, in this session or another. */
  static boolean isOfServer(String id) {
    return id.startsWith(RefreshResourceTool.NAME + "-")
        || id.startsWith(AttachResourceTool.NAME + "-");
  }

  /** A call of a tool under some id. */
  @FunctionalInterface
  interface Call {
    ToolResult under(String id) throws StoreException;
  }

  /** Makes a call under the next id that is free. */
  ToolResult call(String tool, Call call) throws StoreException {
    ToolResult result;
    do { // another process may have been there, in a conversation that is kept
      result = call.under(tool + "-" + last.merge(tool, 1, Integer::sum));
    } while (isRepeated(result));
    read.add(result);
    return result;
  }

  private static boolean isRepeated(ToolResult result) {
    return result.response().meta().get(ToolResponse.ERROR) instanceof Map<?, ?> error
        && "repeated-call".equals(error.get("kind"));
  }
}
