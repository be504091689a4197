package dev.attache.server.attached;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tools of a session. Its calls stand in its history under ids that are given here, since MCP
 * has none: {@code refresh_resource-1}, {@code refresh_resource-2}, … Thread-safe.
 */
public final class SessionTools {

  private final Conversation conversation;
  private final RefreshResourceTool refresh;
  private final ListResourcesTool list;
  private final OnDemandAttachments attaching;
  private final ResourceSubscriptions subscriptions;
  private final ReadAttachments read;
  private final Map<String, Integer> lastIds = new ConcurrentHashMap<>();

  /**
   * @param read takes what the client is answered
   */
  public SessionTools(
      Conversation conversation,
      RefreshResourceTool refresh,
      ListResourcesTool list,
      OnDemandAttachments attaching,
      ResourceSubscriptions subscriptions,
      ReadAttachments read) {
    this.conversation = conversation;
    this.refresh = refresh;
    this.list = list;
    this.attaching = attaching;
    this.subscriptions = subscriptions;
    this.read = read;
  }

  /** Answers {@code tools/call}. */
  public void call(Params params, AnswerWriter out) throws RequestException, IOException {
    String name = params.text("name");
    Map<String, Object> arguments = params.object("arguments");
    switch (name) {
      case RefreshResourceTool.NAME ->
          write(refresh(arguments, params.isStateless()), params.isStateless(), out);
      case AttachResourceTool.NAME ->
          write(attach(arguments, params.isStateless()), params.isStateless(), out);
      case ListResourcesTool.NAME -> list.call(arguments, out.fields());
      default -> throw unknown(name);
    }
  }

  private ToolResult refresh(Map<String, Object> arguments, boolean isStateless)
      throws StoreException {
    if (isStateless) {
      return refresh.callInFull(RefreshResourceTool.NAME, arguments);
    }
    ToolResult result = recorded(RefreshResourceTool.NAME, id -> refresh.call(id, arguments));
    subscriptions.given(result);
    return result;
  }

  private ToolResult attach(Map<String, Object> arguments, boolean isStateless)
      throws RequestException, StoreException {
    AttachResourceTool attach = attaching.tool();
    if (attach == null) {
      throw unknown(AttachResourceTool.NAME);
    }
    ToolResult result =
        isStateless
            ? attach.callInFull(AttachResourceTool.NAME, arguments)
            : recorded(AttachResourceTool.NAME, id -> attach.call(id, arguments));
    if (!isStateless) {
      subscriptions.given(result);
    }
    attaching.tell(result);
    return result;
  }

  private static RequestException unknown(String name) {
    return RequestException.invalidParams("unknown tool \"" + name + "\"");
  }

  /** A call of a tool under some id. */
  @FunctionalInterface
  private interface Call {
    ToolResult under(String id) throws StoreException;
  }

  /** Makes a call under the next id that is free. */
  private ToolResult recorded(String tool, Call call) throws StoreException {
    ToolResult result;
    do { // another process may have been there, in a conversation that is kept
      result = call.under(tool + "-" + lastIds.merge(tool, 1, Integer::sum));
    } while (isRepeated(result));
    read.add(result);
    return result;
  }

  private static boolean isRepeated(ToolResult result) {
    return result.response().meta().get(ToolResponse.ERROR) instanceof Map<?, ?> error
        && "repeated-call".equals(error.get("kind"));
  }

  private void write(ToolResult result, boolean isStateless, AnswerWriter out) throws IOException {
    if (!isStateless) { // else it can be referred to by nobody
      out.ifLost(() -> leaveOut(result));
    }
    RequestJson.writeCallToolResult(result, out.result());
  }

  /** What the client does not get must not be referred to. */
  private void leaveOut(ToolResult result) {
    List<ContentBlock> blocks = result.response().content();
    var places = new ArrayList<DeliveryPlace>(blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof DeliveredBlock block
          && (block.delivery() instanceof Delivery.Full
              || block.delivery() instanceof Delivery.Delta)) {
        places.add(DeliveryPlace.ofResult(result.turn(), result.id(), i));
      }
    }
    if (!places.isEmpty()) {
      try {
        conversation.leaveOut("cancelled", places);
      } catch (StoreException e) {
        // it is out of the requests already, or nothing can be recorded any more
      }
    }
  }
}
