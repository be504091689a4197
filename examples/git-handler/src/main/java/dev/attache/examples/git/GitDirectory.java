package dev.attache.examples.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.jspecify.annotations.Nullable;

/**
 * Where the repository of the workspace keeps what it has, once it is known that all of it lies
 * where files may be read (gitrepository-layout).
 *
 * @param gitDirectory what belongs to this work tree: {@code HEAD} and more
 * @param commonDirectory what all work trees share: objects, branches, configuration
 */
record GitDirectory(Path gitDirectory, Path commonDirectory) {

  private static final long MAX_SMALL_FILE = 1 << 20;
  private static final String GIT_FILE = "gitdir: ";
  private static final String SHA256 = "sha256";

  /** What is read by its name, and so must not be a link that leads elsewhere. */
  private static final List<String> READ =
      List.of("HEAD", "config", "objects", "refs", "packed-refs", "shallow", "reftable");

  /**
   * Looks for the repository in the workspace and the directories above it, as far as files may be
   * read there.
   *
   * @throws ResourceException {@code NOT_FOUND} if there is none, {@code DENIED} if a part of it
   *     lies elsewhere
   */
  static GitDirectory find(String uri, HandlerContext context) throws ResourceException {
    try {
      for (Path at = context.workspace(); at != null; at = at.getParent()) {
        Path directory = at;
        boolean mayRead = context.roots().stream().anyMatch(directory::startsWith);
        Path found = gitDirectory(at);
        if (found != null && !mayRead) {
          throw denied(
              uri, "the repository at " + at + " is above the workspace; allow it with --root");
        }
        if (found != null) {
          return of(found, uri, context.roots());
        }
      }
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, uri, "the repository cannot be read: " + e.getMessage(), e);
    }
    throw ResourceException.of(Kind.NOT_FOUND, uri, "the workspace is in no git repository");
  }

  private static @Nullable Path gitDirectory(Path directory) throws IOException {
    Path dotGit = directory.resolve(".git");
    if (Files.isDirectory(dotGit)) {
      return dotGit;
    }
    if (Files.isRegularFile(dotGit)) { // of a further work tree, or of a submodule
      String text = smallFile(dotGit).strip();
      if (!text.startsWith(GIT_FILE)) {
        throw new IOException(dotGit + " is no git file");
      }
      return directory.resolve(text.substring(GIT_FILE.length()));
    }
    boolean isBare =
        Files.isRegularFile(directory.resolve("HEAD"))
            && Files.isDirectory(directory.resolve("objects"))
            && Files.isDirectory(directory.resolve("refs"));
    return isBare ? directory : null;
  }

  private static GitDirectory of(Path found, String uri, List<Path> roots) throws IOException {
    Path git = inside(found, uri, roots);
    Path pointer = git.resolve("commondir");
    Path common =
        Files.isRegularFile(pointer)
            ? inside(git.resolve(smallFile(pointer).strip()), uri, roots)
            : git;
    for (String name : READ) {
      for (Path directory : List.of(git, common)) {
        requirePlain(directory.resolve(name), uri, roots);
      }
    }
    requireOwnObjects(common.resolve("objects"), uri, roots, new HashSet<>());
    requireKnownConfiguration(common.resolve("config"), uri);
    return new GitDirectory(git, common);
  }

  private static Path inside(Path path, String uri, List<Path> roots) throws IOException {
    Path real = path.toRealPath();
    if (roots.stream().noneMatch(real::startsWith)) {
      throw denied(
          uri,
          "the repository keeps a part of it outside the workspace, in "
              + real
              + "; allow it with --root");
    }
    return real;
  }

  private static void requirePlain(Path path, String uri, List<Path> roots) throws IOException {
    if (Files.exists(path)) {
      Path real = inside(path, uri, roots);
      if (!Files.isRegularFile(real) && !Files.isDirectory(real)) {
        throw denied(uri, path + " is neither a file nor a directory");
      }
    }
  }

  /** Objects may be borrowed from repositories where files may be read, and from no others. */
  private static void requireOwnObjects(Path objects, String uri, List<Path> roots, Set<Path> seen)
      throws IOException {
    Path alternates = objects.resolve("info/alternates");
    if (!seen.add(objects) || !Files.exists(alternates)) {
      return;
    }
    requirePlain(alternates, uri, roots);
    for (String line : smallFile(alternates).split("\n", -1)) {
      Path other = objects.resolve(line.strip());
      if (!line.isBlank() && Files.exists(other)) {
        requireOwnObjects(inside(other, uri, roots), uri, roots, seen);
      }
    }
  }

  /**
   * JGit would read whatever file an include names, and takes the IDs of all repositories for those
   * of SHA-1.
   */
  private static void requireKnownConfiguration(Path file, String uri) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    var config = new Config();
    try {
      config.fromText(smallFile(file));
    } catch (ConfigInvalidException e) {
      throw new IOException("its configuration is not valid", e);
    }
    if (config.getString("include", null, "path") != null) {
      throw denied(
          uri, "the configuration of the repository includes other files, which are not read");
    }
    String format = config.getString("extensions", null, "objectformat");
    if (SHA256.equalsIgnoreCase(format)) {
      throw ResourceException.of(
          Kind.FAILED,
          uri,
          "the repository has an object format that is not supported: extensions.objectFormat is"
              + " sha256, and must be sha1");
    }
  }

  private static String smallFile(Path file) throws IOException {
    if (Files.size(file) > MAX_SMALL_FILE) {
      throw new IOException(file + " is too large");
    }
    return new String(Files.readAllBytes(file), UTF_8);
  }

  private static ResourceException denied(String uri, String what) {
    return ResourceException.of(Kind.DENIED, uri, what);
  }
}
