package dev.attache.server.rpc;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Bytes that grow without being copied, but for once at the end. Not thread-safe. */
public final class AnswerBuffer extends OutputStream {

  private static final int FIRST = 1024;
  private static final int LARGEST = 1 << 20;

  private final List<byte[]> full = new ArrayList<>(0);
  private byte[] last = new byte[FIRST];
  private int used;
  private long before;

  @Override
  public void write(int b) {
    if (used == last.length) {
      grow();
    }
    last[used++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (used == last.length) {
        grow();
      }
      int count = Math.min(left, last.length - used);
      System.arraycopy(bytes, from, last, used, count);
      used += count;
      from += count;
      left -= count;
    }
  }

  private void grow() {
    full.add(last);
    before += last.length;
    last = new byte[Math.min(LARGEST, 2 * last.length)];
    used = 0;
  }

  /** All that was written. */
  public byte[] toByteArray() {
    byte[] all = new byte[Math.toIntExact(before + used)];
    int at = 0;
    for (byte[] each : full) {
      System.arraycopy(each, 0, all, at, each.length);
      at += each.length;
    }
    System.arraycopy(last, 0, all, at, used);
    return all;
  }
}
