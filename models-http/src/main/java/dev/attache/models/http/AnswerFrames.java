package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a stream, one at a time: the data of server-sent events (HTML Living Standard,
 * 9.2.6), or lines of JSON. Lines end as either standard has it. Holds one event at the most, and
 * says after each line, and in a long one now and then, that there is progress. Not thread-safe.
 */
final class AnswerFrames {

  private static final int BUFFER_BYTES = 1 << 13;
  private static final int PROGRESS_BYTES = 1 << 16;

  /** How many of the largest events an answer may have; readers gather pieces of it. */
  private static final int LARGEST_EVENTS = 8;

  /** The fields that are read: llama.cpp has a field of its own for what went wrong. */
  private static final List<byte[]> FIELDS =
      List.of("data".getBytes(US_ASCII), "error".getBytes(US_ASCII));

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final boolean isServerSent;
  private final int maxBytes;
  private final Runnable progress;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private long left;
  private boolean isAfterCr;
  private boolean isFirstLine = true;
  private boolean isOver;

  /** Says that an event, or the answer, is larger than it may be. */
  static final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1;

    TooLargeException(String what, int maxBytes) {
      super(what + " is larger than " + (maxBytes >> 20) + " MiB");
    }
  }

  /**
   * @param isServerSent false for lines of JSON
   * @param maxBytes how many bytes a line, and an event, may have
   */
  AnswerFrames(InputStream in, boolean isServerSent, int maxBytes, Runnable progress) {
    this.in = in;
    this.isServerSent = isServerSent;
    this.maxBytes = maxBytes;
    this.left = (long) LARGEST_EVENTS * maxBytes;
    this.progress = progress;
  }

  /**
   * Reads on to the end of an event. The last one may lack what ends it.
   *
   * @return null at the end of the stream
   */
  byte @Nullable [] next() throws IOException {
    return isServerSent ? nextEvent() : nextLine();
  }

  /** Whether the stream has ended, maybe within the event that was read last. */
  boolean isOver() {
    return isOver;
  }

  private byte @Nullable [] nextLine() throws IOException {
    for (byte[] line = line(); line != null; line = line()) {
      if (!isBlank(line)) {
        return line;
      }
    }
    return null;
  }

  private byte @Nullable [] nextEvent() throws IOException {
    ByteArrayOutputStream data = null;
    for (byte[] line = line(); line != null; line = line()) {
      if (line.length == 0) {
        if (data != null && data.size() > 0) {
          return data.toByteArray();
        }
        data = null;
      }
      int start = startOfData(line);
      if (start >= 0) {
        if (data == null) {
          data = new ByteArrayOutputStream(line.length);
        } else {
          data.write('\n');
        }
        if ((long) data.size() + line.length - start > maxBytes) {
          throw new TooLargeException("an event of the answer", maxBytes);
        }
        data.write(line, start, line.length - start);
      }
    }
    return data == null || data.size() == 0 ? null : data.toByteArray();
  }

  /** Where the data of a line begins; -1 if it is another field, or a comment. */
  private static int startOfData(byte[] line) {
    for (byte[] field : FIELDS) {
      int name = field.length;
      if (Arrays.equals(line, 0, Math.min(name, line.length), field, 0, name)) {
        if (line.length == name) {
          return name;
        } else if (line[name] == ':') {
          return line.length > name + 1 && line[name + 1] == ' ' ? name + 2 : name + 1;
        }
      }
    }
    return -1;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Reads a line without its end; null at the end of the stream. */
  private byte @Nullable [] line() throws IOException {
    progress.run();
    var line = new ByteArrayOutputStream(256);
    int told = 0;
    while (at < end || fill()) {
      int stop = at;
      while (stop < end && buffer[stop] != '\n' && buffer[stop] != '\r') {
        stop++;
      }
      line.write(buffer, at, stop - at);
      if (line.size() > maxBytes) {
        throw new TooLargeException("an event of the answer", maxBytes);
      }
      isAfterCr &= stop == at;
      at = stop;
      if (at < end) {
        byte mark = buffer[at++];
        boolean isRest = mark == '\n' && isAfterCr && line.size() == 0;
        isAfterCr = mark == '\r';
        if (!isRest) {
          return withoutMark(line.toByteArray());
        }
      } else if (line.size() - told > PROGRESS_BYTES) {
        told = line.size();
        progress.run();
      }
    }
    return line.size() == 0 ? null : withoutMark(line.toByteArray());
  }

  private byte[] withoutMark(byte[] line) {
    boolean isMarked =
        isFirstLine
            && line.length >= MARK.length
            && Arrays.equals(line, 0, MARK.length, MARK, 0, MARK.length);
    isFirstLine = false;
    return isMarked ? Arrays.copyOfRange(line, MARK.length, line.length) : line;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = isOver ? 0 : Math.max(0, in.read(buffer));
    isOver = end == 0;
    left -= end;
    if (left < 0) {
      throw new TooLargeException("the answer", LARGEST_EVENTS * maxBytes);
    }
    return !isOver;
  }
}
