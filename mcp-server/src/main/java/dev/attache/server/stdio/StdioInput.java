package dev.attache.server.stdio;

import dev.attache.mcp.wire.MessageId;
import dev.attache.mcp.wire.MessageLines;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.session.ClientSession;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lines of a client: each is a message, and handed on. Read by one thread. */
final class StdioInput implements MessageLines.Taker, Runnable {

  /** How many bytes a line may have: no request is near it. */
  static final int LONGEST = 16 << 20;

  private static final int MOST_NOTES = 10;

  private final InputStream in;
  private final ClientSession session;
  private final IntakeLimit inFlight;
  private final LineWriter output;
  private final Consumer<String> notes;
  private volatile boolean isStopped;
  private long number;
  private int noted;

  StdioInput(
      InputStream in,
      ClientSession session,
      IntakeLimit inFlight,
      LineWriter output,
      Consumer<String> notes) {
    this.in = in;
    this.session = session;
    this.inFlight = inFlight;
    this.output = output;
    this.notes = notes;
  }

  /** Takes messages until the stream is at its end or fails, which is no different here. */
  @Override
  public void run() {
    var lines = new MessageLines(this, LONGEST);
    byte[] buffer = new byte[1 << 16];
    try {
      for (int n = in.read(buffer); n >= 0 && !isStopped; n = in.read(buffer)) {
        lines.write(buffer, 0, n);
      }
      lines.end();
    } catch (IOException e) {
      if (!isStopped) {
        notes.accept("the input cannot be read any further: " + e.getMessage());
      }
    }
  }

  /** Takes no further messages. */
  void stop() {
    isStopped = true;
  }

  @Override
  public void line(byte[] bytes, int offset, int length) {
    number++;
    if (isStopped || isBlank(bytes, offset, length)) {
      return;
    }
    Object message;
    try {
      message = PlainJson.read(bytes, offset, length);
    } catch (UnreadableException e) {
      var id = new MessageId();
      id.accept(bytes, offset, length);
      int code = e.isTooLarge() ? ErrorAnswer.INVALID_REQUEST : ErrorAnswer.PARSE_ERROR;
      refuse(id, code, e.text(), length);
      return;
    }
    hand(message, length);
  }

  private static boolean isBlank(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private void hand(@Nullable Object message, int length) {
    try {
      inFlight.enter(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isStopped = true;
      return;
    }
    var unused =
        accept(message)
            .whenComplete(
                (bytes, thrown) -> {
                  if (bytes != null) {
                    output.send(bytes);
                  }
                  inFlight.leave(length);
                });
  }

  private CompletableFuture<byte @Nullable []> accept(@Nullable Object message) {
    try {
      return session.accept(message, output::send);
    } catch (RuntimeException | Error e) { // one message that is too much ends nothing else
      notes.accept("line " + number + " of the input cannot be handled: " + e);
      Object id = LenientValues.object(message).get("id");
      return CompletableFuture.completedFuture(
          id == null
              ? null
              : ErrorAnswer.of(id, ErrorAnswer.INTERNAL_ERROR, "internal error: " + e, Map.of()));
    }
  }

  @Override
  public void tooLong(MessageId id, long length) {
    number++;
    refuse(
        id, ErrorAnswer.INVALID_REQUEST, "is longer than " + LONGEST + " bytes, the limit", length);
  }

  @Override
  public void tooLongForMemory(MessageId id, long length) {
    number++;
    refuse(id, ErrorAnswer.INVALID_REQUEST, UnreadableException.noMemory().text(), length);
  }

  private void refuse(MessageId id, int code, String why, long length) {
    output.send(ErrorAnswer.of(id.any(), code, "the message " + why, Map.of()));
    noted++;
    if (noted <= MOST_NOTES) {
      notes.accept("line " + number + " of the input (" + length + " bytes) " + why);
    } else if (noted == MOST_NOTES + 1) {
      notes.accept("further lines of the input cannot be read: they are answered, not noted");
    }
  }
}
