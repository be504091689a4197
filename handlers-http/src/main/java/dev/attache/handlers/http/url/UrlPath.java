package dev.attache.handlers.http.url;

/** The path of a web URL: escapes first, then dot segments, which escapes can spell. */
final class UrlPath {

  private UrlPath() {}

  /**
   * Returns the canonical path.
   *
   * @param path begins with a slash or a backslash, or is empty
   */
  static String canonical(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    return withoutDotSegments(PercentPass.path(path));
  }

  private static String withoutDotSegments(String path) {
    var kept = new StringBuilder(path.length()); // each segment behind its slash
    int from = 1;
    while (from <= path.length()) {
      int to = slash(path, from);
      String segment = path.substring(from, to);
      boolean isUp = segment.equals("..");
      if (isUp && kept.length() > 0) {
        kept.setLength(kept.lastIndexOf("/"));
      }
      if (!isUp && !segment.equals(".")) {
        kept.append('/').append(segment);
      } else if (to == path.length()) {
        kept.append('/');
      }
      from = to + 1;
    }
    return kept.toString();
  }

  private static int slash(String path, int from) {
    int at = from;
    while (at < path.length() && !WebUrlParser.isSlash(path.charAt(at))) {
      at++;
    }
    return at;
  }
}
