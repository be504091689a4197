package dev.attache.cli.handlers;

import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A directory that gets its files all at once or not at all, and holds nothing before. What it will
 * hold is written beside it, or inside if it is there already, and then moved.
 */
public final class NewDirectory {

  private final Path directory;

  private NewDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * A directory that is not there yet, or is empty.
   *
   * @throws IOException if there is something that would be in the way
   */
  public static NewDirectory at(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      if (!entriesOf(directory).isEmpty()) {
        throw new FileSystemException(
            directory.toString(),
            null,
            "it already exists and is not empty; name another directory");
      }
    } else if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(
          directory.toString(),
          null,
          "it already exists and is not a directory; name another directory");
    }
    return new NewDirectory(directory.toAbsolutePath());
  }

  /**
   * Writes the files.
   *
   * @param files by their paths, with slashes
   */
  public void write(Map<String, byte[]> files) throws IOException {
    boolean exists = Files.isDirectory(directory);
    Path parent = // the root exists
        exists ? directory : Objects.requireNonNull(directory.getParent());
    Path staged = parent.resolve(".attache-new-" + ProcessHandle.current().pid());
    var made = new ArrayDeque<Path>();
    try {
      makeDirectories(parent, made);
      Files.createDirectory(staged);
      made.push(staged);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path target = staged.resolve(file.getKey());
        Files.createDirectories(target.getParent());
        Files.write(target, file.getValue());
      }
      if (exists) {
        moveEntries(staged, made);
      } else {
        Files.move(staged, directory);
      }
    } catch (IOException e) {
      for (Path each : made) {
        delete(each, e);
      }
      throw inDirectory(e, staged);
    }
  }

  /** A failure at what was to be moved, as one at the place that it was for. */
  private IOException inDirectory(IOException e, Path staged) {
    if (!(e instanceof FileSystemException f) || f.getFile() == null) {
      return e;
    }
    Path file = Path.of(f.getFile());
    if (!file.startsWith(staged)) {
      return e;
    }
    String meant = directory.resolve(staged.relativize(file)).toString();
    return (IOException) new FileSystemException(meant, null, FileProblem.of(e)).initCause(e);
  }

  private static void makeDirectories(Path wanted, Deque<Path> made) throws IOException {
    var missing = new ArrayDeque<Path>();
    for (Path each = wanted; each != null && !Files.exists(each); each = each.getParent()) {
      missing.push(each);
    }
    for (Path each : missing) {
      Files.createDirectory(each);
      made.push(each);
    }
  }

  private void moveEntries(Path staged, Deque<Path> made) throws IOException {
    for (Path entry : entriesOf(staged)) {
      Path target = directory.resolve(entry.getFileName());
      Files.move(entry, target);
      made.push(target);
    }
    Files.delete(staged);
  }

  private static List<Path> entriesOf(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  /** Deletes what was made, as far as it can be; all else stays the first failure's. */
  private static void delete(Path made, IOException failure) {
    try (Stream<Path> all = Files.walk(made)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
