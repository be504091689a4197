package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import dev.attache.support.text.LineDiff;
import dev.attache.support.text.UnifiedDiff;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A diff that takes the place of a refreshed text, if it is smaller by half. What has changed in
 * more than half is not, since both what goes and what comes stand in a diff.
 */
final class RefreshDelta {

  /** Larger texts are given in full, as nobody waits for their comparison. */
  static final long MAX_BYTES = 2 << 20;

  /** A comparison takes time by the lines, of which a text may have very many. */
  static final int MAX_LINES = 50_000;

  private RefreshDelta() {}

  /**
   * Returns the diff of a text against an earlier version.
   *
   * @param base where that was delivered
   * @return null if the diff would not be smaller by half, or one of the two cannot be read
   */
  static Delivery.@Nullable Delta of(
      DeliveryPlace base, ResourceContent before, DeliveredResource now) {
    ResourceContent after = now.resource().content();
    if (before.digest().equals(after.digest())
        || Math.max(before.size(), after.size()) > MAX_BYTES
        || !isOfHalf(Math.abs(before.size() - after.size()), after)) {
      return null;
    }
    String hunks;
    try {
      hunks = hunks(text(before), text(after));
    } catch (IOException e) {
      return null; // what the store has lost helps nobody
    }
    if (hunks == null) {
      return null;
    }
    var delta = new Delivery.Delta(base, before.digest(), ResourceContent.text(hunks));
    return isOfHalf(delta.size(now.label(), after.digest()), after) ? delta : null;
  }

  private static boolean isOfHalf(long bytes, ResourceContent content) {
    return bytes <= content.size() / 2;
  }

  private static @Nullable String hunks(String before, String after) {
    if (lines(before) > MAX_LINES || lines(after) > MAX_LINES) {
      return null;
    }
    List<String> lines = UnifiedDiff.of(LineDiff.of(before, after));
    return String.join("\n", lines) + "\n";
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private static String text(ResourceContent content) throws IOException {
    if (content instanceof Text text) {
      return text.value();
    }
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
