package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.Text;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The identity of what a model is given in full: of which resource, with which content, in which
 * form. Who was given one form of a content does not know another one; but a form in which the
 * content stands line by line, as between fences, is the content (RFD 058). Immutable.
 *
 * @param resource the URI and the digest of the content
 * @param formatted the digest of the form made for models; null if there is none, or the content
 *     stands in it
 */
record DeliveredKey(ResourceKey resource, @Nullable ContentDigest formatted) {

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
          && hasLines(string(formatted), string(content));
    } catch (IOException e) {
      return false; // what the store has lost helps nobody
    }
  }

  /** Tests whether lines stand in a text, with nothing else on them. */
  private static boolean hasLines(String text, String lines) {
    for (int at = text.indexOf(lines); at >= 0; at = text.indexOf(lines, at + 1)) {
      int end = at + lines.length();
      boolean begins = at == 0 || text.charAt(at - 1) == '\n';
      boolean ends = end == text.length() || lines.endsWith("\n") || text.charAt(end) == '\n';
      if (begins && ends) {
        return true;
      }
    }
    return false;
  }

  private static String string(ResourceContent content) throws IOException {
    if (content instanceof Text text) {
      return text.value();
    }
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
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
