package dev.attache.handlers.file.ignore;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A git repository with a work tree, as gitrepository-layout(5) describes it.
 *
 * <p>Git's test of a repository is followed: a {@code .git} directory, or the directory that a
 * {@code .git} file names, must hold {@code HEAD}, {@code objects} and {@code refs}. Anything else
 * called {@code .git} makes no repository.
 *
 * @param root the top of the work tree
 * @param gitDirectory the repository's own files
 * @param commonDirectory what all work trees of the repository share, its configuration and {@code
 *     info/exclude} among it; usually the same
 */
record GitRepository(Path root, Path gitDirectory, Path commonDirectory) {
  private static final String GITDIR = "gitdir: ";
  private static final String REF = "ref:";

  /** So many digits an object's name has at least. */
  private static final int DIGITS = 40;

  private static final int SHA_1 = 20;
  private static final int SHA_256 = 32;

  /** The nearest repository whose work tree holds the directory; null if there is none. */
  static @Nullable GitRepository enclosing(Path directory, Consumer<String> problems) {
    for (Path root = directory; root != null; root = root.getParent()) {
      GitRepository repository = at(root, problems);
      if (repository != null) {
        return repository;
      }
    }
    return null;
  }

  /** The repository whose work tree's top is the directory; null if it is none. */
  static @Nullable GitRepository at(Path root, Consumer<String> problems) {
    Path dotGit = root.resolve(".git");
    if (!Files.exists(dotGit)) {
      return null;
    }
    try {
      Path directory = Files.isDirectory(dotGit) ? dotGit : named(dotGit, GITDIR, problems);
      return directory == null ? null : of(root, directory, problems);
    } catch (InvalidPathException e) {
      problems.accept(dotGit + ": has no path, so this is not a repository");
      return null;
    }
  }

  Path config() {
    return commonDirectory.resolve("config");
  }

  Path infoExclude() {
    return commonDirectory.resolve("info").resolve("exclude");
  }

  /** The list of what is tracked, which each work tree has for itself. */
  Path index() {
    return gitDirectory.resolve("index");
  }

  /** How many bytes the name of an object has; its configuration can make it one of SHA-256. */
  int digestBytes(Consumer<String> problems) {
    var reader = new GitConfigReader(text(config(), problems));
    int bytes = SHA_1;
    while (reader.next()) {
      if (reader.key().equals("extensions.objectformat")) {
        bytes = "sha256".equalsIgnoreCase(reader.value()) ? SHA_256 : SHA_1;
      }
    }
    return bytes;
  }

  private static @Nullable GitRepository of(
      Path root, Path gitDirectory, Consumer<String> problems) {
    Path shared = named(gitDirectory.resolve("commondir"), "", problems);
    Path common = shared == null ? gitDirectory : shared;
    boolean isRepository =
        Files.isDirectory(common.resolve("objects"))
            && Files.isDirectory(common.resolve("refs"))
            && isHead(text(gitDirectory.resolve("HEAD"), problems));
    return isRepository ? new GitRepository(root, gitDirectory, common) : null;
  }

  /** Whether a text is that of a HEAD: names a reference, or begins with an object's name. */
  private static boolean isHead(String text) {
    if (text.startsWith(REF)) {
      int name = REF.length();
      while (name < text.length() && " \t\n\u000B\f\r".indexOf(text.charAt(name)) >= 0) {
        name++;
      }
      return text.startsWith("refs/", name);
    }
    for (int i = 0; i < DIGITS; i++) {
      if (i >= text.length() || !isHexDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHexDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  /** The path that a one-line file names after a prefix; null without such a file or line. */
  private static @Nullable Path named(Path file, String prefix, Consumer<String> problems) {
    String text = text(file, problems);
    int end = text.length();
    while (end > 0 && "\r\n".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    String line = text.substring(0, end);
    boolean isNamed = line.startsWith(prefix) && line.length() > prefix.length();
    return isNamed ? file.resolveSibling(line.substring(prefix.length())).normalize() : null;
  }

  private static String text(Path file, Consumer<String> problems) {
    return new String(RuleFile.read(file, problems), StandardCharsets.UTF_8);
  }
}
