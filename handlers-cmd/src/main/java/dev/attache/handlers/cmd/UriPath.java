package dev.attache.handlers.cmd;

import dev.attache.resource.ResourceUri;
import org.jspecify.annotations.Nullable;

/** What stands for a file in a URI of whatever scheme: all up to the query and the fragment. */
final class UriPath {

  private UriPath() {}

  /** Returns it without the scheme. */
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
   * Returns it if it ends as a file name does; null if not, as with {@code npm:left-pad@1.3.0},
   * whose end looks like that of a manual page.
   */
  static @Nullable String fileName(ResourceUri uri) {
    String path = of(uri);
    int dot = path.lastIndexOf('.');
    boolean isName =
        dot > path.lastIndexOf('/') + 1
            && dot + 1 < path.length()
            && Character.isLetter(path.charAt(dot + 1));
    return isName ? path : null;
  }
}
