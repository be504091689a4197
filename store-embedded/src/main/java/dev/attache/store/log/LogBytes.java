package dev.attache.store.log;

import dev.attache.store.files.LogStamp;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of a log up to where it ended when it was opened. Reading is not ended by interrupting
 * the thread, as that of channels is. Not thread-safe.
 */
public final class LogBytes implements Closeable {

  private static final int COUNTED_AT_ONCE = 1 << 16;

  private final RandomAccessFile file;
  private final LogMeter meter;
  private final LogStamp stamp;
  private final long size;

  private LogBytes(RandomAccessFile file, LogStamp stamp, long size, LogMeter meter) {
    this.file = file;
    this.stamp = stamp;
    this.size = size;
    this.meter = meter;
  }

  /**
   * Opens a log.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  static LogBytes open(Path path, LogMeter meter) throws IOException {
    return open(path, Long.MAX_VALUE, meter);
  }

  /** Opens the first part of a log. */
  static LogBytes open(Path path, long upTo, LogMeter meter) throws IOException {
    LogStamp stamp = LogStamp.of(path); // nothing but a file of its own is opened
    return new LogBytes(
        new RandomAccessFile(path.toFile(), "r"), stamp, Math.min(stamp.size(), upTo), meter);
  }

  /** The file as it was just before it was opened. */
  LogStamp stamp() {
    return stamp;
  }

  /** Where it ended then, or where the part of it does. */
  long size() {
    return size;
  }

  /** Reads bytes; fewer where the file has become shorter. */
  byte[] read(long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    int count = 0;
    file.seek(from);
    while (count < length) {
      int more = file.read(bytes, count, length - count);
      if (more < 0) {
        return Arrays.copyOf(bytes, count);
      }
      count += more;
      meter.read(more);
    }
    return bytes;
  }

  /** Whether the last line has its line feed, or there is none. */
  boolean isEnded() throws IOException {
    if (size == 0) {
      return true;
    }
    byte[] last = read(size - 1, 1);
    return last.length == 0 || last[0] == '\n';
  }

  /** Counts the line feeds between two places. */
  long lineFeeds(long from, long to) throws IOException {
    long count = 0;
    for (long at = from; at < to; ) {
      byte[] piece = read(at, (int) Math.min(COUNTED_AT_ONCE, to - at));
      if (piece.length == 0) {
        return count;
      }
      for (byte b : piece) {
        if (b == '\n') {
          count++;
        }
      }
      at += piece.length;
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
