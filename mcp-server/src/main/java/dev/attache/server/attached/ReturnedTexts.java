package dev.attache.server.attached;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Text;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The texts that the tools of a session have returned: the last version of each resource, and
 * whether the model got it whole, in one page. Nothing else counts as known to a model that does
 * not say what it has. Thread-safe.
 */
final class ReturnedTexts {

  /** What is forgotten is returned once more. */
  private static final int MOST_RESOURCES = 1 << 16;

  /** The bytes of texts that a diff can be made against; one that is gone is no loss. */
  private static final long MOST_BYTES = 8L << 20;

  /** A model that asks again within so many calls misses the content; later it asks for changes. */
  private static final int SOON = 16;

  private final Cache<String, Text> texts =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher(
              (String digest, Text text) -> (int) Math.min(text.size() + 64, Integer.MAX_VALUE))
          .executor(Runnable::run)
          .build();
  private final ConcurrentMap<Key, Last> last =
      Caffeine.newBuilder()
          .maximumSize(MOST_RESOURCES)
          .executor(Runnable::run)
          .<Key, Last>build()
          .asMap();
  private int calls;

  /** A resource, which several sources may have under one URI. */
  record Key(String uri, String address) {}

  /**
   * What was returned last of a resource.
   *
   * @param now the version, however it was returned
   * @param whole the version that was last returned whole, in one page; null if none was
   * @param saidAt the call that was answered with a line; -1 if the last was not
   */
  private record Last(ContentDigest now, @Nullable ContentDigest whole, int saidAt) {}

  /** Counts a call; returns its number. */
  synchronized int begin() {
    return ++calls;
  }

  /** Keeps a text, so that a diff can be made against it. */
  void keep(Text text) {
    texts.put(text.digest().shortForm(), text);
  }

  /** Returns a text that was returned whole; null if it is not kept any more. */
  @Nullable Text kept(RefreshArguments.Known known) {
    Text text = texts.getIfPresent(known.shortForm());
    return text != null && known.isOf(text.digest()) ? text : null;
  }

  /** Whether the model was returned this version last, whole, and knows that it has not changed. */
  boolean isLast(Key key, ContentDigest digest) {
    Last known = last.get(key);
    return known != null && known.now.equals(digest) && digest.equals(known.whole);
  }

  /** Whether the model was just told so, and asks again. */
  boolean isAskedAgain(Key key, int call) {
    Last known = last.get(key);
    return known != null && known.saidAt >= 0 && call - known.saidAt <= SOON;
  }

  /** Returns the version of a resource that was last returned whole; null if none is kept. */
  @Nullable Text whole(Key key) {
    Last known = last.get(key);
    return known == null || known.whole == null
        ? null
        : kept(new RefreshArguments.Known(known.whole.hex()));
  }

  /** Says that the client gets a version whole, in one page. */
  void gotWhole(Key key, ContentDigest digest) {
    last.put(key, new Last(digest, digest, -1));
  }

  /** Says that the client gets a page of a version, or a diff that leads to it. */
  void gotPart(Key key, ContentDigest digest) {
    last.compute(key, (same, known) -> new Last(digest, known == null ? null : known.whole, -1));
  }

  /** Says that the client is told that it has this version. */
  void gotLine(Key key, ContentDigest digest, int call) {
    last.compute(key, (same, known) -> new Last(digest, known == null ? null : known.whole, call));
  }
}
