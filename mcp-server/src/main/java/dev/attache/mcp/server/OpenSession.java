package dev.attache.mcp.server;

/**
 * A session that is open, by what its methods need. Thread-safe.
 *
 * @param ended lets go of the conversation
 */
record OpenSession(
    AttachedView attached,
    ResourceList list,
    ResourceReading reading,
    Subscriptions subscriptions,
    SessionTools tools,
    Runnable ended)
    implements AutoCloseable {

  /** Watches over nothing any more, and lets go of the conversation. */
  @Override
  public void close() {
    subscriptions.close();
    ended.run();
  }
}
