package dev.attache.mcp.session;

import dev.attache.mcp.wire.Message;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The talk over one transport: the ids of the requests, who waits for which answer, and what is
 * said to the questions of the server. Thread-safe.
 */
final class MessageSession implements MessageTransport.Receiver {

  private final MessageTransport transport;
  private final UnaskedMessages unasked;

  /** The beginning of all ids, so that an answer to another session is known by its id. */
  private final String prefix =
      HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + "-";

  private final AtomicLong numbers = new AtomicLong();
  private final Map<Object, SentRequest> waiting = new ConcurrentHashMap<>();

  MessageSession(MessageTransport transport, UnaskedMessages unasked) {
    this.transport = transport;
    this.unasked = unasked;
  }

  boolean isOver(MessageTransport other) {
    return transport == other;
  }

  void start() {
    transport.start(this);
  }

  void send(SentRequest call) {
    String id = prefix + numbers.getAndIncrement();
    call.numbered(id);
    waiting.put(id, call);
    transport.send(new Message.Request(id, call.method(), call.params()));
  }

  /** Sends a notification; completes when the server has accepted it, or sending has failed. */
  CompletableFuture<Void> tell(String method, Map<String, Object> params) {
    var heard = new CompletableFuture<Void>();
    transport.send(new Message.Notification(method, params), () -> heard.complete(null));
    return heard;
  }

  /** Lets go of a request: an answer that still comes reaches nobody. */
  void forget(Object id) {
    waiting.remove(id);
  }

  /** Tells the server that nobody waits for the answer any more. */
  void cancel(Object id, @Nullable String reason) {
    forget(id);
    var params = new LinkedHashMap<String, Object>();
    params.put("requestId", id);
    if (reason != null) {
      params.put("reason", reason);
    }
    transport.cancel(id, new Message.Notification("notifications/cancelled", params));
  }

  /** How many requests wait for an answer, or for somebody to let go of them. */
  int waiting() {
    return waiting.size();
  }

  @Override
  public void received(Message message) {
    if (message instanceof Message.Answer answer) {
      SentRequest call = answer.id() == null ? null : waiting.remove(answer.id());
      if (call != null) {
        call.answered(answer);
      }
    } else if (message instanceof Message.Request question) {
      unasked.answer(question, transport::send);
    } else if (message instanceof Message.Notification notice) {
      unasked.take(notice);
    }
  }

  @Override
  public void failed(Object id, Throwable why) {
    SentRequest call = waiting.remove(id);
    if (call != null) {
      call.answer().completeExceptionally(why);
    }
  }
}
