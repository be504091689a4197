package dev.attache.server.stdio;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of messages to a stream: each whole, on a line of its own, and flushed together
 * with those that wait behind it. Thread-safe.
 */
final class LineWriter implements Runnable {

  private final OutputStream out;
  private final OutputStream buffered;
  private final long mostBytes;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long bytes;
  private long written;
  private boolean isBusy;
  private boolean isEnded;
  private @Nullable IOException failure;

  /**
   * @param mostBytes how much may wait until who sends has to wait, too
   */
  LineWriter(OutputStream out, long mostBytes) {
    this.out = out;
    this.buffered = new BufferedOutputStream(out, 1 << 16);
    this.mostBytes = mostBytes;
  }

  /** Sends a message as soon as there is room for it; none is lost unless the stream fails. */
  synchronized void send(byte[] message) {
    boolean isInterrupted = false;
    while (!isOver() && bytes > mostBytes && !isInterrupted) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true; // it is sent all the same: who asked for it waits
      }
    }
    add(message);
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends a message without ever waiting.
   *
   * @return whether there was room for it
   */
  synchronized boolean offer(byte[] message) {
    if (bytes > 2 * mostBytes) {
      return false;
    }
    add(message);
    return true;
  }

  private void add(byte[] message) {
    if (!isOver()) {
      waiting.add(message);
      bytes += message.length;
      notifyAll();
    }
  }

  private boolean isOver() {
    return isEnded || failure != null;
  }

  /** Writes until it is ended, or the stream fails. */
  @Override
  public void run() {
    try {
      for (Deque<byte[]> batch = next(); batch != null; batch = next()) {
        write(batch);
      }
    } catch (IOException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(new IOException("interrupted while writing", e));
    } finally {
      end();
    }
  }

  private synchronized @Nullable Deque<byte[]> next() throws InterruptedException {
    isBusy = false;
    notifyAll();
    while (waiting.isEmpty() && !isOver()) {
      wait();
    }
    if (isOver()) {
      return null;
    }
    isBusy = true;
    var batch = new ArrayDeque<>(waiting);
    waiting.clear();
    return batch;
  }

  private void write(Deque<byte[]> batch) throws IOException {
    for (byte[] message = batch.poll(); message != null; message = batch.poll()) {
      buffered.write(message);
      buffered.write('\n');
      done(message.length);
    }
    buffered.flush();
    if (out instanceof PrintStream print && print.checkError()) {
      throw new IOException("the stream is broken");
    }
  }

  private synchronized void done(int length) {
    bytes -= length;
    written++;
    notifyAll();
  }

  private synchronized void fail(IOException why) {
    failure = why;
    waiting.clear();
    notifyAll();
  }

  /** Writes no more than is being written. */
  synchronized void end() {
    isEnded = true;
    waiting.clear();
    notifyAll();
  }

  /**
   * Waits until all is written that was sent, the stream fails, or it takes nothing for so long.
   *
   * @return whether all is written
   */
  synchronized boolean awaitAll(Duration longest) throws InterruptedException {
    long seen = written;
    long since = System.nanoTime();
    while (!isOver() && (isBusy || !waiting.isEmpty())) {
      long left = longest.toNanos() - (System.nanoTime() - since);
      if (left <= 0) {
        return false;
      }
      wait(left / 1_000_000 + 1);
      if (written != seen) {
        seen = written;
        since = System.nanoTime();
      }
    }
    return !isOver();
  }

  /** Why the stream cannot be written any more; null as long as it can. */
  synchronized @Nullable IOException failure() {
    return failure;
  }
}
