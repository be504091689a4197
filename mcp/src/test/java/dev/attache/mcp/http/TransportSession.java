package dev.attache.mcp.http;

import dev.attache.mcp.session.MessageTransport;
import dev.attache.mcp.wire.Message;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A session of the plainest kind, for tests of the transport below it. */
final class TransportSession implements MessageTransport.Receiver {

  private static final int METHOD_NOT_FOUND = -32601;

  private final MessageTransport transport;
  private final Duration timeout;
  private final Collection<Object> updates;
  private final AtomicInteger sent = new AtomicInteger();
  private final Map<Object, CompletableFuture<Map<String, Object>>> waiting =
      new ConcurrentHashMap<>();

  /** An error that a server has answered with. */
  static final class ErrorAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final transient Message.ErrorObject error;

    ErrorAnswer(Message.ErrorObject error) {
      this.error = error;
    }
  }

  /**
   * @param updates takes the parameters of each {@code notifications/resources/updated}
   */
  TransportSession(MessageTransport transport, Duration timeout, Collection<Object> updates) {
    this.transport = transport;
    this.timeout = timeout;
    this.updates = updates;
    transport.start(this);
  }

  CompletableFuture<Map<String, Object>> sendRequest(String method, Map<String, Object> params) {
    String id = "s-" + sent.getAndIncrement();
    var answer = new CompletableFuture<Map<String, Object>>();
    waiting.put(id, answer);
    transport.send(new Message.Request(id, method, params));
    return answer.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  void sendNotification(String method, Map<String, Object> params) {
    transport.send(new Message.Notification(method, params));
  }

  void cancel(String id) {
    transport.cancel(
        id, new Message.Notification("notifications/cancelled", Map.of("requestId", id)));
  }

  @Override
  public void received(Message message) {
    if (message instanceof Message.Answer answer && answer.id() != null) {
      answered(answer);
    } else if (message instanceof Message.Request question) {
      var error = new Message.ErrorObject(METHOD_NOT_FOUND, "no", null);
      transport.send(Message.Answer.error(question.id(), error));
    } else if (message instanceof Message.Notification notice
        && notice.method().equals("notifications/resources/updated")) {
      updates.add(notice.params());
    }
  }

  private void answered(Message.Answer answer) {
    var waits = waiting.remove(String.valueOf(answer.id()));
    if (waits == null) {
      return; // late
    }
    if (answer.error() != null) {
      waits.completeExceptionally(new ErrorAnswer(answer.error()));
    } else if (answer.result() instanceof Map<?, ?> result) {
      waits.complete(LenientValues.object(result));
    } else {
      waits.completeExceptionally(new IllegalStateException("no object: " + answer.result()));
    }
  }

  @Override
  public void failed(Object id, Throwable why) {
    var waits = waiting.remove(id);
    if (waits != null) {
      waits.completeExceptionally(why);
    }
  }
}
