package dev.attache.handlers.file.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.secrets.SensitiveNames;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A file by the allowed root that it lies in and its way down from there.
 *
 * @param root the root, a real path
 * @param directory the directory that holds it, relative to the root; empty for the root itself
 * @param name its name in that directory
 */
public record RootedPath(Path root, String directory, String name) {

  /** Returns the place of a real path that lies below {@code root}. */
  public static RootedPath of(Path root, Path path) {
    String relative = relative(root, path);
    int slash = relative.lastIndexOf('/');
    return new RootedPath(
        root, slash < 0 ? "" : relative.substring(0, slash), relative.substring(slash + 1));
  }

  /** The way from a root down to a real path below it; empty for the root itself. */
  public static String relative(Path root, Path path) {
    int start = root.getNameCount() == 0 ? 1 : root.toString().length() + 1;
    String spelled = path.toString();
    return start < spelled.length() ? spelled.substring(start) : "";
  }

  /**
   * A path relative to one root as it is relative to another, if one of them lies in the other.
   *
   * @return null if it does not lie in the other root
   */
  public static byte @Nullable [] moved(byte[] path, Path from, Path to) {
    if (from.equals(to)) {
      return path;
    }
    boolean isInner = to.startsWith(from);
    if (!isInner && !from.startsWith(to)) {
      return null;
    }
    byte[] between = ((isInner ? relative(from, to) : relative(to, from)) + "/").getBytes(UTF_8);
    if (!isInner) {
      byte[] moved = Arrays.copyOf(between, between.length + path.length);
      System.arraycopy(path, 0, moved, between.length, path.length);
      return moved;
    }
    boolean isBelow = Arrays.mismatch(between, path) == between.length;
    return isBelow ? Arrays.copyOfRange(path, between.length, path.length) : null;
  }

  /** What people are shown for a real path: relative to the workspace if it lies there. */
  public static String display(Path root, String relative, Path workspace) {
    if (root.equals(workspace)) {
      return relative;
    }
    Path path = root.resolve(relative);
    return path.startsWith(workspace) ? relative(workspace, path) : path.toString();
  }

  /** Whether a file that is called so often contains secrets. */
  public boolean isSensitive() {
    return SensitiveNames.match(directory.isEmpty() ? root.toString() : directory, name);
  }

  public Path fileName() {
    return root.getFileSystem().getPath(name);
  }

  /** Its path relative to the root. */
  public String path() {
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  /** What people are shown: the path relative to the workspace, or else the whole path. */
  public String display(Path workspace) {
    return display(root, path(), workspace);
  }
}
