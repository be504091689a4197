package dev.attache.handlers.cmd.spelling;

import dev.attache.resource.ResourceUri;
import org.jspecify.annotations.Nullable;

/** The parts of a URI of whatever scheme: the scheme itself, and what stands for a file. */
public final class UriPath {

  private UriPath() {}

  /** All between the scheme and the query or fragment. */
  static String of(ResourceUri uri) {
    String value = uri.value();
    int end = value.length();
    for (int i = value.indexOf(':') + 1; i < end; i++) {
      if (value.charAt(i) == '?' || value.charAt(i) == '#') {
        end = i;
      }
    }
    return value.substring(value.indexOf(':') + 1, end);
  }

  /**
   * That path if it ends as a file name does; null if not, as with {@code npm:left-pad@1.3.0},
   * whose end looks like that of a manual page.
   */
  public static @Nullable String fileName(ResourceUri uri) {
    String path = of(uri);
    int dot = path.lastIndexOf('.');
    boolean isName =
        dot > path.lastIndexOf('/') + 1
            && dot + 1 < path.length()
            && Character.isLetter(path.charAt(dot + 1));
    return isName ? path : null;
  }

  /** The URI with its scheme as {@link ResourceUri#scheme} spells it, and all else as it is. */
  public static ResourceUri withLowerCaseScheme(ResourceUri uri) {
    String scheme = uri.scheme();
    return uri.value().startsWith(scheme)
        ? uri
        : ResourceUri.of(scheme + uri.value().substring(scheme.length()));
  }
}
