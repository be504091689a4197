package dev.attache.support.places;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small file of the user's own whose loss costs nobody more than a little time: lines that are
 * read whole and replaced whole. What cannot be read, or what others could have written, is as if
 * it were not there; of two processes that replace it at once, the later one wins. Thread-safe.
 *
 * @param file where it is; null if there is no place for it
 */
public record DisposableLines(@Nullable Path file) {

  private static final int MAX_SIZE = 1 << 20;

  /** {@return all lines; none if there are none to go by} */
  public List<String> read() {
    if (file == null) {
      return List.of();
    }
    try {
      OwnedPath.require(file, LinkOption.NOFOLLOW_LINKS);
      try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = in.readNBytes(MAX_SIZE + 1);
        return bytes.length > MAX_SIZE ? List.of() : new String(bytes, UTF_8).lines().toList();
      }
    } catch (IOException e) {
      return List.of(); // what it would have spared is done again
    }
  }

  /**
   * Replaces all lines, in a directory that is made if it is missing.
   *
   * @param lines each without its end; written in UTF-8
   * @return whether that was possible
   */
  public boolean replace(List<String> lines) {
    if (file == null || file.getParent() == null) {
      return false;
    }
    var directory = new OwnedDirectory(file.getParent());
    try {
      directory.create();
      directory.require();
      Path fresh =
          Files.createTempFile(directory.path(), ".new-", null, directory.permissions("rw-------"));
      try {
        Files.write(fresh, lines, UTF_8);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
