package dev.attache.support.process;

import java.io.Closeable;

/** One stream of a running program. Read by one thread, closed by any. */
public interface OutputSource extends Closeable {

  /** What takes the bytes that are read. */
  @FunctionalInterface
  interface Sink {

    /**
     * Takes bytes; the array is used again for the next ones.
     *
     * @param bytes valid during this call only
     * @param offset the index of the first byte that was read
     * @param length how many were read; at least 1
     */
    void write(byte[] bytes, int offset, int length);
  }

  /**
   * Reads to the end, or until closed from elsewhere. Fails quietly: what was read counts.
   *
   * @param sink called by the thread that reads, for each piece as it comes
   */
  void readInto(Sink sink);
}
