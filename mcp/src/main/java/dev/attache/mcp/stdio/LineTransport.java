package dev.attache.mcp.stdio;

import dev.attache.mcp.session.AnswerException;
import dev.attache.mcp.session.JsonMaps;
import dev.attache.mcp.session.QuestionLimit;
import dev.attache.mcp.wire.LenientValues;
import dev.attache.mcp.wire.MessageId;
import dev.attache.mcp.wire.MessageJson;
import dev.attache.mcp.wire.MessageLines;
import dev.attache.mcp.wire.UnreadableException;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Messages as lines of JSON in UTF-8 on the standard streams of a server, whatever the platform.
 */
final class LineTransport implements McpClientTransport, MessageLines.Taker {

  private final String name;
  private final ServerProcess process;
  private final int limit;
  private final StrayOutput noise;

  /** The ids of the requests that are not answered, nor given up. */
  private final Set<Object> unanswered = ConcurrentHashMap.newKeySet();

  private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> session = message -> message;

  /**
   * @param limit how many bytes a line may have at the most
   */
  LineTransport(String name, ServerProcess process, int limit, StrayOutput noise) {
    this.name = name;
    this.process = process;
    this.limit = limit;
    this.noise = noise;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    session = handler;
    process.start(name, new MessageLines(this, limit));
    return Mono.empty();
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    keepTrack(message);
    try {
      if (process.send(JsonMaps.INSTANCE.writeValueAsBytes(message))) {
        return Mono.empty();
      }
      return Mono.error(process.isOpen() ? new StalledException() : new ClosedChannelException());
    } catch (IOException e) {
      return Mono.error(e);
    }
  }

  private void keepTrack(JSONRPCMessage message) {
    if (message instanceof JSONRPCRequest request) {
      if (request.method().equals("initialize")) {
        unanswered.clear(); // nobody waits for the answer to the probe any more
      }
      unanswered.add(request.id());
    } else if (message instanceof JSONRPCNotification notification
        && notification.method().equals("notifications/cancelled")
        && LenientValues.object(notification.params()).get("requestId") instanceof String id) {
      unanswered.remove(id);
    }
  }

  /** So much waits to be read by the server that no more is taken. */
  static final class StalledException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public void line(byte[] bytes, int offset, int length) {
    if (isBlank(bytes, offset, length)) {
      return;
    }
    Object message;
    try {
      message = MessageJson.read(bytes, offset, length);
    } catch (UnreadableException e) {
      broken(bytes, offset, length, e);
      return;
    }
    boolean isMessage = true;
    if (message instanceof List<?> batch) {
      for (Object each : batch) {
        isMessage &= isTaken(each);
      }
    } else {
      isMessage = isTaken(message);
    }
    if (!isMessage) {
      noise.line(bytes, offset, length);
    }
  }

  private static boolean isBlank(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  /** A line that cannot be read may still say which request it should have answered. */
  private void broken(byte[] bytes, int offset, int length, UnreadableException why) {
    var id = new MessageId();
    id.accept(bytes, offset, length);
    String found = id.found();
    if (found == null) {
      noise.line(bytes, offset, length);
    } else {
      fail(found, AnswerException.unreadable(why));
    }
  }

  @Override
  public void tooLongForMemory(MessageId id, long length) {
    String found = id.found();
    if (found == null) {
      noise.tooLong(length);
    } else {
      fail(found, AnswerException.unreadable(UnreadableException.noMemory()));
    }
  }

  @Override
  public void tooLong(MessageId id, long length) {
    String found = id.found();
    if (found == null) {
      noise.tooLong(length);
    } else {
      fail(found, AnswerException.tooLong(length, limit));
    }
  }

  private boolean isTaken(@Nullable Object value) {
    JSONRPCMessage message = value instanceof Map<?, ?> json ? message(json) : null;
    if (message != null) {
      hand(message);
    }
    return message != null;
  }

  private void hand(JSONRPCMessage message) {
    if (message instanceof JSONRPCResponse response) {
      unanswered.remove(response.id());
    }
    session.apply(Mono.just(message)).subscribe();
  }

  /** The message that an object is; null if it is none. */
  private @Nullable JSONRPCMessage message(Map<?, ?> json) {
    Object id = id(json);
    if (json.get("method") instanceof String method) {
      Object params = json.get("params");
      if (id == null) {
        return new JSONRPCNotification("2.0", method, params);
      }
      var question = new JSONRPCRequest("2.0", method, id, params);
      return QuestionLimit.isShort(question) ? question : null;
    }
    if (id == null && isErrorWithoutId(json)) {
      id = onlyUnanswered();
    }
    boolean isAnswer = json.containsKey("result") || json.containsKey("error");
    boolean isWaitedFor = id != null && unanswered.contains(id);
    return id != null && (isAnswer || isWaitedFor) ? answer(id, json) : null;
  }

  /** Whether it is an error as the protocol has it, which a line of a log may look like. */
  private static boolean isErrorWithoutId(Map<?, ?> json) {
    return json.get("id") == null
        && "2.0".equals(json.get("jsonrpc"))
        && json.get("error") instanceof Map<?, ?> error
        && error.get("code") instanceof Number;
  }

  /**
   * The id of the one request that waits, null if there are more: a server that could not make out
   * the id of what it refuses leaves it out (JSON-RPC 2.0, 5), and can only mean that one.
   */
  private @Nullable Object onlyUnanswered() {
    Iterator<Object> ids = unanswered.iterator();
    Object first = ids.hasNext() ? ids.next() : null;
    return ids.hasNext() ? null : first;
  }

  private static @Nullable Object id(Map<?, ?> json) {
    Object id = json.get("id");
    return id instanceof String || id instanceof Integer || id instanceof Long ? id : null;
  }

  private static JSONRPCResponse answer(Object id, Map<?, ?> json) {
    if (json.get("error") instanceof Map<?, ?> error && error.get("code") instanceof Number code) {
      String message = String.valueOf(error.get("message"));
      return new JSONRPCResponse(
          "2.0", id, null, new JSONRPCError(code.intValue(), message, error.get("data")));
    }
    Object result = json.get("result");
    if (result == null) {
      boolean isAnswer = json.containsKey("result") || json.containsKey("error");
      result = isAnswer ? AnswerException.noObject() : AnswerException.neither();
    }
    return new JSONRPCResponse("2.0", id, result, null);
  }

  private void fail(String id, AnswerException why) {
    hand(new JSONRPCResponse("2.0", id, why, null));
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(() -> process.close(false));
  }

  /** Not asked for: see {@code NumberedTransport}. */
  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> typeRef) {
    return JsonMaps.INSTANCE.convertValue(data, typeRef);
  }
}
