package dev.attache.handlers.http.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.PartSelector;
import dev.attache.support.text.PercentEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a document that the fragment of a URL selects, as RFC 8118 has it for PDF. What else
 * a fragment says, such as {@code zoom=100}, is for who shows the document, and is left out.
 */
public final class WebPart {

  /** What RFC 3986 lets stand for itself in a fragment. */
  private static final PercentEncoding FRAGMENT = PercentEncoding.keeping("-._~!$&'()*+,;=:@/?");

  private WebPart() {}

  /**
   * {@return the part that a URL selects; null if it selects none}
   *
   * @param url as it was written, or canonical
   */
  public static @Nullable PartSelector of(String url) {
    int hash = url.indexOf('#');
    if (hash < 0) {
      return null;
    }
    for (String each : url.substring(hash + 1).strip().split("&", -1)) {
      Optional<PartSelector> part =
          PartSelector.parse(new String(PercentEncoding.decode(each), UTF_8));
      if (part.isPresent()) {
        return part.get();
      }
    }
    return null;
  }

  /**
   * {@return the canonical URL of a part}
   *
   * @param url that of the whole
   * @param part the part; null for all of it
   */
  public static String join(WebUrl url, @Nullable PartSelector part) {
    return part == null
        ? url.value()
        : url.value() + "#" + FRAGMENT.encode(part.toString()).replace("&", "%26");
  }

  /**
   * {@return the URL of the whole}
   *
   * @param canonical that of a part, or of the whole
   */
  public static String whole(String canonical) {
    int hash = canonical.indexOf('#');
    return hash < 0 ? canonical : canonical.substring(0, hash);
  }
}
