package dev.attache.core.outcome;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceUri;
import dev.attache.support.text.PercentEncoding;
import org.jspecify.annotations.Nullable;

/**
 * The path of a file relative to the workspace, such as {@code src/App.java} or {@code
 * src/App.java#L10-20}: the name that models and people know it by wherever the workspace lies.
 */
public final class WorkspacePath {

  private static final char REPLACEMENT = '\uFFFD';
  private static final String SOURCE = "file";

  private WorkspacePath() {}

  /**
   * {@return the path of what was read; null if it is no file of the workspace}
   *
   * @param snapshot what was read, by any handler
   */
  public static @Nullable String of(Snapshot snapshot) {
    return snapshot.source().equals(SOURCE) // a server may call its files what it wants
        ? of(snapshot.resource().uri(), snapshot.resource().name())
        : null;
  }

  /**
   * {@return the path of a file below a directory; null if it is none of a path of its own}
   *
   * @param directory an absolute path, with or without a slash at the end
   * @param uri a canonical URI of any scheme
   */
  public static @Nullable String below(String directory, ResourceUri uri) {
    String value = uri.value();
    if (!value.startsWith("file:///")) {
      return null;
    }
    String path = new String(PercentEncoding.decode(value.substring("file://".length())), UTF_8);
    String root = directory.endsWith("/") ? directory : directory + "/";
    return path.startsWith(root) ? of(uri, path.substring(root.length())) : null;
  }

  /**
   * Returns the path.
   *
   * @param uri a canonical URI of any scheme
   * @param name what the handler of files calls it
   * @return null for what is no file, lies elsewhere, or has no name that could mean it only
   */
  public static @Nullable String of(ResourceUri uri, @Nullable String name) {
    String value = uri.value();
    if (name == null || name.isEmpty() || name.charAt(0) == '/' || !value.startsWith("file:///")) {
      return null;
    }
    if (name.indexOf(REPLACEMENT) >= 0 || name.contains("//") || value.contains("%23")) {
      return null; // a # in a name of a file would look like the one before lines
    }
    String spelled =
        value.indexOf('%') < 0 ? value : new String(PercentEncoding.decode(value), UTF_8);
    boolean isItsEnd =
        spelled.endsWith(name) && spelled.charAt(spelled.length() - name.length() - 1) == '/';
    return isItsEnd ? name : null;
  }
}
