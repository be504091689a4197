package dev.attache.server.rpc;

import dev.attache.support.text.Sanitizer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The messages that the client is sent unasked: its log, and changes. Before the client says that
 * it is ready, what is to be told is kept, up to a bound. Thread-safe.
 */
public final class ClientLog {

  private static final String LOGGER = "attache";
  private static final int MOST_KEPT = 1000;

  private final MessageSink outlet;
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private LogLevel level = LogLevel.INFO;
  private boolean isReady;

  public ClientLog(MessageSink outlet) {
    this.outlet = outlet;
  }

  /** Sets from which level on messages are sent. */
  public void setLevel(Params params, AnswerWriter out) throws RequestException {
    LogLevel asked = LogLevel.parse(params.text("level"));
    if (asked == null) {
      throw RequestException.invalidParams(
          "params.level must be one of debug, info, notice, warning, error, critical, alert and"
              + " emergency");
    }
    synchronized (this) {
      level = asked;
    }
  }

  /** Tells the client a line. */
  public synchronized void log(LogLevel of, String line) {
    if (of.compareTo(level) >= 0) {
      Map<String, Object> params = new LinkedHashMap<>();
      params.put("level", of.word());
      params.put("logger", LOGGER);
      params.put("data", Sanitizer.sanitizeLine(line));
      send("notifications/message", params);
    }
  }

  /** Tells the client something. */
  public synchronized void send(String method, Map<String, Object> params) {
    byte[] message = Notification.of(method, params);
    if (isReady) {
      outlet.send(message);
    } else if (kept.size() < MOST_KEPT) {
      kept.add(message);
    }
  }

  /** Sends what was kept, and keeps nothing from now on. */
  public synchronized void begin() {
    isReady = true;
    kept.forEach(outlet::send);
    kept.clear();
  }
}
