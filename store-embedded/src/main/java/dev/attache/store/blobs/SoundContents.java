package dev.attache.store.blobs;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.attache.resource.ContentDigest;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * The contents that were read through and found right. So many are remembered as most programs use;
 * a further one is read through once more. Thread-safe.
 */
final class SoundContents {

  private static final int MOST = 1 << 16;

  /** So many need no cache: making one takes a sixth of the time of a turn. */
  private static final int FEW = 256;

  private Set<ContentDigest> all = new HashSet<>();
  private boolean isCache;

  synchronized boolean contains(ContentDigest digest) {
    return all.contains(digest);
  }

  synchronized void add(ContentDigest digest) {
    if (!isCache && all.size() == FEW) {
      Set<ContentDigest> cache = newCache();
      cache.addAll(all);
      all = cache;
      isCache = true;
    }
    all.add(digest);
  }

  private static Set<ContentDigest> newCache() {
    return Collections.newSetFromMap(
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .executor(Runnable::run)
            .<ContentDigest, Boolean>build()
            .asMap());
  }

  synchronized void removeAll(Collection<ContentDigest> digests) {
    digests.forEach(all::remove);
  }
}
