package dev.attache.server.http;

import dev.attache.server.session.ClientSession;
import dev.attache.server.session.SessionSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session of a client over HTTP, with the streams that can be read again. Thread-safe. */
final class HttpSession implements AutoCloseable {

  /** How much of answers is kept for clients that lost their connection. */
  static final int MAX_KEPT_BYTES = 4 << 20;

  private static final int MAX_KEPT_STREAMS = 100;

  private final String id;
  private final ClientSession client;
  private final MessageStream unasked;
  private final Map<Long, MessageStream> calls = new LinkedHashMap<>();
  private long lastStream = 1;
  private int users;
  private long usedAt = System.nanoTime();
  private String revision = "";
  private boolean isClosed;

  HttpSession(String id, SessionSource sessions) {
    this.id = id;
    this.unasked = new MessageStream(1);
    this.client = sessions.open(unasked);
  }

  String id() {
    return id;
  }

  ClientSession client() {
    return client;
  }

  /** The stream of what belongs to no message of the client. */
  MessageStream unasked() {
    return unasked;
  }

  synchronized void agreedOn(String newRevision) {
    revision = newRevision;
  }

  /** Whether the client knows what an event without data is: older ones take it for a message. */
  synchronized boolean isPrimed() {
    return revision.compareTo("2025-11-25") >= 0;
  }

  /** Begins the stream of what belongs to a message. */
  synchronized MessageStream newCall() {
    var stream = new MessageStream(++lastStream);
    calls.put(stream.id(), stream);
    if (isClosed) {
      stream.end(null);
    }
    return stream;
  }

  /** Lets go of a stream that nobody can come back to. */
  synchronized void forget(MessageStream stream) {
    calls.remove(stream.id());
  }

  /** Lets go of what was answered long ago, if much is kept. */
  synchronized void trim() {
    long bytes = 0;
    int streams = 0;
    for (MessageStream stream : calls.values()) {
      if (stream.isEnded()) {
        bytes += stream.keptBytes();
        streams++;
      }
    }
    for (Iterator<MessageStream> i = calls.values().iterator(); i.hasNext(); ) {
      MessageStream stream = i.next();
      if (bytes <= MAX_KEPT_BYTES && streams <= MAX_KEPT_STREAMS) {
        return;
      }
      if (stream.isEnded()) {
        i.remove();
        bytes -= stream.keptBytes();
        streams--;
      }
    }
  }

  /** The stream with an id; null if it is not kept any more, or never was. */
  synchronized @Nullable MessageStream stream(long streamId) {
    return streamId == unasked.id() ? unasked : calls.get(streamId);
  }

  /**
   * What comes after an event, by its id: {@code STREAM-NUMBER}, as {@link
   * EventStream.Reader#position()} gives it.
   */
  MessageStream.Reader after(String event) throws RefusedException {
    int dash = event.indexOf('-');
    if (dash > 0) {
      try {
        long number = Long.parseLong(event.substring(dash + 1));
        MessageStream stream = stream(Long.parseLong(event.substring(0, dash)));
        if (stream != null) {
          return stream.readAfter(number);
        }
      } catch (NumberFormatException e) {
        throw notKnown(event);
      }
    }
    throw notKnown(event);
  }

  private static RefusedException notKnown(String event) {
    return RefusedException.of(
        400,
        "event " + event + " of Last-Event-ID is unknown or expired: listen without this header");
  }

  /** Says that a request is being served. */
  synchronized void use() {
    users++;
  }

  /** Says that a request has been served. */
  synchronized void release() {
    users--;
    usedAt = System.nanoTime();
  }

  synchronized boolean isBusy() {
    return users > 0;
  }

  synchronized long idleNanos() {
    return users > 0 ? 0 : System.nanoTime() - usedAt;
  }

  synchronized boolean isClosed() {
    return isClosed;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    client.close();
    unasked.end(null);
    synchronized (this) {
      calls.values().forEach(stream -> stream.end(null));
    }
  }
}
