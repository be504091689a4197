package dev.attache.handlers.file;

import dev.attache.handlers.file.place.AllowedRoots;
import dev.attache.handlers.file.place.FilePart;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.handlers.file.place.RootedPath;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.support.glob.ExcludeGlob;
import dev.attache.support.glob.Glob;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reference that takes away what earlier ones name: a pattern with the places of gitignore(5), or
 * a path that exists.
 *
 * @param reference the reference
 * @param pattern the pattern, compared with paths relative to their root
 * @param root the only root that it applies to; null for all
 * @param spelling how the pattern spells those paths
 */
record Exclusion(Reference reference, ExcludeGlob pattern, @Nullable Path root, Spelling spelling) {

  /**
   * Reads a reference. A path that exists is that place, wherever links and {@code ..} lead; a bare
   * name is a pattern for any depth too.
   */
  static List<Exclusion> of(Reference reference, HandlerContext context) throws ResourceException {
    String target = reference.target();
    boolean exists = exists(target, context);
    if (!exists) {
      requireWhole(reference);
    }
    if (!exists && isFileUri(target)) {
      return List.of(place(reference, FileLocation.ofUri(uri(target), context).path(), context));
    }
    if (!exists || target.isEmpty()) {
      return List.of(pattern(reference, context));
    }
    Path real = FileLocation.ofPath(target, null, context).path();
    boolean inside = AllowedRoots.of(context).find(real) != null;
    if (isName(target)) {
      boolean isLink = !real.equals(context.workspace().resolve(target));
      return isLink && inside
          ? List.of(pattern(reference, context), place(reference, real, context))
          : List.of(pattern(reference, context));
    }
    // What an absolute path names outside may be meant as gitignore has it: from the workspace.
    return inside || !target.startsWith("/")
        ? List.of(place(reference, real, context))
        : List.of(pattern(reference, context));
  }

  private static void requireWhole(Reference reference) throws ResourceException {
    int hash = reference.target().lastIndexOf('#');
    FilePart part = hash < 0 ? null : FilePart.parse(reference.target().substring(hash + 1));
    if (part != null) {
      throw FileUri.invalid(
          reference.text(),
          "excludes "
              + (part.lines() != null ? "lines" : "a part")
              + ", but only whole files can be excluded");
    }
  }

  boolean excludes(Path otherRoot, byte[] path, boolean isDirectory) {
    byte[] here = root == null ? path : RootedPath.moved(path, otherRoot, root);
    if (here == null) {
      return false;
    }
    byte[] spelled = spelling.of(here);
    return pattern.excludes(spelled, 0, spelled.length, isDirectory);
  }

  /** Whether a path is but one plain name, which gitignore(5) finds at any depth. */
  private static boolean isName(String target) {
    String name = target.endsWith("/") ? target.substring(0, target.length() - 1) : target;
    return name.indexOf('/') < 0 && name.indexOf('\\') < 0 && !Glob.hasMagic(name);
  }

  private static Exclusion place(Reference reference, Path path, HandlerContext context)
      throws ResourceException {
    Path root = AllowedRoots.of(context).require(path, reference.text());
    String relative = RootedPath.relative(root, path);
    String slash = reference.target().endsWith("/") ? "/" : "";
    String literal = relative.isEmpty() ? "/**" : "/" + quote(relative) + slash;
    return new Exclusion(reference, parse(reference, literal), root, Spelling.SAME);
  }

  /** A pattern whose leading directories are plain names is anchored where these lead. */
  private static Exclusion pattern(Reference reference, HandlerContext context)
      throws ResourceException {
    String target = reference.target();
    ExcludeGlob pattern = parse(reference, target);
    String directory = isName(target) ? "" : Glob.parse(target).literalPrefix();
    if (directory.isEmpty()) {
      return new Exclusion(reference, pattern, null, Spelling.SAME);
    }
    Path real = FileLocation.ofPath(directory, null, context).path();
    Path root = AllowedRoots.of(context).find(real);
    if (root == null && target.startsWith("/")) {
      return new Exclusion(reference, pattern, null, Spelling.SAME);
    }
    Path anchor = AllowedRoots.of(context).require(real, reference.text());
    var spelling = new Spelling(RootedPath.relative(anchor, real), directory);
    return new Exclusion(reference, pattern, anchor, spelling);
  }

  private static ExcludeGlob parse(Reference reference, String pattern) throws ResourceException {
    try {
      return ExcludeGlob.parse(pattern);
    } catch (IllegalArgumentException e) {
      throw FileUri.invalid(reference.text(), String.valueOf(e.getMessage()));
    }
  }

  /** Quotes what a glob would take for more than a character. */
  private static String quote(String path) {
    var quoted = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if ("*?[]{}\\,".indexOf(c) >= 0) {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.toString();
  }

  static boolean isFileUri(String target) {
    return target.regionMatches(true, 0, "file:", 0, "file:".length());
  }

  static ResourceUri uri(String target) throws ResourceException {
    return ResourceUri.parse(target)
        .orElseThrow(() -> FileUri.invalid(target, "must not contain control characters"));
  }

  static boolean exists(String target, HandlerContext context) {
    try {
      return Files.exists(context.workspace().resolve(target), LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
