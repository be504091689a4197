package dev.attache.store;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore.Listed;
import dev.attache.history.StoreException;
import dev.attache.store.files.ConversationName;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.LogStamp;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The list of the conversations in a directory, by when they were last written. There is no index:
 * each page looks at all of them, and keeps no more than its own.
 */
final class EmbeddedList {

  private final int limit;
  private final @Nullable Written after;
  private final PriorityQueue<Written> lastAtTheHead =
      new PriorityQueue<>((one, other) -> Written.lastFirst(other, one));
  private boolean isMore;

  private EmbeddedList(@Nullable Written after, int limit) {
    this.after = after;
    this.limit = limit;
  }

  /** Lists a page. */
  static Listed of(EmbeddedFiles files, boolean isArchived, @Nullable String after, int limit)
      throws StoreException {
    if (limit < 1) {
      throw new IllegalArgumentException("limit (" + limit + ") must be positive");
    }
    var list = new EmbeddedList(after == null ? null : Written.parse(after), limit);
    try {
      files.each(isArchived, list::add);
    } catch (IOException e) {
      throw StoreFailure.of("the conversations cannot be listed", e);
    }
    return list.page();
  }

  private void add(LogPlace place) {
    Written found;
    try {
      found = new Written(place.id(), LogStamp.of(place.events()).modified());
    } catch (IOException e) {
      return; // of somebody else, removed just now, or not to be read: then opening it says why
    }
    if (after != null && Written.lastFirst(found, after) <= 0) {
      return;
    }
    lastAtTheHead.add(found);
    if (lastAtTheHead.size() > limit) {
      Written unused = lastAtTheHead.remove();
      isMore = true;
    }
  }

  private Listed page() {
    var written = new ArrayList<>(lastAtTheHead);
    written.sort(Written::lastFirst);
    List<ConversationId> names = written.stream().map(Written::id).toList();
    return new Listed(names, isMore ? written.get(written.size() - 1).toString() : null);
  }

  /** A conversation and when it was last written, which is the place where a page ends. */
  private record Written(ConversationId id, long time) {

    /** Compares by hand: comparators made of others are linked at run time, at each start. */
    static int lastFirst(Written one, Written other) {
      return one.time == other.time
          ? other.id.compareTo(one.id)
          : Long.compare(other.time, one.time);
    }

    static Written parse(String text) throws StoreException {
      int colon = text.indexOf(':');
      try {
        long time = Long.parseLong(text.substring(0, Math.max(colon, 0)));
        return new Written(
            ConversationName.parse(text.substring(colon + 1)).orElseThrow(() -> wrong(text)), time);
      } catch (NumberFormatException e) {
        throw wrong(text);
      }
    }

    private static StoreException wrong(String text) {
      return StoreFailure.noPlace(text);
    }

    @Override
    public String toString() {
      return time + ":" + ConversationName.of(id);
    }
  }
}
