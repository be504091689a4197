package dev.attache.mcp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The directory tree of the workspace, which may be somebody else's: whoever wrote it decides what
 * lies in it, and where its links lead.
 */
final class Checkout {

  /** More links than any system follows. */
  private static final int MAX_LINKS = 64;

  private final Path root;

  /**
   * @param root absolute, free of links
   */
  Checkout(Path root) {
    this.root = root;
  }

  /**
   * Whether a path leads into or through the workspace, by its letters or by a link on the way, so
   * that the workspace decides what is at its end.
   *
   * @param path absolute; nothing needs to be there
   */
  boolean decides(Path path) {
    return passes(path) || endsInside(path);
  }

  private boolean passes(Path path) {
    var names = new ArrayDeque<Path>();
    push(names, path);
    Path here = path.getRoot();
    int links = 0;
    while (!here.startsWith(root)) {
      Path name = names.poll();
      if (name == null) {
        return false;
      }
      Path next = step(here, name);
      Path target = target(next);
      if (target != null && ++links > MAX_LINKS) {
        return true;
      }
      if (target == null) {
        here = next;
      } else {
        push(names, target);
        here = target.isAbsolute() ? target.getRoot() : here;
      }
    }
    return true;
  }

  /** The system may know more ways to write a path: in upper case, for instance. */
  private boolean endsInside(Path path) {
    try {
      return path.toRealPath().startsWith(root);
    } catch (IOException e) {
      return false; // nothing is there
    }
  }

  private static Path step(Path here, Path name) {
    return switch (name.toString()) {
      case "", "." -> here;
      case ".." -> here.getParent() == null ? here : here.getParent();
      default -> here.resolve(name);
    };
  }

  private static void push(ArrayDeque<Path> names, Path path) {
    for (int i = path.getNameCount() - 1; i >= 0; i--) {
      names.push(path.getName(i));
    }
  }

  private static @Nullable Path target(Path file) {
    try {
      return Files.isSymbolicLink(file) ? Files.readSymbolicLink(file) : null;
    } catch (IOException e) {
      return null; // which then leads nowhere
    }
  }
}
