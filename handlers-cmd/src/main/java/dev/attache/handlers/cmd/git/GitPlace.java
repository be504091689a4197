package dev.attache.handlers.cmd.git;

import dev.attache.support.process.PlatformText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The place from which git is asked about a repository.
 *
 * @param directory the directory it runs in
 * @param options its options that say which repository is meant; none for the one around
 */
record GitPlace(Path directory, List<String> options) {

  GitPlace {
    options = List.copyOf(options);
  }

  /**
   * The repository that a directory holds under a name. So named git looks at it whoever owns it,
   * as it does in a submodule, and as a script may have it do.
   */
  static GitPlace of(Path directory, String name) {
    return new GitPlace(directory, List.of("--git-dir=" + name));
  }

  /** The repository that a directory lies in; null if it lies in none. */
  static @Nullable GitPlace around(Path directory) {
    for (Path at = directory; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return of(at, ".git");
      }
      if (isBare(at)) {
        return of(at, ".");
      }
    }
    return null;
  }

  /** The arguments that ask git something here. */
  List<String> arguments(String... question) {
    var all = new ArrayList<>(options);
    all.addAll(List.of(question));
    return all;
  }

  /** The path that git tells here when it is asked for it by {@code rev-parse}. */
  Path path(GitReader git, Map<String, String> environment, String... question) throws IOException {
    var all = arguments("rev-parse");
    all.addAll(List.of(question));
    String line = git.records(directory, environment, all, record -> true).get(0);
    return PlatformText.pathOfBytes(
        line.endsWith("\n") ? line.substring(0, line.length() - 1) : line);
  }

  private static boolean isBare(Path directory) {
    return Files.exists(directory.resolve("HEAD"))
        && Files.isDirectory(directory.resolve("objects"))
        && Files.isDirectory(directory.resolve("refs"));
  }
}
