package dev.attache.server.attached;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Text;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The texts that the tools of a session have returned: the last version of each resource, and the
 * last one that was returned whole, in one page. Nothing else counts as known to a model that does
 * not name a digest. Thread-safe.
 */
final class ReturnedTexts {

  /** The number of resources to remember; others are returned again. */
  private static final int MOST_RESOURCES = 1 << 16;

  /** The bytes of texts to keep as bases of diffs. */
  private static final long MOST_BYTES = 8L << 20;

  /** The number of calls within which a second look means that the model lacks the content. */
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
   * The last version returned of a resource.
   *
   * @param now the version, in any form
   * @param whole the version that was last returned whole, in one page; null if none was
   * @param referredAt the call that was answered with a reference; -1 if the last one was not
   */
  private record Last(ContentDigest now, @Nullable ContentDigest whole, int referredAt) {}

  /** Returns the number of a new call. */
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

  /** Tests whether the last version returned is this one, and was returned whole. */
  boolean isLast(Key key, ContentDigest digest) {
    Last known = last.get(key);
    return known != null && known.now.equals(digest) && digest.equals(known.whole);
  }

  /** Tests whether a recent call for this version was answered with a reference. */
  boolean isAskedAgain(Key key, ContentDigest digest, int call) {
    Last known = last.get(key);
    return known != null
        && known.now.equals(digest)
        && known.referredAt >= 0
        && call - known.referredAt <= SOON;
  }

  /** Returns the version of a resource that was last returned whole; null if none is kept. */
  @Nullable Text whole(Key key) {
    Last known = last.get(key);
    return known == null || known.whole == null
        ? null
        : kept(new RefreshArguments.Known(known.whole.hex()));
  }

  /** Notes that the client gets a version whole, in one page. */
  void gotWhole(Key key, ContentDigest digest) {
    last.put(key, new Last(digest, digest, -1));
  }

  /** Notes that the client gets a page of a version, or a diff to it from one that it named. */
  void gotPart(Key key, ContentDigest digest) {
    last.compute(key, (same, known) -> new Last(digest, known == null ? null : known.whole, -1));
  }

  /**
   * Notes that the client gets a reference in place of a version: a line, or a diff from the
   * version that was last returned whole.
   */
  void gotReference(Key key, ContentDigest digest, int call) {
    last.compute(key, (same, known) -> new Last(digest, known == null ? null : known.whole, call));
  }
}
