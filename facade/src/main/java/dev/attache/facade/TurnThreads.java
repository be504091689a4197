package dev.attache.facade;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** The threads of turns that nobody waits for: virtual ones where Java has them (JEP 444). */
final class TurnThreads {

  private static final @Nullable Method VIRTUAL = virtual();

  private TurnThreads() {}

  private static @Nullable Method virtual() {
    try {
      return Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      return null; // before Java 21
    }
  }

  static void start(Runnable work) {
    if (VIRTUAL == null) {
      var thread = new Thread(work, "attache-turn");
      thread.setDaemon(true);
      thread.start();
      return;
    }
    try {
      VIRTUAL.invoke(null, work);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError("Thread.startVirtualThread", e); // public, and without exceptions
    }
  }
}
