package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.MessageTransport;
import dev.attache.mcp.wire.Message;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streamable HTTP transport of all revisions: each message is a {@code POST} of its own, and
 * the answer to it is JSON or a stream of events. What the eras have of their own is in an {@link
 * HttpDialect}.
 */
final class EndpointTransport implements MessageTransport, HttpDialect.Host {

  private final HttpClient client;
  private final McpServer.Endpoint way;
  private final int maxBytes;
  private final HttpFailures failures;
  private final HttpDialect dialect;
  private final Consumer<McpException> ended;

  /** The calls whose connection is in use: by the id of the request; other messages have none. */
  private final Map<Object, HttpCall> calls = new ConcurrentHashMap<>();

  private volatile @Nullable McpException end;
  private volatile @Nullable Receiver receiver;

  /**
   * @param maxBytes how many bytes one message of the server may have
   * @param ended is told why, when the server has ended the connection by what it says or does
   */
  EndpointTransport(
      HttpClient client,
      McpServer.Endpoint way,
      int maxBytes,
      HttpFailures failures,
      HttpDialect dialect,
      Consumer<McpException> ended) {
    this.client = client;
    this.way = way;
    this.maxBytes = maxBytes;
    this.failures = failures;
    this.dialect = dialect;
    this.ended = ended;
  }

  @Override
  public void start(Receiver newReceiver) {
    receiver = newReceiver;
    dialect.start(this);
  }

  @Override
  public void send(Message message) {
    post(message, () -> {});
  }

  @Override
  public void send(Message.Notification message, Runnable then) {
    post(message, then);
  }

  /** Closes the answer, after the server was told why if that is told in words. */
  @Override
  public void cancel(Object id, Message.Notification notice) {
    Runnable breakingOff =
        () -> {
          HttpCall call = calls.get(id);
          if (call != null) {
            call.breakOff(failures.ofCancelled());
          }
        };
    if (dialect.isSent(notice)) {
      post(notice, breakingOff);
    } else {
      breakingOff.run();
    }
  }

  /**
   * Sends a message, if it is one that is sent in the era.
   *
   * @param then what is done when the server has taken it, or has not
   */
  private void post(Message message, Runnable then) {
    if (!dialect.isSent(message)) {
      then.run();
      return;
    }
    Message.Request asked = message instanceof Message.Request request ? request : null;
    Object id = asked == null ? null : asked.id();
    Object key = id == null ? new Object() : id;
    var call = new HttpCall(failures, maxBytes, id, new Delivery(key, message, asked, then));
    calls.put(key, call);
    McpException why = end;
    try {
      if (why == null) {
        call.send(client, request(message));
        return;
      }
    } catch (IOException | IllegalArgumentException e) {
      why = failures.ofThrown(e);
    }
    calls.remove(key);
    call.breakOff(why);
  }

  private HttpRequest request(Message message) throws IOException {
    var request = HttpRequest.newBuilder(way.url());
    EndpointHeaders.apply(way.headers(), request);
    request.setHeader("Accept", "application/json, text/event-stream");
    request.setHeader("Content-Type", "application/json");
    dialect.apply(message, request);
    return request.POST(BodyPublishers.ofByteArray(message.bytes())).build();
  }

  @Override
  public void received(Message message) {
    received(message, null);
  }

  private void received(Message message, Message.@Nullable Request asked) {
    Message taken = dialect.received(message, asked);
    Receiver known = receiver;
    if (taken != null && known != null) {
      known.received(taken);
    }
  }

  @Override
  public void end(McpException why) {
    ended.accept(why);
    close(why);
  }

  /** Says goodbye to the server; done when it has heard that. */
  CompletableFuture<?> farewell() {
    return dialect.farewell();
  }

  /** Closes all connections at once. */
  void close() {
    close(failures.ofClosed());
  }

  private void close(McpException why) {
    end = why;
    dialect.close(why);
    calls.values().forEach(call -> call.breakOff(why));
  }

  /** The handing on of what one call brings. */
  private final class Delivery implements HttpCall.Listener {

    private final Object key;
    private final Message sent;
    private final Message.@Nullable Request asked;
    private final Runnable then;

    Delivery(Object key, Message sent, Message.@Nullable Request asked, Runnable then) {
      this.key = key;
      this.sent = sent;
      this.asked = asked;
      this.then = then;
    }

    @Override
    public void accepted(HttpHeaders headers) {
      if (asked != null) {
        dialect.accepted(asked, headers);
      }
    }

    @Override
    public void message(Message message) {
      received(message, asked);
    }

    @Override
    public Message.Answer refused(HttpResponse<byte[]> refusal) throws McpException {
      return dialect.refused(refusal, asked);
    }

    @Override
    public @Nullable HttpRequest resumption(String lastEvent) {
      return dialect.resumption(lastEvent);
    }

    @Override
    public void ended(@Nullable McpException failure) {
      Receiver known = receiver;
      if (failure == null) {
        dialect.taken(sent);
      } else if (asked != null && known != null) {
        known.failed(asked.id(), failure);
      }
      then.run();
    }

    @Override
    public void closed() {
      calls.remove(key);
    }
  }
}
