package dev.attache.mcp.session;

import java.util.concurrent.CountDownLatch;

/**
 * The end of this JVM, by a signal or otherwise. Servers are ended then, and whoever were told that
 * could blame the server, or take it for a result and write it down. Thread-safe.
 */
public final class JvmExit {

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private static volatile boolean isNear;

  private JvmExit() {}

  /** Says that this JVM is about to end. */
  public static void begin() {
    isNear = true;
  }

  /** Waits for the end of the JVM, if that is near: does not return then. */
  public static void waitIfNear() {
    while (isNear) {
      try {
        NEVER.await();
      } catch (InterruptedException e) {
        // Whoever interrupts wants it to end, too.
      }
    }
  }
}
