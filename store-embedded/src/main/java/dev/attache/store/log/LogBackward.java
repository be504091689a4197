package dev.attache.store.log;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a log from its end backwards, read in pieces: 64 KiB, then twice as much each time
 * up to 1 MiB, or as much as the line is long.
 */
final class LogBackward implements LogLines {

  private static final int FIRST_PIECE = 1 << 16;
  private static final int LARGEST_PIECE = 1 << 20;

  private final LogBytes log;
  private byte[] piece = new byte[0];
  private long pieceStart;
  private int end;
  private int length = FIRST_PIECE;
  private boolean isEnded;
  private boolean isDone;

  LogBackward(LogBytes log) throws IOException {
    this.log = log;
    this.pieceStart = log.size();
    this.isDone = log.size() == 0;
    if (!isDone && log.isEnded()) {
      this.pieceStart--; // the line feed of the last line
      this.isEnded = true;
    }
  }

  @Override
  public @Nullable LogLine next() throws IOException {
    if (isDone) {
      return null;
    }
    int unseen = end;
    while (true) {
      for (int i = unseen - 1; i >= 0; i--) {
        if (piece[i] == '\n') {
          LogLine line = line(i + 1);
          end = i;
          return line;
        }
      }
      if (pieceStart == 0) {
        isDone = true;
        return line(0);
      }
      unseen = readOn();
    }
  }

  private LogLine line(int from) {
    var line = new LogLine(pieceStart + from, Arrays.copyOfRange(piece, from, end), isEnded);
    isEnded = true;
    return line;
  }

  /** Puts more before what is left; returns how much. */
  private int readOn() throws IOException {
    int more = (int) Math.min(Math.max(length, end), pieceStart);
    byte[] before = log.read(pieceStart - more, more);
    if (before.length < more) {
      throw new IOException("it has become shorter while it was read");
    }
    byte[] joined = Arrays.copyOf(before, Math.addExact(more, end));
    System.arraycopy(piece, 0, joined, more, end);
    piece = joined;
    pieceStart -= more;
    end += more;
    length = Math.min(2 * length, LARGEST_PIECE);
    return more;
  }
}
