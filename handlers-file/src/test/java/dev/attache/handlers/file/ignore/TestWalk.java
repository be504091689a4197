package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.Git;
import dev.attache.handlers.file.place.PathBytes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The simplest walk that obeys the rules; it lists each repository it meets by itself, as git does.
 */
final class TestWalk {
  /** What one run of {@code git ls-files -o} in the directory should print, sorted. */
  record Listing(Path directory, List<String> paths) {}

  private final GitUser user;
  private final List<Listing> listings = new ArrayList<>();

  private TestWalk(GitUser user) {
    this.user = user;
  }

  static List<Listing> of(Path workspace, GitUser user) throws IOException {
    var walk = new TestWalk(user);
    WorkspaceRules above = WorkspaceRules.of(workspace, user);
    var listing = new Listing(workspace.toRealPath(), new ArrayList<>());
    walk.listings.add(listing);
    if (above.ignoredBy() == null) {
      walk.list(listing, listing.directory, above.rules(), above.prefix(), above.prefix().length);
    }
    walk.listings.forEach(each -> Collections.sort(each.paths));
    return walk.listings;
  }

  private void list(Listing to, Path directory, IgnoreRules above, byte[] prefix, int shown)
      throws IOException {
    IgnoreRules rules =
        above.child(
            prefix.length,
            read(directory, ".gitignore", above.foldsCase()),
            read(directory, ".attacheignore", above.foldsCase()));
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        byte[] name = PathBytes.ofName(entry);
        if (!Git.bytes(name).equals(".git")) {
          visit(to, entry, rules, join(prefix, name), prefix.length, shown);
        }
      }
    }
  }

  private void visit(
      Listing to, Path entry, IgnoreRules rules, byte[] path, int nameStart, int shown)
      throws IOException {
    boolean isDirectory = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    IgnorePattern match = rules.decide(path, path.length, nameStart, isDirectory);
    if (match != null && !match.isNegated()) {
      return;
    }
    String relative = Git.bytes(path).substring(shown);
    if (!isDirectory) {
      to.paths.add(relative);
      return;
    }
    byte[] below = join(path, new byte[] {'/'});
    GitRepository nested = GitRepository.at(entry, user.problems());
    if (nested == null) {
      list(to, entry, rules, below, shown);
    } else {
      to.paths.add(relative + "/");
      var inside = new Listing(entry, new ArrayList<>());
      listings.add(inside);
      GitExcludes excludes = user.excludes(nested, entry);
      list(inside, entry, rules.repository(below.length, excludes), below, below.length);
    }
  }

  private IgnoreFile read(Path directory, String name, boolean foldsCase) {
    Path file = directory.resolve(name);
    byte[] content = RuleFile.readNoFollow(file, user.problems());
    return IgnoreFile.parse(file.toString(), content, foldsCase);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
