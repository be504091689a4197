package dev.attache.delivery;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceKey;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a full delivery: a resource, its content and the form. One form of a content is
 * not known by another; but a form that has the content line by line, as between fences, counts as
 * the content (RFD 058). Immutable.
 *
 * @param resource the URI and the digest of the content
 * @param formatted the digest of the form made for models; null if there is none, or if it has the
 *     content line by line
 */
record DeliveredKey(ResourceKey resource, @Nullable ContentDigest formatted) {

  /** The comparisons per byte after which the search gives up: nearly all lines are equal. */
  private static final long MOST_COMPARISONS = 8;

  static DeliveredKey of(Resource resource, @Nullable ResourceContent formatted) {
    ContentDigest form =
        formatted == null || isIn(resource.content(), formatted) ? null : formatted.digest();
    return new DeliveredKey(resource.key(), form);
  }

  private static boolean isIn(ResourceContent content, ResourceContent formatted) {
    try {
      return content.isText()
          && formatted.isText()
          && content.size() > 0
          && formatted.size() >= content.size()
          && hasLines(bytes(formatted), bytes(content));
    } catch (IOException e) {
      return false; // the store has lost it
    }
  }

  /** Tests whether a text has these lines, with nothing else on them. */
  private static boolean hasLines(byte[] text, byte[] lines) {
    long budget = MOST_COMPARISONS * text.length;
    int at = 0;
    while (at + lines.length <= text.length && budget >= 0) {
      int end = at + lines.length;
      int same = Arrays.mismatch(text, at, end, lines, 0, lines.length);
      boolean isEnd = end == text.length || text[end - 1] == '\n' || text[end] == '\n';
      if (same < 0 && isEnd) {
        return true;
      }
      budget -= same < 0 ? lines.length : same;
      while (at < text.length && text[at] != '\n') {
        at++;
      }
      at++;
    }
    return false;
  }

  private static byte[] bytes(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return in.readAllBytes();
    }
  }

  // written out: what a record derives is slow to start
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeliveredKey key
        && resource.equals(key.resource)
        && Objects.equals(formatted, key.formatted);
  }

  @Override
  public int hashCode() {
    return 31 * resource.hashCode() + Objects.hashCode(formatted);
  }
}
