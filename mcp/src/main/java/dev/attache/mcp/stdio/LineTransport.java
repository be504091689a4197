package dev.attache.mcp.stdio;

import dev.attache.mcp.session.AnswerException;
import dev.attache.mcp.session.MessageTransport;
import dev.attache.mcp.session.QuestionLimit;
import dev.attache.mcp.wire.Message;
import dev.attache.mcp.wire.MessageId;
import dev.attache.mcp.wire.MessageLines;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A transport of messages as lines of JSON in UTF-8 on the standard streams of a server, whatever
 * the platform.
 */
final class LineTransport implements MessageTransport, MessageLines.Taker {

  private final String name;
  private final ServerProcess process;
  private final int limit;
  private final StrayOutput noise;

  /** The ids of the requests that are not answered, nor given up. */
  private final Set<Object> unanswered = ConcurrentHashMap.newKeySet();

  private volatile @Nullable Receiver receiver;

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
  public void start(Receiver newReceiver) {
    receiver = newReceiver;
    process.start(name, new MessageLines(this, limit));
  }

  @Override
  public void send(Message message) {
    if (message instanceof Message.Request request) {
      if (request.method().equals("initialize")) {
        unanswered.clear(); // nobody waits for the answer to the probe any more
      }
      unanswered.add(request.id());
      Exception failure = write(message);
      if (failure != null) {
        fail(request.id(), failure);
      }
    } else {
      write(message);
    }
  }

  @Override
  public void send(Message.Notification message, Runnable then) {
    write(message); // lines are read in their order
    then.run();
  }

  @Override
  public void cancel(Object id, Message.Notification notice) {
    unanswered.remove(id);
    write(notice);
  }

  /** Queues a message; says why it cannot be, if so. */
  private @Nullable Exception write(Message message) {
    try {
      if (process.send(message.bytes())) {
        return null;
      }
      return process.isOpen() ? new StalledException() : new ClosedChannelException();
    } catch (IOException | IllegalArgumentException e) {
      return e;
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
      message = PlainJson.read(bytes, offset, length);
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
    return value instanceof Map<?, ?> json
        && (json.get("method") instanceof String ? isTakenUnasked(json) : isTakenAsAnswer(json));
  }

  private boolean isTakenUnasked(Map<?, ?> json) {
    Message message = Message.of(json);
    boolean isTooLong =
        message instanceof Message.Request question && !QuestionLimit.isShort(question);
    Receiver known = receiver;
    if (message != null && known != null && !isTooLong) {
      known.received(message);
    }
    return !isTooLong;
  }

  private boolean isTakenAsAnswer(Map<?, ?> json) {
    Object id = id(json);
    if (id == null && isErrorWithoutId(json)) {
      id = onlyUnanswered();
    }
    boolean isAnswer = json.containsKey("result") || json.containsKey("error");
    if (id == null || !(isAnswer || unanswered.contains(id))) {
      return false;
    }
    if (isAnswer) {
      answered(id, json);
    } else {
      fail(id, AnswerException.neither());
    }
    return true;
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

  private void answered(Object id, Map<?, ?> json) {
    unanswered.remove(id);
    Receiver known = receiver;
    if (known != null) {
      known.received(answer(id, json));
    }
  }

  private static Message.Answer answer(Object id, Map<?, ?> json) {
    Message.ErrorObject error = Message.ErrorObject.of(json.get("error"));
    return error == null
        ? Message.Answer.result(id, json.get("result"))
        : Message.Answer.error(id, error);
  }

  /** Says that a request gets no answer that could be handed on. */
  private void fail(Object id, Exception why) {
    unanswered.remove(id);
    Receiver known = receiver;
    if (known != null) {
      known.failed(id, why);
    }
  }
}
