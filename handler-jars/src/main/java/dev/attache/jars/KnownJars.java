package dev.attache.jars;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.support.places.DisposableLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of jars that earlier runs have read, so that a run need not read what has not changed:
 * digest and manifest are taken from it while size, times, inode and device of every file are what
 * they were. Not thread-safe.
 *
 * <p>It decides what a jar is taken for, and never what is run: that is a copy whose bytes are
 * compared with the trusted digest. So what changes without a trace, or a memory that lies, gets
 * nothing of its own run.
 */
public final class KnownJars {

  /** Of this form are the lines; those of another one are not read. */
  private static final String HEADER = "attache jars 4";

  private static final int MOST = 200;

  private final DisposableLines lines;
  private final Map<Path, KnownJar> known = new LinkedHashMap<>();
  private boolean isChanged;

  /**
   * Reads the memory in a file, which need not exist.
   *
   * @param lines the file, and how it is read; what cannot be read is as good as no memory
   */
  public KnownJars(DisposableLines lines) {
    this.lines = lines;
    List<String> all = lines.read();
    if (!all.isEmpty() && all.get(0).equals(HEADER)) {
      all.stream()
          .skip(1)
          .map(KnownJar::parse)
          .flatMap(Optional::stream)
          .forEach(each -> known.put(each.path(), each));
    }
  }

  /**
   * {@return a jar or a folder as {@link HandlerJar#read} does, and reads it only if it is new or
   * may have changed}
   *
   * @param path a file that ends in {@code .jar}, or a folder with such files
   * @param kind how it comes to be used
   * @throws HandlerJarException as that does
   */
  public HandlerJar read(Path path, HandlerOrigin.Kind kind) throws HandlerJarException {
    Path key = path.toAbsolutePath();
    KnownJar earlier = known.get(key);
    if (earlier != null && earlier.isUnchanged(kind)) {
      return earlier.jar(kind);
    }
    isChanged |= known.remove(key) != null;
    Instant begun = Instant.now();
    List<KnownJar.KnownFile> before = look(key);
    HandlerJar jar = HandlerJar.read(key, kind);
    try {
      KnownJar.of(jar, before, begun).ifPresent(this::add);
    } catch (IOException e) {
      // It has changed since, and is read again by the next run.
    }
    return jar;
  }

  private static List<KnownJar.KnownFile> look(Path path) {
    try {
      return KnownJar.look(path);
    } catch (IOException e) {
      return List.of(); // what is wrong with it shows when it is read
    }
  }

  private void add(KnownJar jar) {
    known.put(jar.path(), jar);
    isChanged = true;
  }

  /** Writes down what is new, without what is not there any more. */
  public void save() {
    if (isChanged) {
      known.keySet().removeIf(path -> !Files.exists(path));
      var all = new ArrayList<String>();
      all.add(HEADER);
      known.values().stream()
          .skip(Math.max(0, known.size() - MOST))
          .forEach(each -> all.add(each.line()));
      lines.replace(all);
      isChanged = false;
    }
  }
}
