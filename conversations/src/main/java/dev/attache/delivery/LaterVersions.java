package dev.attache.delivery;

import dev.attache.history.SourceNames;
import dev.attache.resource.ContentDigest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one URI that come after a place of a request, by who produced them. Not
 * thread-safe.
 */
final class LaterVersions {

  private final boolean isShared;
  private final Map<String, Contents> bySource = new HashMap<>();
  private final Contents ofRefreshes = new Contents();
  private final Contents ofAttachments = new Contents();

  /**
   * @param isShared whether several sources mean different things by the URI; then nobody can tell
   *     what a refresh has read
   */
  LaterVersions(boolean isShared) {
    this.isShared = isShared;
  }

  void add(String source, ContentDigest digest) {
    bySource.computeIfAbsent(source, each -> new Contents()).add(digest);
    if (SourceNames.isRefresh(source)) {
      ofRefreshes.add(digest);
    } else if (!SourceNames.isTool(source)) {
      ofAttachments.add(digest);
    }
  }

  /** Whether one of them takes the place of a content that a source has produced before. */
  boolean supersede(String source, ContentDigest digest) {
    boolean isRefresh = SourceNames.isRefresh(source);
    if (isShared) {
      return !isRefresh && hasOther(source, digest);
    }
    return hasOther(source, digest)
        || (isRefresh && ofAttachments.hasOther(digest))
        || (!SourceNames.isTool(source) && ofRefreshes.hasOther(digest));
  }

  private boolean hasOther(String source, ContentDigest digest) {
    Contents contents = bySource.get(source);
    return contents != null && contents.hasOther(digest);
  }

  /** As much of some contents as tells whether one of them is another than a given one. */
  private static final class Contents {
    private @Nullable ContentDigest one;
    private boolean isOneOfSeveral;

    void add(ContentDigest digest) {
      isOneOfSeveral |= hasOther(digest);
      one = digest;
    }

    boolean hasOther(ContentDigest digest) {
      return isOneOfSeveral || (one != null && !one.equals(digest));
    }
  }
}
