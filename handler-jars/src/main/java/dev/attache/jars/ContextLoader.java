package dev.attache.jars;

/** A stretch of a thread's work in which it has another context class loader. */
final class ContextLoader implements AutoCloseable {

  private final Thread thread;
  private final ClassLoader before;

  private ContextLoader(Thread thread, ClassLoader before) {
    this.thread = thread;
    this.before = before;
  }

  static ContextLoader of(ClassLoader loader) {
    Thread thread = Thread.currentThread();
    var stretch = new ContextLoader(thread, thread.getContextClassLoader());
    thread.setContextClassLoader(loader);
    return stretch;
  }

  /** Puts back what was there. */
  @Override
  public void close() {
    thread.setContextClassLoader(before);
  }
}
