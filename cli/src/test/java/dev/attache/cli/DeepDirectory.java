package dev.attache.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A directory so deep that its path is longer than systems allow: it can be reached by symbolic
 * links alone, and no real path can be given for it.
 */
final class DeepDirectory {

  /** Longer together than 4,096 characters, and alone shorter. */
  private static final int STAGES = 3;

  private static final int DEPTH = 9;
  private static final String NAME = "d".repeat(200);

  private DeepDirectory() {}

  /** Makes one, and returns a link to it. */
  static Path in(Path directory) throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("deep0"), directory);
    for (int stage = 1; stage <= STAGES; stage++) {
      Path below = link;
      for (int i = 0; i < DEPTH; i++) {
        below = Files.createDirectory(below.resolve(NAME));
      }
      link = Files.createSymbolicLink(directory.resolve("deep" + stage), below);
    }
    return link;
  }

  /** Deletes it, which nobody could who goes by its path. */
  static void delete(Path directory) throws IOException {
    for (int stage = STAGES; stage > 0; stage--) {
      Files.delete(directory.resolve("deep" + stage));
      Path above = directory.resolve("deep" + (stage - 1));
      for (int depth = DEPTH; depth > 0; depth--) {
        Files.delete(above.resolve(Path.of(NAME, names(depth - 1))));
      }
    }
    Files.delete(directory.resolve("deep0"));
  }

  private static String[] names(int count) {
    var names = new String[count];
    Arrays.fill(names, NAME);
    return names;
  }
}
