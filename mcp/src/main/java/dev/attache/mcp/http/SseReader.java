package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reading of a stream of server-sent events (HTML Living Standard, 9.2.6), in pieces as they
 * come: what is in an event is handed on when the event ends. Names of events say nothing here. An
 * event that the stream breaks off in is dropped, as the standard has it, unless its last line is
 * whole: there are servers that leave out the empty line after the last one.
 *
 * <p>Holds one event at the most, and nothing of comments. Not thread-safe.
 */
final class SseReader {

  private static final byte[] DATA = {'d', 'a', 't', 'a'};
  private static final byte[] ID = {'i', 'd', ':'};
  private static final byte[] RETRY = {'r', 'e', 't', 'r', 'y', ':'};
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** How much of a line is looked at that is not data: no field has a longer name. */
  private static final int OTHER = 16;

  /** The longest {@code id} line that is kept; a longer one is ignored. */
  private static final int MOST_ID = 1 << 12;

  private final int maxBytes;
  private final Consumer<byte[]> events;
  private final Bytes line = new Bytes();
  private final Bytes data = new Bytes();
  private boolean hasData;
  private boolean isAfterCr;
  private boolean isFirstLine = true;
  private long retryMillis;
  private @Nullable String id;
  private @Nullable String lastId;

  /**
   * @param maxBytes how many bytes the data of one event may have
   * @param events takes the data of each event that has any
   */
  SseReader(int maxBytes, Consumer<byte[]> events) {
    this.maxBytes = maxBytes;
    this.events = events;
  }

  /**
   * Reads what has come.
   *
   * @return whether it could be held; if not, there is nothing more to read
   */
  boolean accept(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      int end = lineEnd(bytes);
      if (!addToLine(bytes, end)) {
        return false;
      }
      if (end < bytes.limit()) {
        byte mark = bytes.get();
        if (!(mark == '\n' && isAfterCr)) {
          endLine();
        }
        isAfterCr = mark == '\r';
      }
    }
    return true;
  }

  /** Where the line ends that the bytes begin in, or where the bytes do. */
  private static int lineEnd(ByteBuffer bytes) {
    int end = bytes.position();
    while (end < bytes.limit() && bytes.get(end) != '\n' && bytes.get(end) != '\r') {
      end++;
    }
    return end;
  }

  /** Adds what comes before {@code end} as far as it may be data. */
  private boolean addToLine(ByteBuffer bytes, int end) {
    while (bytes.position() < end) {
      isAfterCr = false;
      int room = room();
      if (room == 0) {
        bytes.position(end);
        return true;
      }
      var piece = new byte[Math.min(end - bytes.position(), Math.min(room, 1 << 14))];
      bytes.get(piece);
      line.write(piece, 0, piece.length);
      if ((long) line.size() + data.size() > (long) maxBytes + OTHER) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many more bytes of the current line to keep. */
  private int room() {
    if (line.size() < OTHER) {
      return OTHER - line.size();
    }
    return isData() ? maxBytes : isId() ? MOST_ID - line.size() : 0;
  }

  /** Returns the latest id among the events that arrived whole; null if none had one. */
  @Nullable String lastId() {
    return lastId;
  }

  /** How long to wait before the stream is opened again, as it says itself; 0 if it does not. */
  long retryMillis() {
    return retryMillis;
  }

  /** Says that nothing comes any more. */
  void end() {
    if (line.size() > 0) {
      endLine();
    }
    endEvent();
  }

  /** Whether the line is data: of all else only as much is kept as it takes to see that. */
  private boolean isData() {
    return line.startsWith(start(), DATA);
  }

  private boolean isId() {
    return line.startsWith(start(), ID);
  }

  /** Where the line starts: behind a byte order mark, if there is one. */
  private int start() {
    return isFirstLine && line.startsWith(0, MARK) ? MARK.length : 0;
  }

  private void endLine() {
    int start = start();
    int length = line.size() - start;
    if (length == 0) {
      lastId = id;
      endEvent();
    } else if (isData() && (length == DATA.length || line.at(start + DATA.length) == ':')) {
      addData(start + DATA.length + 1);
    } else if (line.startsWith(start, RETRY)) {
      readRetry(start + RETRY.length);
    } else if (isId()) {
      readId(start + ID.length);
    }
    isFirstLine = false;
    line.reset();
  }

  private void addData(int start) {
    if (hasData) {
      data.write('\n');
    }
    hasData = true;
    int from = start < line.size() && line.at(start) == ' ' ? start + 1 : start;
    line.copyTo(data, from);
  }

  /** Takes what is all digits, as the standard has it. */
  private void readRetry(int start) {
    int from = start < line.size() && line.at(start) == ' ' ? start + 1 : start;
    long millis = 0;
    for (int i = from; i < line.size(); i++) {
      if (line.at(i) < '0' || line.at(i) > '9') {
        return;
      }
      millis = 10 * millis + line.at(i) - '0';
    }
    retryMillis = millis;
  }

  /** Reads an {@code id} field; the standard ignores one that contains a NUL. */
  private void readId(int start) {
    var value = new Bytes();
    line.copyTo(value, start < line.size() && line.at(start) == ' ' ? start + 1 : start);
    String read = value.toString(UTF_8);
    if (line.size() < MOST_ID && read.indexOf(0) < 0) {
      id = read.isEmpty() ? null : read;
    }
  }

  private void endEvent() {
    if (data.size() > 0) {
      events.accept(data.toByteArray());
    }
    data.reset();
    hasData = false;
  }

  /** Bytes that can be looked at while they are gathered. */
  private static final class Bytes extends ByteArrayOutputStream {

    byte at(int index) {
      return buf[index];
    }

    boolean startsWith(int from, byte[] start) {
      int end = from + start.length;
      return end <= count && Arrays.equals(buf, from, end, start, 0, start.length);
    }

    void copyTo(Bytes other, int from) {
      if (from < count) {
        other.write(buf, from, count - from);
      }
    }

    @Override
    public synchronized void reset() {
      super.reset();
      if (buf.length > 1 << 16) {
        buf = new byte[1 << 10];
      }
    }
  }
}
