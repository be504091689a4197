package dev.attache.store.log;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a log from a place on. */
public final class LogForward implements LogLines {

  private static final int PIECE = 1 << 16;

  private final LogBytes log;
  private byte[] piece = new byte[0];
  private long pieceStart;
  private int at;

  public LogForward(LogBytes log, long from) {
    this.log = log;
    this.pieceStart = from;
  }

  @Override
  public @Nullable LogLine next() throws IOException {
    int seen = at;
    while (true) {
      for (int i = seen; i < piece.length; i++) {
        if (piece[i] == '\n') {
          return line(i, true);
        }
      }
      seen = piece.length - at;
      if (!readOn()) {
        return piece.length == 0 ? null : line(piece.length, false);
      }
    }
  }

  private LogLine line(int end, boolean isEnded) {
    var line = new LogLine(pieceStart + at, Arrays.copyOfRange(piece, at, end), isEnded);
    at = isEnded ? end + 1 : end;
    return line;
  }

  /** Puts what is left at the beginning of a new piece, and more after it; false at the end. */
  private boolean readOn() throws IOException {
    byte[] left = Arrays.copyOfRange(piece, at, piece.length);
    pieceStart += at;
    at = 0;
    long end = pieceStart + left.length;
    int length = (int) Math.min(Math.max(PIECE, left.length), log.size() - end);
    byte[] more = length > 0 ? log.read(end, length) : new byte[0];
    piece = Arrays.copyOf(left, Math.addExact(left.length, more.length));
    System.arraycopy(more, 0, piece, left.length, more.length);
    return more.length > 0;
  }
}
