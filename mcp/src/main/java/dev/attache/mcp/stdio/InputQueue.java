package dev.attache.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A queue for the standard input of a server: whole lines, by one thread, because a server that
 * does not read must not hold up who asks. Thread-safe.
 */
final class InputQueue {

  /** As many messages wait for a server that does not read. */
  private static final int CAPACITY = 1024;

  /** And as many bytes, unless it is one message alone. */
  private static final int MAX_BYTES = 16 << 20;

  private static final byte[] END = {};

  private final BlockingQueue<byte[]> lines = new ArrayBlockingQueue<>(CAPACITY);
  private final OutputStream input;
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean isOver;

  InputQueue(OutputStream input) {
    this.input = input;
  }

  /** Queues a line, which holds no line break; false if there is no room, or nobody reads it. */
  boolean offer(byte[] line) {
    long before = bytes.getAndAdd(line.length);
    boolean hasRoom = before == 0 || before + line.length <= MAX_BYTES;
    boolean isQueued = !isOver && hasRoom && lines.offer(line);
    if (!isQueued) {
      bytes.addAndGet(-line.length);
    }
    return isQueued;
  }

  /** Has the standard input closed when all is written; if that takes too long, without it. */
  void end() {
    if (!lines.offer(END)) {
      lines.clear();
      lines.offer(END);
    }
  }

  /** Writes what is queued until the end, or until nobody reads any more. */
  void writeAll() {
    try (input) {
      for (byte[] line = lines.take(); line != END; line = lines.take()) {
        input.write(line);
        input.write('\n');
        input.flush();
        bytes.addAndGet(-line.length);
      }
    } catch (IOException e) {
      // The server closed it, and either ends or answers what it has read.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      isOver = true;
    }
  }
}
