package dev.attache.conversation.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The absolute path that somebody names, by its letters: what stands there now, maybe a link to
 * elsewhere or nothing, does not count. Lines of a file ({@code #L1-9}) stay a part of it.
 */
final class WrittenPath {

  private static final String FILE = "file:";

  private WrittenPath() {}

  /**
   * Returns the path that a URI or a path spells.
   *
   * @return null if it is no file's of this machine, or goes up by {@code ..}, where letters tell
   *     nothing
   */
  static @Nullable String of(String named, String workspace) {
    if (!named.regionMatches(true, 0, FILE, 0, FILE.length())) {
      return normal(named.startsWith("/") ? named : workspace + "/" + named);
    }
    String path = named.substring(FILE.length());
    if (path.startsWith("//")) {
      int end = path.indexOf('/', 2);
      String host = path.substring(2, end < 0 ? path.length() : end);
      if (!host.isEmpty() && !host.equalsIgnoreCase("localhost")) {
        return null;
      }
      path = end < 0 ? "/" : path.substring(end);
    }
    try {
      String decoded = URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
      return normal(decoded.startsWith("/") ? decoded : workspace + "/" + decoded);
    } catch (IllegalArgumentException e) {
      return null; // a % that encodes nothing
    }
  }

  private static @Nullable String normal(String path) {
    var names = new StringJoiner("/", "/", "");
    for (String name : path.split("/", -1)) {
      if (name.equals("..")) {
        return null;
      }
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return names.toString();
  }
}
