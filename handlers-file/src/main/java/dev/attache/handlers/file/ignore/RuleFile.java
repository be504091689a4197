package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.OpenDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;

/**
 * The content of a small file that sets rules: an ignore file, a git configuration, a {@code .git}
 * file.
 *
 * <p>What is missing, is not a regular file, is larger than {@link #MAX_BYTES} or cannot be read
 * has no content; but for the first, a problem says so. A FIFO or a device is never opened, and
 * {@code /dev/null} is git's own word for none (git(1), "GIT_CONFIG_GLOBAL").
 */
final class RuleFile {
  static final int MAX_BYTES = 8 << 20;
  private static final byte[] NOTHING = {};
  private static final Path NONE = Path.of("/dev/null");

  /** One thing that is asked of the file system. */
  @FunctionalInterface
  private interface Step<T> {
    T take() throws IOException;
  }

  private RuleFile() {}

  /** Reads a file that may be a symbolic link, as git reads its configuration. */
  static byte[] read(Path file, Consumer<String> problems) {
    return readFile(file, problems);
  }

  /** Reads a file of a work tree, where git follows no symbolic link (gitignore(5), "NOTES"). */
  static byte[] readNoFollow(Path file, Consumer<String> problems) {
    return readFile(file, problems, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Reads a file of a directory that is held open: whatever is swapped for a link meanwhile, it is
   * a file of that directory.
   *
   * @param file its path, for people
   */
  static byte[] readNoFollow(OpenDirectory directory, Path file, Consumer<String> problems) {
    Path name = file.getFileName();
    return readFile(
        file,
        problems,
        () -> directory.attributes(name),
        () -> Channels.newInputStream(directory.file(name)));
  }

  private static byte[] readFile(Path file, Consumer<String> problems, LinkOption... options) {
    return file.equals(NONE) || Files.notExists(file, options)
        ? NOTHING
        : readFile(
            file,
            problems,
            () -> Files.readAttributes(file, BasicFileAttributes.class, options),
            () -> Files.newInputStream(file, options));
  }

  private static byte[] readFile(
      Path file,
      Consumer<String> problems,
      Step<BasicFileAttributes> look,
      Step<InputStream> open) {
    try {
      BasicFileAttributes attributes = look.take();
      if (attributes.isDirectory()) {
        return NOTHING;
      }
      if (!attributes.isRegularFile()) {
        problems.accept(file + ": not a regular file; its rules are ignored");
        return NOTHING;
      }
      return readBounded(file, problems, open);
    } catch (NoSuchFileException e) {
      return NOTHING;
    } catch (IOException e) {
      problems.accept(file + ": cannot be read; its rules are ignored");
      return NOTHING;
    }
  }

  private static byte[] readBounded(Path file, Consumer<String> problems, Step<InputStream> open)
      throws IOException {
    try (InputStream in = open.take()) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length <= MAX_BYTES) {
        return content;
      }
      problems.accept(file + ": larger than " + MAX_BYTES + " bytes; its rules are ignored");
      return NOTHING;
    }
  }
}
