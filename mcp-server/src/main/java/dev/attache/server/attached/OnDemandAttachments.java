package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.LogLevel;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The attachments that a client or its model makes by itself, as far as it may. Thread-safe. */
public final class OnDemandAttachments {

  private final AttachedView attached;
  private final @Nullable AttachResourceTool tool;
  private final ResourceSubscriptions subscriptions;
  private final ListenRequests listeners;
  private final Executor inTurn;
  private final ClientLog log;

  /**
   * @param tool what attaches; null if nothing may be attached
   * @param inTurn what changes the subscriptions
   */
  public OnDemandAttachments(
      AttachedView attached,
      @Nullable AttachResourceTool tool,
      ResourceSubscriptions subscriptions,
      ListenRequests listeners,
      Executor inTurn,
      ClientLog log) {
    this.attached = attached;
    this.tool = tool;
    this.subscriptions = subscriptions;
    this.listeners = listeners;
    this.inTurn = inTurn;
    this.log = log;
  }

  /** What attaches; null if nothing may be attached. */
  @Nullable AttachResourceTool tool() {
    return tool;
  }

  /** Tells of what was attached, unless it was not. */
  void tell(ToolResponse result) {
    if (!result.isError()) {
      log.send("notifications/resources/list_changed", Map.of());
      listeners.listChanged();
      inTurn.execute(this::compareAnew);
    }
  }

  /**
   * Attaches what a client wants to read. It gets no result of a tool, so that none stands in the
   * history: nobody must be referred to it.
   *
   * @throws RequestException if it may not be attached, or cannot be read, saying why
   */
  void attach(String named) throws RequestException, IOException {
    if (tool == null || ResourceUri.parse(meant(named)).isEmpty()) {
      throw attached.notAttached(named);
    }
    ToolResponse result = tool.response(Map.of("uri", named));
    tell(result);
    if (result.isError()) {
      throw attached.notAttached(named, attached.conversation().names().shown(text(result)));
    }
  }

  private String meant(String named) {
    return attached.conversation().names().meant(named);
  }

  private static String text(ToolResponse result) throws IOException {
    for (ContentBlock block : result.content()) {
      if (block instanceof TextBlock text) {
        try (var in = text.text().open()) {
          return new String(in.readAllBytes(), UTF_8);
        }
      }
    }
    return "it cannot be attached";
  }

  private void compareAnew() {
    try {
      subscriptions.attachedAnew();
      listeners.attachedAnew(attached);
    } catch (StoreException e) {
      log.log(LogLevel.WARNING, "changes may not be reported: " + e.message());
    }
  }
}
