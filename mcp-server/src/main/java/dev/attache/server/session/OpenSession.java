package dev.attache.server.session;

import dev.attache.server.attached.AttachedView;
import dev.attache.server.attached.ResourceList;
import dev.attache.server.attached.ResourceReading;
import dev.attache.server.attached.ResourceSubscriptions;
import dev.attache.server.attached.SessionTools;

/**
 * A session that is open, by what its methods need. Thread-safe.
 *
 * @param ended lets go of the conversation
 */
public record OpenSession(
    AttachedView attached,
    ResourceList list,
    ResourceReading reading,
    ResourceSubscriptions subscriptions,
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
