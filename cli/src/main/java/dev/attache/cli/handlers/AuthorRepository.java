package dev.attache.cli.handlers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Maven repository of the distribution: what authors of handlers build against.
 *
 * <p>A build that is no release is given on under a version that its bytes are part of. So no two
 * builds have one version, and none that Maven has kept of another can be taken for it.
 *
 * @param files by their paths, with slashes, in order; under that version
 * @param version what a project has to ask for
 */
public record AuthorRepository(Map<String, byte[]> files, String version) {

  private static final String SNAPSHOT = "-SNAPSHOT";
  private static final String DIRECTORY = "repository";

  /** Whether a version is on Maven Central, and needs no repository. */
  static boolean isReleased(String version) {
    return !version.endsWith(SNAPSHOT);
  }

  /** The release that a version is on the way to. */
  static String release(String version) {
    return isReleased(version)
        ? version
        : version.substring(0, version.length() - SNAPSHOT.length());
  }

  /**
   * Returns where the distribution has it that this program was started from; null if it was
   * started from none.
   */
  static @Nullable Path find() {
    CodeSource source = AuthorRepository.class.getProtectionDomain().getCodeSource();
    try {
      Path jar = source == null ? null : Path.of(source.getLocation().toURI());
      Path lib = jar == null || !Files.isRegularFile(jar) ? null : jar.getParent();
      Path found = lib == null ? null : lib.resolveSibling(DIRECTORY);
      return found != null && Files.isDirectory(found) ? found : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /**
   * Reads a repository that holds a version.
   *
   * @throws IOException if it cannot be read, or does not hold that version
   */
  public static AuthorRepository read(Path directory, String version) throws IOException {
    Map<String, byte[]> found = filesIn(directory);
    String own = release(version) + "-" + hash(found);
    var files = new TreeMap<String, byte[]>();
    for (Map.Entry<String, byte[]> file : found.entrySet()) {
      boolean isPom = file.getKey().endsWith(".pom");
      files.put(
          file.getKey().replace(version, own),
          isPom ? renamed(file.getValue(), version, own) : file.getValue());
    }
    String needed =
        "dev/attache/attache-resource-testkit/" + own + "/attache-resource-testkit-" + own + ".jar";
    if (!files.containsKey(needed)) {
      throw new FileSystemException(
          directory.toString(), null, "it holds no attache-resource-testkit of this version");
    }
    return new AuthorRepository(files, own);
  }

  private static Map<String, byte[]> filesIn(Path directory) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(directory)) {
      all = walk.filter(Files::isRegularFile).toList();
    }
    var files = new TreeMap<String, byte[]>();
    for (Path file : all) {
      String name = directory.relativize(file).toString().replace('\\', '/');
      if (name.endsWith(".pom") || name.endsWith(".jar")) {
        files.put(name, Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static String hash(Map<String, byte[]> files) {
    var listed = new ByteArrayOutputStream();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      String line = ContentDigest.sha256(file.getValue()).hex() + " " + file.getKey() + "\n";
      listed.writeBytes(line.getBytes(UTF_8));
    }
    return ContentDigest.sha256(listed.toByteArray()).shortForm();
  }

  /** A pom names its own version and its parent's; all others of ours are made of these. */
  private static byte[] renamed(byte[] pom, String version, String own) {
    return new String(pom, UTF_8)
        .replace("<version>" + version + "</version>", "<version>" + own + "</version>")
        .getBytes(UTF_8);
  }
}
