package dev.attache.core.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.support.convert.ConversionAnswer;
import dev.attache.support.convert.Frame;
import dev.attache.support.convert.FrameAssembler;
import dev.attache.support.places.OwnedDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conversions that were made before, a file each in a directory of the user's own, by the digest of
 * the document, the converter and its version, and all options but the time; and why there is none,
 * where that will be the same each time. What is broken, or what others could have written, is as
 * if it were not there. Thread-safe, and safe among processes: files get their names when they are
 * whole.
 */
final class ConversionCache {

  /** What stands in all keys, and changes whenever what files hold does. */
  private static final String FORM = "2";

  /** Of so many files that were written one looks at all, to delete the oldest. */
  private static final int TRIM_EVERY = 64;

  /** Older ones were left behind by a process that died. */
  private static final Duration TEMPORARY = Duration.ofHours(1);

  private static final String PREFIX = ".new-";

  /** What another try could not change; time, memory and crashes are of the day. */
  private static final Set<Reason> LASTING =
      EnumSet.of(
          Reason.ENCRYPTED,
          Reason.FORBIDDEN,
          Reason.BROKEN,
          Reason.EMPTY,
          Reason.UNSUPPORTED,
          Reason.NO_SUCH_PART);

  private final OwnedDirectory directory;
  private final long maxBytes;
  private int written;

  ConversionCache(Path directory, long maxBytes) {
    this.directory = new OwnedDirectory(directory);
    this.maxBytes = maxBytes;
  }

  /** The name under which a conversion is kept. */
  static String key(
      ContentDigest document,
      String mimeType,
      ConverterEntry converter,
      ConversionOptions options) {
    ConversionLimits limits = options.limits();
    String all =
        String.join(
            "\n",
            FORM,
            document.toString(),
            mimeType,
            converter.toString(),
            limits.bytes() + " " + limits.pages() + " " + limits.cells(),
            Integer.toString(limits.characters()),
            String.valueOf(options.selector()),
            options.formulas() + " " + options.ignoreRestrictions());
    return ContentDigest.sha256(all.getBytes(UTF_8)).hex();
  }

  /**
   * Returns a conversion that is kept.
   *
   * @throws ConversionException if there is none, for a reason that is kept
   */
  @Nullable Conversion find(String key) throws ConversionException {
    Path file = directory.path().resolve(key);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try {
      directory.require();
      Frame kept = frame(Files.readAllBytes(file));
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return ConversionAnswer.read(kept);
    } catch (IOException e) {
      return null; // it is made again
    }
  }

  private static Frame frame(byte[] bytes) throws IOException {
    var frames = new ArrayList<Frame>(1);
    new FrameAssembler(frames::add).accept(bytes, 0, bytes.length);
    if (frames.size() != 1) {
      throw new IOException("a file ends early");
    }
    return frames.get(0);
  }

  void keep(String key, Conversion conversion) {
    keep(key, ConversionAnswer.of(1, conversion));
  }

  /** Keeps why there is no conversion, if that lasts. */
  void keep(String key, ConversionException problem) {
    if (LASTING.contains(problem.reason())) {
      keep(key, ConversionAnswer.of(1, problem));
    }
  }

  private void keep(String key, Frame answer) {
    try {
      directory.create();
      directory.require();
      Path fresh =
          Files.createTempFile(directory.path(), PREFIX, null, directory.permissions("rw-------"));
      try {
        try (OutputStream out = Files.newOutputStream(fresh)) {
          answer.writeTo(out);
        }
        Files.move(fresh, directory.path().resolve(key), StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
      if (isTrimDue()) {
        trim();
      }
    } catch (IOException e) {
      // It is made again when it is needed.
    }
  }

  /** The first that a process writes counts as well: most write few. */
  private synchronized boolean isTrimDue() {
    return written++ % TRIM_EVERY == 0;
  }

  private void trim() throws IOException {
    List<Kept> files = files();
    long total = files.stream().mapToLong(Kept::size).sum();
    Instant old = Instant.now().minus(TEMPORARY);
    for (Kept each : files) {
      boolean isLeftBehind = each.isTemporary() && each.used().isBefore(old);
      if ((isLeftBehind || total > maxBytes) && Files.deleteIfExists(each.file())) {
        total -= each.size();
      }
    }
  }

  /** All files, the one that was not used for longest first. */
  private List<Kept> files() throws IOException {
    var files = new ArrayList<Kept>();
    try (Stream<Path> all = Files.list(directory.path())) {
      for (Path each : (Iterable<Path>) all::iterator) {
        try {
          files.add(new Kept(each, Files.size(each), Files.getLastModifiedTime(each).toInstant()));
        } catch (IOException e) {
          // Another process has deleted it.
        }
      }
    }
    files.sort(Comparator.comparing(Kept::used));
    return files;
  }

  /** A file, and when it was last used. */
  private record Kept(Path file, long size, Instant used) {

    boolean isTemporary() {
      return file.getFileName().toString().startsWith(PREFIX);
    }
  }
}
