package dev.attache.cli.config;

import dev.attache.resource.ResourceUri;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/**
 * A choice of files by patterns, which mean what those of excludes do: without a slash a name at
 * any depth, with one a path from the directory that they belong to, and of a directory all below
 * it. Immutable and thread-safe.
 */
public final class PathPatterns implements Predicate<ResourceUri> {

  private final Path directory;
  private final List<PathMatcher> matchers;

  private PathPatterns(Path directory, List<PathMatcher> matchers) {
    this.directory = directory;
    this.matchers = matchers;
  }

  /**
   * Reads patterns, in the syntax of globs ({@link FileSystem#getPathMatcher}).
   *
   * @param directory the real path of the directory that they belong to
   * @throws PatternSyntaxException if one is none
   */
  static PathPatterns of(Path directory, List<String> patterns) {
    var matchers = new ArrayList<PathMatcher>();
    for (String pattern : patterns) {
      boolean isDirectory = pattern.endsWith("/");
      String name = isDirectory ? pattern.substring(0, pattern.length() - 1) : pattern;
      List<String> places =
          name.indexOf('/') < 0
              ? List.of(name, "**/" + name)
              : List.of(name.startsWith("/") ? name.substring(1) : name);
      for (String place : places) {
        if (!isDirectory) {
          matchers.add(directory.getFileSystem().getPathMatcher("glob:" + place));
        }
        matchers.add(directory.getFileSystem().getPathMatcher("glob:" + place + "/**"));
      }
    }
    return new PathPatterns(directory, List.copyOf(matchers));
  }

  /** Whether a URI is that of a file which one of the patterns matches. */
  @Override
  public boolean test(ResourceUri uri) {
    if (matchers.isEmpty() || !uri.scheme().equals("file")) {
      return false;
    }
    Path file = Path.of(URI.create(uri.value().split("#", 2)[0]));
    Path path = file.startsWith(directory) ? directory.relativize(file) : file;
    return matchers.stream().anyMatch(each -> each.matches(path));
  }
}
