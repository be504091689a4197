package dev.attache.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The contents that each file of the conversations needs, as a run that deletes the others has
 * found them. They are kept in {@link EmbeddedFiles#marks} until a run has come to its end, so that
 * one that is stopped or killed before is gone on with. A mark counts for as long as its file has
 * the size, the time and the identity that it had before it was looked at. What cannot be kept or
 * read is looked at again. Not thread-safe, but safe for several processes.
 */
final class EmbeddedMarks {

  /**
   * How old the last change of a file has to be for its mark: within the grain of a file system's
   * clock, another one might not show.
   */
  private static final Duration OLD = Duration.ofSeconds(3);

  private static final int KEPT_AT_ONCE = 1 << 16;
  private static final int FIELDS = 5;
  private static final int DIGITS = 64;

  private final EmbeddedFiles files;
  private final Map<String, Mark> known = new HashMap<>();
  private final StringBuilder unkept = new StringBuilder();

  /**
   * What is known of a file.
   *
   * @param stamp its size, time and identity
   */
  private record Mark(String stamp, Set<ContentDigest> needs) {}

  private EmbeddedMarks(EmbeddedFiles files) {
    this.files = files;
  }

  /** Returns those of a run that has not ended; none if there is none. */
  static EmbeddedMarks of(EmbeddedFiles files) {
    var marks = new EmbeddedMarks(files);
    marks.read();
    return marks;
  }

  /** Returns no marks, which are kept nowhere. */
  static EmbeddedMarks none(EmbeddedFiles files) {
    return new EmbeddedMarks(files);
  }

  /** Whether a file has not been changed just now. */
  static boolean isOld(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().toMillis() < System.currentTimeMillis() - OLD.toMillis();
  }

  /** What a file needs; null if that is not known, or the file is no longer the same. */
  @Nullable Set<ContentDigest> of(Path file, BasicFileAttributes attributes) {
    Mark mark = known.get(name(file));
    return mark == null || !mark.stamp().equals(stamp(attributes)) ? null : mark.needs();
  }

  /**
   * Adds what a file needs.
   *
   * @param attributes those that it had before it was looked at
   */
  void add(Path file, BasicFileAttributes attributes, Set<ContentDigest> needs) {
    var mark = new Mark(stamp(attributes), needs);
    String name = name(file);
    known.put(name, mark);
    if (name.chars().anyMatch(c -> c < ' ')) {
      return; // no line has it
    }
    var line = new StringBuilder(mark.stamp()).append(' ');
    needs.forEach(each -> line.append(each.hex()));
    line.append(' ').append(name);
    unkept.append('\n').append(crc(line.toString())).append(' ').append(line).append('\n');
    if (unkept.length() > KEPT_AT_ONCE) {
      keep();
    }
  }

  /** Keeps what was added, for whoever goes on. */
  void keep() {
    if (unkept.length() > 0) {
      boolean isInterrupted = Thread.interrupted(); // which would close the file
      ByteBuffer bytes = ByteBuffer.wrap(unkept.toString().getBytes(UTF_8));
      unkept.setLength(0);
      try (FileChannel channel = StoreFiles.openOrCreate(files.marks())) {
        long end = channel.size();
        while (bytes.hasRemaining()) {
          end += channel.write(bytes, end);
        }
      } catch (IOException e) {
        // then whoever goes on looks at more
      } finally {
        if (isInterrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Forgets all, after a run that has come to its end. */
  void forget() {
    known.clear();
    unkept.setLength(0);
    try {
      Files.deleteIfExists(files.marks());
    } catch (IOException e) {
      // what is left is used if it is still true
    }
  }

  private void read() {
    try {
      if (Files.isRegularFile(files.marks(), LinkOption.NOFOLLOW_LINKS)) {
        try (Stream<String> lines = Files.lines(files.marks())) {
          lines.forEach(this::read);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // then all is looked at
    }
  }

  private void read(String text) {
    int space = text.indexOf(' ');
    String line = text.substring(space + 1);
    if (space < 0 || !text.substring(0, space).equals(crc(line))) {
      return; // of somebody who was killed
    }
    String[] fields = line.split(" ", FIELDS);
    if (fields.length < FIELDS || fields[3].length() % DIGITS != 0) {
      return;
    }
    Set<ContentDigest> needs = new HashSet<>();
    for (int i = 0; i < fields[3].length(); i += DIGITS) {
      ContentDigest digest =
          ContentDigest.parse("sha256:" + fields[3].substring(i, i + DIGITS)).orElse(null);
      if (digest == null) {
        return;
      }
      needs.add(digest);
    }
    known.put(fields[4], new Mark(fields[0] + ' ' + fields[1] + ' ' + fields[2], needs));
  }

  private String name(Path file) {
    return files.conversations().relativize(file).toString();
  }

  private static String stamp(BasicFileAttributes attributes) {
    return attributes.size()
        + " "
        + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
        + " "
        + String.valueOf(attributes.fileKey()).replace(' ', '_');
  }

  private static String crc(String line) {
    var crc = new CRC32();
    crc.update(line.getBytes(UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
