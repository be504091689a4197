package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.Message;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A way of one era to say things by HTTP: all that its revisions put around the messages, and what
 * they allow to be sent. Thread-safe.
 */
interface HttpDialect {

  /** What a dialect has done by the transport. */
  interface Host {

    /** Takes a message that came on a stream of its own. */
    void received(Message message);

    /** Closes all connections, because of what the server says or does. */
    void end(McpException why);
  }

  /** Called once, before anything is sent. */
  void start(Host host);

  /** Whether a message is sent at all. */
  boolean isSent(Message message);

  /** Adds the headers of the era to those of a message. */
  void apply(Message message, HttpRequest.Builder request);

  /** Learns from the head of an answer to {@code asked}. */
  void accepted(Message.Request asked, HttpHeaders headers);

  /** Called when the server has received a message and, if it is a request, answered it. */
  default void taken(Message sent) {}

  /**
   * Learns from a message.
   *
   * @param asked what it was said to; null if it came unasked
   * @return what of it is handed on; null if nothing
   */
  @Nullable Message received(Message message, Message.@Nullable Request asked);

  /**
   * Returns the answer to {@code asked} that a refusal is.
   *
   * @throws McpException if it is none
   */
  Message.Answer refused(HttpResponse<byte[]> refusal, Message.@Nullable Request asked)
      throws McpException;

  /**
   * Returns the request that resumes an answer's stream after an event; null if it cannot be
   * resumed.
   */
  default @Nullable HttpRequest resumption(String lastEvent) {
    return null;
  }

  /** Says goodbye to the server; done when it has heard that, if there is anything to say. */
  CompletableFuture<?> farewell();

  /** Closes the connections that were opened here. */
  void close(McpException why);
}
