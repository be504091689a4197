package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.file.glob.ExcludeGlob;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * A choice of files by patterns, which mean what those of excludes do: without a slash a name at
 * any depth, with one a path from the directory that they belong to, and of a directory all below
 * it. Immutable and thread-safe.
 */
public final class PathPatterns implements Predicate<ResourceUri> {

  private final Path directory;
  private final List<ExcludeGlob> patterns;

  private PathPatterns(Path directory, List<ExcludeGlob> patterns) {
    this.directory = directory;
    this.patterns = patterns;
  }

  /**
   * Reads patterns.
   *
   * @param directory the real path of the directory that they belong to
   * @throws IllegalArgumentException if one is none; the message begins with it in parentheses
   */
  public static PathPatterns of(Path directory, List<String> patterns) {
    return new PathPatterns(directory, patterns.stream().map(ExcludeGlob::parse).toList());
  }

  /** Whether a URI is that of a file which one of the patterns matches. */
  @Override
  public boolean test(ResourceUri uri) {
    if (patterns.isEmpty() || !uri.scheme().equals("file")) {
      return false;
    }
    byte[] path = relative(uri);
    return patterns.stream().anyMatch(each -> each.excludes(path, 0, path.length, false));
  }

  private byte[] relative(ResourceUri uri) {
    try {
      String path = FileUri.parse(uri.value()).path();
      String start = directory.getNameCount() == 0 ? "/" : directory + "/";
      return (path.startsWith(start) ? path.substring(start.length()) : path).getBytes(UTF_8);
    } catch (ResourceException e) {
      throw new IllegalArgumentException("(" + uri + ") must be canonical", e);
    }
  }
}
