package dev.attache.mcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.ServerText;
import dev.attache.support.process.OutputSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The end of what a server prints on its standard error; all else is forgotten. Thread-safe. */
final class LastLines implements OutputSource.Sink {

  private static final int BYTES = 8 << 10;
  private static final int LINES = 5;
  private static final int LONGEST_LINE = 300;

  private final byte[] ring = new byte[BYTES];
  private long written;

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    int from = Math.max(0, length - BYTES);
    for (int i = from; i < length; i++) {
      ring[(int) ((written + i) % BYTES)] = bytes[offset + i];
    }
    written += length;
  }

  /** All that is kept, as it was printed. */
  synchronized String text() {
    int length = (int) Math.min(written, BYTES);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = ring[(int) ((written - length + i) % BYTES)];
    }
    return new String(bytes, UTF_8);
  }

  /** The last lines that are not blank, fit to be quoted. */
  List<String> lines() {
    var last = new ArrayDeque<String>();
    for (String line : text().split("\n", -1)) {
      String shown = ServerText.line(line, LONGEST_LINE);
      if (!shown.isEmpty()) {
        last.add(shown);
      }
      if (last.size() > LINES) {
        last.remove();
      }
    }
    return new ArrayList<>(last);
  }
}
