package dev.attache.conversation;

import dev.attache.history.ConversationEvent;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a history and, after them, some that are not recorded yet. Not thread-safe. */
final class FollowedStream implements EventStream {

  private final EventStream recorded;
  private final Iterator<ConversationEvent> following;

  FollowedStream(EventStream recorded, List<ConversationEvent> following) {
    this.recorded = recorded;
    this.following = following.iterator();
  }

  @Override
  public @Nullable ConversationEvent next() throws StoreException {
    ConversationEvent event = recorded.next();
    if (event != null) {
      return event;
    }
    return following.hasNext() ? following.next() : null;
  }

  @Override
  public void close() {
    recorded.close();
  }
}
