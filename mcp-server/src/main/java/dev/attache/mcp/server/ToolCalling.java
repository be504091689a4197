package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.Delivery;
import dev.attache.history.Place;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls of the tools of a session. Thread-safe. */
final class ToolCalling {

  private final Conversation conversation;
  private final RefreshResourceTool refresh;
  private final ListResourcesTool list;
  private final Attaching attaching;
  private final Subscriptions subscriptions;
  private final CallIds ids;

  ToolCalling(
      Conversation conversation,
      RefreshResourceTool refresh,
      ListResourcesTool list,
      Attaching attaching,
      Subscriptions subscriptions,
      CallIds ids) {
    this.conversation = conversation;
    this.refresh = refresh;
    this.list = list;
    this.attaching = attaching;
    this.subscriptions = subscriptions;
    this.ids = ids;
  }

  /** Answers {@code tools/call}: writes the result as a value. */
  void call(RunningRequest request, JsonGenerator json) throws RequestException, IOException {
    String name = request.params().text("name");
    Map<String, Object> arguments = request.params().object("arguments");
    switch (name) {
      case RefreshResourceTool.NAME ->
          write(refresh(arguments, request.params().isStateless()), request, json);
      case AttachResourceTool.NAME ->
          write(attaching.call(arguments, request.params().isStateless()), request, json);
      case ListResourcesTool.NAME -> list.call(arguments, json);
      default -> throw unknown(name);
    }
  }

  private ToolResult refresh(Map<String, Object> arguments, boolean isStateless)
      throws StoreException {
    if (isStateless) {
      return refresh.callInFull(RefreshResourceTool.NAME, arguments);
    }
    ToolResult result = ids.call(RefreshResourceTool.NAME, id -> refresh.call(id, arguments));
    subscriptions.given(result);
    return result;
  }

  static RequestException unknown(String name) {
    return RequestException.invalidParams("unknown tool \"" + name + "\"");
  }

  private void write(ToolResult result, RunningRequest request, JsonGenerator json)
      throws IOException {
    if (!request.params().isStateless()) { // else it can be referred to by nobody
      request.ifLost(() -> leaveOut(result));
    }
    RequestJson.writeCallToolResult(result, RawJson.of(json));
  }

  /** What the client does not get must not be referred to. */
  private void leaveOut(ToolResult result) {
    List<ContentBlock> blocks = result.response().content();
    var places = new ArrayList<Place>(blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof ResourceBlock block
          && block.delivery() instanceof Delivery.Full) {
        places.add(Place.ofResult(result.turn(), result.id(), i));
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
