package dev.attache.handlers.file.place;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The open directories from a root down to the one that was asked for last, so that the next one,
 * which is as a rule near it, costs a step and not the whole way. Not thread-safe.
 */
public final class DirectoryChain implements Closeable {

  /**
   * How many levels stay open: deeper ones are opened anew. Each takes two file descriptors, and
   * there is a chain for every reader, where 1024 may be all that a process has.
   */
  private static final int MAX_OPEN = 32;

  private final Path root;
  private final OpenDirectory rootDirectory;
  private final List<Level> levels = new ArrayList<>();
  private String current = "";

  private record Level(String name, OpenDirectory directory) {}

  public DirectoryChain(Path root) throws IOException {
    this.root = root;
    this.rootDirectory = OpenDirectory.root(root);
  }

  public Path root() {
    return root;
  }

  /**
   * Opens the directory at a path relative to the root; names are separated by slashes, and an
   * empty path is the root. It stays open until the next call.
   */
  public OpenDirectory open(String relative) throws IOException {
    if (!relative.equals(current)) {
      try {
        move(relative);
        current = relative;
      } catch (IOException e) {
        closeFrom(0);
        current = "";
        throw e;
      }
    }
    return last();
  }

  private void move(String relative) throws IOException {
    boolean below = relative.length() > current.length() && relative.startsWith(current + "/");
    if (below) {
      descend(relative.substring(current.length() + 1));
      return;
    }
    int common = 0; // levels in common with where we are
    int start = 0; // where the rest of the path begins
    while (common < Math.min(levels.size(), MAX_OPEN)) {
      String name = levels.get(common).name;
      int end = start + name.length();
      if (!relative.startsWith(name, start)
          || (end < relative.length() && relative.charAt(end) != '/')) {
        break;
      }
      common++;
      start = Math.min(end + 1, relative.length());
    }
    closeFrom(common);
    descend(relative.substring(start));
  }

  @Override
  public void close() throws IOException {
    closeFrom(0);
    rootDirectory.close();
  }

  private void descend(String path) throws IOException {
    for (int start = 0; start < path.length(); ) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      enter(path.substring(start, end));
      start = end + 1;
    }
  }

  private void enter(String name) throws IOException {
    OpenDirectory next = last().directory(root.getFileSystem().getPath(name));
    if (levels.size() > MAX_OPEN) {
      levels.remove(levels.size() - 1).directory.close();
    }
    levels.add(new Level(name, next));
  }

  private OpenDirectory last() {
    return levels.isEmpty() ? rootDirectory : levels.get(levels.size() - 1).directory;
  }

  private void closeFrom(int size) throws IOException {
    while (levels.size() > size) {
      levels.remove(levels.size() - 1).directory.close();
    }
  }
}
