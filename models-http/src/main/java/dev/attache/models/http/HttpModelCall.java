package dev.attache.models.http;

import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * A call over HTTP. Until it has an event to give, it tries again where that may help; what was
 * read before a failure is given before it.
 */
final class HttpModelCall implements ModelCall {

  /** The largest event known is the end of a stream that repeats all of the answer. */
  private static final int MAX_EVENT_BYTES = 16 << 20;

  private static final int MAX_ANSWER_BYTES = 32 << 20;

  private final ModelExchange exchange;
  private final boolean isStreamed;
  private final Supplier<AnswerReader> readers;
  private AnswerReader reader;
  private AnswerEvents events = new AnswerEvents();
  private @Nullable Response response;
  private @Nullable AnswerFrames frames;
  private @Nullable ModelException failure;
  private boolean hasBegun;

  HttpModelCall(ModelExchange exchange, boolean isStreamed, Supplier<AnswerReader> readers) {
    this.exchange = exchange;
    this.isStreamed = isStreamed;
    this.readers = readers;
    this.reader = readers.get();
  }

  @Override
  public @Nullable ModelEvent next() throws ModelException {
    while (events.isEmpty() && failure == null && !events.isFinished()) {
      advance();
    }
    if (exchange.isCancelled() && !(events.isEmpty() && events.isFinished())) {
      throw exchange.cancelled(failure);
    }
    ModelEvent event = events.poll();
    if (event == null && failure != null) {
      throw failure;
    }
    return event;
  }

  @Override
  public @Nullable String requestId() {
    return exchange.requestId();
  }

  @Override
  public void cancel() {
    exchange.cancel();
  }

  @Override
  public void close() {
    if (!events.isFinished()) {
      exchange.cancel();
    }
    release();
  }

  /** Reads until there is an event, the end or a failure, which waits for the events before it. */
  private void advance() throws ModelException {
    try {
      if (!hasBegun) {
        hasBegun = true;
        new RetryRules(exchange).within(this::begin);
      } else {
        readOn();
      }
    } catch (ModelException e) {
      failure = e;
    }
    if (failure != null || events.isFinished()) {
      release();
    }
  }

  /** Sends the request and reads the first event of the answer. */
  private boolean begin() throws ModelException {
    release();
    reader = readers.get();
    events = new AnswerEvents();
    Response fresh = exchange.send();
    response = fresh;
    BufferedSource source = fresh.body().source();
    String type = contentType(fresh);
    if (type.equals("application/json") || (type.isEmpty() && !isStreamed)) {
      byte[] whole = exchange.readAll(fresh, MAX_ANSWER_BYTES);
      read(() -> reader.readWhole(whole, events));
      requireEnd(whole);
      return true;
    } else if (ModelExchange.isPage(fresh)) {
      throw exchange.named(
          ModelException.of(
              Kind.ADDRESS, "the answer is a page (text/html); is the base URL right?"));
    }
    boolean isServerSent = type.equals("text/event-stream") || !reader.readsLines();
    frames =
        new AnswerFrames(
            source.inputStream(), isServerSent, MAX_EVENT_BYTES, () -> exchange.expecting(source));
    while (events.isEmpty()) {
      try {
        readOn();
      } catch (ModelException e) {
        if (events.isEmpty()) {
          throw e;
        }
        failure = e;
      }
    }
    return true;
  }

  /** Reads one event of the stream. */
  private void readOn() throws ModelException {
    AnswerFrames open = frames;
    if (open == null) {
      throw new AssertionError("an answer without a stream has ended");
    }
    byte[] data;
    try {
      data = open.next();
    } catch (IOException e) {
      endAfter(exchange.ofReading(e));
      return;
    }
    if (data != null && exchange.isLate()) {
      throw exchange.late(null);
    }
    if (data == null) {
      endAfter(exchange.named(ModelException.of(Kind.NETWORK, ConnectionTrouble.CUT)));
    } else if (open.isOver()) {
      readLast(data);
    } else {
      read(() -> reader.read(data, events));
    }
  }

  /** Reads an event that may have been cut off. */
  private void readLast(byte[] data) throws ModelException {
    try {
      read(() -> reader.read(data, events));
    } catch (ModelException e) {
      boolean isCut = e.getCause() instanceof UnreadableException;
      throw isCut ? exchange.named(ModelException.of(Kind.NETWORK, ConnectionTrouble.CUT)) : e;
    }
  }

  /** Ends the answer if it was complete, or with a failure. */
  private void endAfter(ModelException e) throws ModelException {
    if (e.kind() != Kind.CANCELLED) {
      read(() -> reader.end(events));
    }
    if (!events.isFinished()) {
      throw e;
    }
  }

  private void requireEnd(byte[] whole) throws ModelException {
    if (!events.isFinished()) {
      read(() -> reader.end(events));
    }
    if (!events.isFinished()) {
      ProviderError error = ProviderError.of(WireJson.object(whole));
      throw exchange.named(
          error.message().isEmpty()
              ? ModelException.of(Kind.NETWORK, "the answer is none that this provider gives")
              : error.exception(0));
    }
  }

  private interface Reading {
    void run() throws ModelException;
  }

  private void read(Reading reading) throws ModelException {
    try {
      reading.run();
    } catch (ModelException e) {
      throw exchange.named(e);
    }
    if (events.isTooLarge()) {
      throw exchange.named(
          ModelException.of(
              Kind.NETWORK, "the answer was cut at " + (AnswerEvents.MOST_BYTES >> 20) + " MiB"));
    }
  }

  private static String contentType(Response response) {
    String type = response.header("Content-Type", "");
    String plain = type == null ? "" : type;
    int parameters = plain.indexOf(';');
    return (parameters < 0 ? plain : plain.substring(0, parameters))
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  private void release() {
    Response open = response;
    response = null;
    if (open != null) {
      open.close();
    }
    exchange.leave();
  }

  /** Says where it goes, without a header. */
  @Override
  public String toString() {
    return exchange.toString();
  }
}
