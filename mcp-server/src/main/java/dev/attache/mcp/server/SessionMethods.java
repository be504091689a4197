package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** What a session can do once it is open: its methods over what is attached. Thread-safe. */
final class SessionMethods implements AutoCloseable {

  private final AttachedView attached;
  private final int pageSize;
  private final ResourceReading reading;
  private final Subscriptions subscriptions;
  private final ToolCalling tools;
  private final Runnable ended;

  /**
   * @param ended lets go of the conversation
   */
  SessionMethods(
      AttachedView attached,
      int pageSize,
      ResourceReading reading,
      Subscriptions subscriptions,
      ToolCalling tools,
      Runnable ended) {
    this.attached = attached;
    this.pageSize = pageSize;
    this.reading = reading;
    this.subscriptions = subscriptions;
    this.tools = tools;
    this.ended = ended;
  }

  /** One of its methods. */
  @FunctionalInterface
  interface Body {
    void write(SessionMethods methods, RunningRequest request, JsonGenerator json)
        throws RequestException, IOException;
  }

  /** What is attached. */
  AttachedView attached() {
    return attached;
  }

  /** {@code resources/list}. */
  void list(RunningRequest request, JsonGenerator json) throws RequestException, IOException {
    String cursor = request.params().optionalText("cursor");
    Listing.Page page = attached.listing().page(cursor, pageSize);
    if (page == null) {
      throw RequestException.invalidParams("params.cursor is not one that a list has given");
    }
    json.writeArrayFieldStart("resources");
    for (ListedResource each : page.resources()) {
      ResourceListJson.write(json, each);
    }
    json.writeEndArray();
    if (page.next() != null) {
      json.writeStringField("nextCursor", page.next());
    }
  }

  /** {@code resources/read}. */
  void read(RunningRequest request, JsonGenerator json) throws RequestException, IOException {
    reading.read(request, json);
  }

  /** {@code resources/subscribe}. */
  void subscribe(RunningRequest request, JsonGenerator json) throws RequestException, IOException {
    subscriptions.subscribe(request.params().text("uri"));
  }

  /** {@code resources/unsubscribe}. */
  void unsubscribe(RunningRequest request, JsonGenerator json) throws RequestException {
    subscriptions.unsubscribe(request.params().text("uri"));
  }

  /** {@code tools/call}; writes the result as a value. */
  void callTool(RunningRequest request, JsonGenerator json) throws RequestException, IOException {
    tools.call(request, json);
  }

  /** Watches over nothing any more, and lets go of the conversation. */
  @Override
  public void close() {
    subscriptions.close();
    ended.run();
  }
}
