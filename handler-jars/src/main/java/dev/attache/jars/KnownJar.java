package dev.attache.jars;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A jar or a folder of jars as it was when it was read, to be recognized without being read again.
 *
 * @param path the jar or folder, absolute
 * @param files its files: itself, or those of the folder, in order
 */
record KnownJar(
    Path path,
    ContentDigest digest,
    JarManifest manifest,
    JarServices services,
    List<KnownFile> files) {

  private static final int FIELDS = 12;
  private static final int FIELDS_OF_FILE = 7;

  /** A file with the stamp that it had, and the digest that goes with it. */
  record KnownFile(Path file, JarStamp stamp, ContentDigest digest) {}

  /**
   * Returns what there is to know of a jar that was read; nothing if it could have changed since
   * without a trace.
   *
   * @param before the files and stamps before it was read
   * @param begun when that was
   */
  static Optional<KnownJar> of(HandlerJar jar, List<KnownFile> before, Instant begun)
      throws IOException {
    var files = new ArrayList<KnownFile>();
    for (HashedFile each : jar.files()) {
      JarStamp stamp = JarStamp.of(each.file());
      if (stamp == null || !stamp.isSettledAt(begun)) {
        return Optional.empty();
      }
      files.add(new KnownFile(each.file(), stamp, each.digest()));
    }
    return marks(files).equals(marks(before))
        ? Optional.of(new KnownJar(jar.path(), jar.digest(), jar.manifest(), jar.services(), files))
        : Optional.empty();
  }

  /** The files of a jar or a folder as they are now, without their digests. */
  static List<KnownFile> look(Path path) throws IOException {
    List<Path> paths = Files.isDirectory(path) ? JarReading.jarsIn(path) : List.of(path);
    var files = new ArrayList<KnownFile>();
    for (Path each : paths) {
      JarStamp stamp = JarStamp.of(each);
      if (stamp == null) {
        return List.of();
      }
      files.add(new KnownFile(each, stamp, ContentDigest.sha256(new byte[0])));
    }
    return files;
  }

  /** What has to be the same: which files, and their stamps. */
  private static List<?> marks(List<KnownFile> files) {
    return files.stream().map(each -> List.of(each.file(), each.stamp())).toList();
  }

  /** Whether it is still what it was, as far as stamps tell; nothing of it is opened. */
  boolean isUnchanged(HandlerOrigin.Kind kind) {
    try {
      return (kind != HandlerOrigin.Kind.WORKSPACE || !hasLinks())
          && marks(look(path)).equals(marks(files));
    } catch (IOException e) {
      return false;
    }
  }

  /** Links that a workspace could turn elsewhere are refused where they are read. */
  private boolean hasLinks() {
    return Files.isSymbolicLink(path)
        || files.stream().anyMatch(each -> Files.isSymbolicLink(each.file()));
  }

  HandlerJar jar(HandlerOrigin.Kind kind) {
    return new HandlerJar(
        path,
        new HandlerOrigin(kind, path.toString(), digest),
        digest,
        files.stream()
            .map(each -> new HashedFile(each.file(), each.stamp().size(), each.digest()))
            .toList(),
        manifest,
        services);
  }

  /** Reads a line that {@link #line} made. */
  static Optional<KnownJar> parse(String line) {
    List<String> fields =
        Arrays.stream(line.split(" ", -1)).map(each -> URLDecoder.decode(each, UTF_8)).toList();
    if (fields.size() <= FIELDS || (fields.size() - FIELDS) % FIELDS_OF_FILE != 0) {
      return Optional.empty();
    }
    try {
      var files = new ArrayList<KnownFile>();
      for (int i = FIELDS; i < fields.size(); i += FIELDS_OF_FILE) {
        files.add(file(fields.subList(i, i + FIELDS_OF_FILE)));
      }
      return Optional.of(
          new KnownJar(
              Path.of(fields.get(0)),
              digest(fields.get(1)),
              new JarManifest(
                  orNull(fields.get(2)),
                  orNull(fields.get(3)),
                  orNull(fields.get(4)),
                  orNull(fields.get(5)),
                  words(fields.get(6))),
              new JarServices(
                  words(fields.get(7)),
                  words(fields.get(8)),
                  words(fields.get(9)),
                  words(fields.get(10)),
                  words(fields.get(11))),
              files));
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty(); // of another version, or torn
    }
  }

  private static KnownFile file(List<String> fields) {
    return new KnownFile(
        Path.of(fields.get(0)),
        new JarStamp(
            Long.parseLong(fields.get(1)),
            Instant.parse(fields.get(2)),
            Instant.parse(fields.get(3)),
            Long.parseLong(fields.get(4)),
            Long.parseLong(fields.get(5))),
        digest(fields.get(6)));
  }

  private static ContentDigest digest(String field) {
    return ContentDigest.parse(field)
        .orElseThrow(() -> new IllegalArgumentException(field + " must be a digest"));
  }

  private static @Nullable String orNull(String field) {
    return field.isEmpty() ? null : field;
  }

  private static List<String> words(String field) {
    return field.isEmpty() ? List.of() : List.of(field.split(" ", -1));
  }

  /** All of it in one line. */
  String line() {
    var fields = new ArrayList<@Nullable Object>();
    fields.add(path);
    fields.add(digest.toString());
    fields.add(manifest.title());
    fields.add(manifest.version());
    fields.add(manifest.vendor());
    fields.add(manifest.spiVersion());
    fields.add(String.join(" ", manifest.schemes()));
    fields.add(String.join(" ", services.handlers()));
    fields.add(String.join(" ", services.renderers()));
    fields.add(String.join(" ", services.models()));
    fields.add(String.join(" ", services.connectors()));
    fields.add(String.join(" ", services.converters()));
    for (KnownFile each : files) {
      JarStamp stamp = each.stamp();
      fields.addAll(
          List.of(each.file(), stamp.size(), stamp.modified(), stamp.changed(), stamp.inode()));
      fields.addAll(List.of(stamp.device(), each.digest().toString()));
    }
    return fields.stream()
        .map(each -> each == null ? "" : URLEncoder.encode(each.toString(), UTF_8))
        .collect(Collectors.joining(" "));
  }
}
