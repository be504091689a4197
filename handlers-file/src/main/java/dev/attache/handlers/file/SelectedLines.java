package dev.attache.handlers.file;

import dev.attache.support.text.LineRange;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of some lines of a stream, whatever comes before them; what comes after them is not
 * read. For encodings in which a line feed is one byte of that value, and that value nothing else.
 */
final class SelectedLines extends InputStream {

  private static final int BUFFER_SIZE = 64 << 10;

  private final InputStream in;
  private final LineRange range;
  private final byte[] buffer = new byte[BUFFER_SIZE];
  private int next;
  private int end;
  private int line = 1;
  private boolean isInLine;

  SelectedLines(InputStream in, LineRange range) {
    this.in = in;
    this.range = range;
  }

  /** The number of the last line that was read, selected or before those. */
  int lastLine() {
    return isInLine ? line : line - 1;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int copied = 0;
    while (copied < length && line <= range.last()) {
      if (next == end && !fill()) {
        break;
      }
      byte b = buffer[next++];
      if (line >= range.first()) {
        target[from + copied++] = b;
      }
      isInLine = b != '\n';
      line += isInLine ? 0 : 1;
    }
    return copied == 0 ? -1 : copied;
  }

  private boolean fill() throws IOException {
    next = 0;
    end = Math.max(0, in.read(buffer, 0, BUFFER_SIZE));
    return end > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
