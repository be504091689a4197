package dev.attache.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A writer to clients that must read within a time. Thread-safe. */
final class WriteTimeout {

  private static final int CHUNK = 1 << 16;

  private final Set<Write> writes = ConcurrentHashMap.newKeySet();
  private final Duration limit;

  WriteTimeout(Duration limit) {
    this.limit = limit;
  }

  /**
   * Writes all, and sees to it that it leaves.
   *
   * @throws IOException if the client is gone, or does not read
   */
  void write(OutputStream out, byte[] bytes) throws IOException {
    for (int offset = 0; offset < bytes.length; offset += CHUNK) {
      var write = new Write();
      writes.add(write);
      try {
        out.write(bytes, offset, Math.min(CHUNK, bytes.length - offset));
        out.flush();
      } finally {
        write.end();
        writes.remove(write);
      }
    }
  }

  /** Ends the connections of those who have not read in time. */
  void check() {
    long now = System.nanoTime();
    writes.forEach(write -> write.endIfOverdue(now));
  }

  /** One that goes on; the interruption of its thread closes the connection. */
  private final class Write {

    private final long begun = System.nanoTime();
    private @Nullable Thread thread = Thread.currentThread();
    private boolean isInterrupted;

    private synchronized void endIfOverdue(long now) {
      Thread writing = thread;
      if (writing != null && now - begun > limit.toNanos()) {
        isInterrupted = true;
        writing.interrupt();
      }
    }

    private synchronized void end() {
      thread = null;
      if (isInterrupted) {
        // The thread goes on to serve others.
        boolean unused = Thread.interrupted();
      }
    }
  }
}
