package dev.attache.server.stdio;

import java.time.Duration;

/**
 * The bound of what is taken in and not answered yet; who takes more in waits while it is too much.
 * Answers need nothing of the client to come about, so the wait ends however the client behaves.
 * Thread-safe.
 */
final class IntakeLimit {

  private final int mostMessages;
  private final long mostBytes;
  private int messages;
  private long bytes;
  private boolean isOver;

  IntakeLimit(int mostMessages, long mostBytes) {
    this.mostMessages = mostMessages;
    this.mostBytes = mostBytes;
  }

  /** Counts a message, as soon as there is room for it; one alone always has. */
  synchronized void enter(int length) throws InterruptedException {
    while (!isOver && messages > 0 && (messages >= mostMessages || bytes + length > mostBytes)) {
      wait();
    }
    messages++;
    bytes += length;
  }

  /** Counts a message no more. */
  synchronized void leave(int length) {
    messages--;
    bytes -= length;
    notifyAll();
  }

  /** Lets nobody wait any more. */
  synchronized void giveUp() {
    isOver = true;
    notifyAll();
  }

  /**
   * Waits until nothing is left, nothing was answered for so long, or nobody waits any more.
   *
   * @return how much is left
   */
  synchronized int awaitNone(Duration longest) throws InterruptedException {
    int seen = messages;
    long since = System.nanoTime();
    while (messages > 0 && !isOver) {
      long left = longest.toNanos() - (System.nanoTime() - since);
      if (left <= 0) {
        break;
      }
      wait(left / 1_000_000 + 1);
      if (messages != seen) {
        seen = messages;
        since = System.nanoTime();
      }
    }
    return messages;
  }
}
