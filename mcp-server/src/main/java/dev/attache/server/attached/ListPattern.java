package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.glob.ExcludeGlob;
import java.util.function.Predicate;

/**
 * The resources that a model wants to see of a list, by a glob of their paths or URIs: {@code
 * src/*.java}, {@code *.java} at any depth, {@code src} for all below a directory.
 */
final class ListPattern implements Predicate<ListedResource> {

  private final ExcludeGlob glob;

  /**
   * @throws IllegalArgumentException if it is no glob
   */
  ListPattern(String pattern) {
    glob = ExcludeGlob.parse(pattern);
  }

  @Override
  public boolean test(ListedResource listed) {
    String path = listed.path();
    byte[] name = (path == null ? listed.uri() : path).getBytes(UTF_8);
    return glob.excludes(name, 0, name.length, false); // which matches as a line of .gitignore does
  }
}
