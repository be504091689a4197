package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.DirectoryChain;
import dev.attache.handlers.file.place.OpenDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ignore rules as they stand in one directory, and the path of that directory as the rules
 * count it.
 *
 * @param rules what decides on the directory's entries, its own ignore files included
 * @param prefix the bytes of the directory's path from the top, with a slash at its end unless it
 *     is the top
 * @param ignoredBy the rule that ignores the directory itself or one above it; null if none does
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each would cost the walk
public record RulesInForce(IgnoreRules rules, byte[] prefix, @Nullable IgnorePattern ignoredBy) {

  public static final String GIT = ".git";
  static final String GITIGNORE = ".gitignore";
  static final String ATTACHEIGNORE = ".attacheignore";

  /** The rules at an allowed root. */
  public static RulesInForce at(Path root, GitUser user) throws IOException {
    WorkspaceRules above = WorkspaceRules.of(root, user);
    byte[] prefix = above.prefix();
    boolean foldsCase = above.rules().foldsCase();
    IgnoreRules rules =
        above
            .rules()
            .child(
                prefix.length,
                read(root, GITIGNORE, foldsCase, user),
                read(root, ATTACHEIGNORE, foldsCase, user));
    return new RulesInForce(rules, prefix, above.ignoredBy());
  }

  /** The rules at a directory below the chain's root, whose ignore files count if {@code reads}. */
  public RulesInForce descend(DirectoryChain chain, String relative, boolean reads, GitUser user)
      throws IOException {
    RulesInForce at = this;
    int start = 0;
    while (start < relative.length()) {
      int slash = relative.indexOf('/', start);
      int end = slash < 0 ? relative.length() : slash;
      String path = relative.substring(0, end);
      byte[] name = relative.substring(start, end).getBytes(StandardCharsets.UTF_8);
      at = reads ? at.descendInto(chain, path, name, user) : at.enterPlainly(name);
      start = end + 1;
    }
    return at;
  }

  private RulesInForce descendInto(DirectoryChain chain, String path, byte[] name, GitUser user)
      throws IOException {
    IgnorePattern ignored = ignoredBy != null ? ignoredBy : ignoresEntry(name, true);
    RulesInForce inside = enter(chain, path, name, IgnoreNames.ALL, user);
    return new RulesInForce(inside.rules, inside.prefix, ignored);
  }

  /**
   * The rules inside an entry of this directory.
   *
   * @param chain the way to it, on which its files are read
   * @param relative the entry's path from the root
   * @param names which of the names that matter here it has
   */
  public RulesInForce enter(
      DirectoryChain chain, String relative, byte[] name, IgnoreNames names, GitUser user)
      throws IOException {
    RulesInForce inside = enterPlainly(name);
    if (!names.any()) {
      return inside;
    }
    int start = inside.prefix.length;
    Path directory = chain.root().resolve(relative);
    OpenDirectory open = chain.open(relative);
    GitRepository repository = names.git() ? GitRepository.at(directory, user.problems()) : null;
    IgnoreRules above =
        repository == null ? rules : rules.repository(start, user.excludes(repository, directory));
    boolean foldsCase = above.foldsCase();
    IgnoreRules own =
        above.child(
            start,
            names.gitignore() ? read(open, directory, relative, GITIGNORE, foldsCase, user) : null,
            names.attacheignore()
                ? read(open, directory, relative, ATTACHEIGNORE, foldsCase, user)
                : null);
    return new RulesInForce(own, inside.prefix, ignoredBy);
  }

  /** The same rules inside an entry that has none of its own. */
  public RulesInForce enterPlainly(byte[] name) {
    byte[] path = Arrays.copyOf(prefix, prefix.length + name.length + 1);
    System.arraycopy(name, 0, path, prefix.length, name.length);
    path[path.length - 1] = '/';
    return new RulesInForce(rules, path, ignoredBy);
  }

  /** The rule that ignores an entry of this directory; null if it is not ignored. */
  @Nullable
  public IgnorePattern ignores(byte[] path, boolean isDirectory) {
    IgnorePattern match = rules.decide(path, path.length, prefix.length, isDirectory);
    return match == null || match.isNegated() ? null : match;
  }

  /** The rule that ignores an entry of this directory, given by its name; null if none does. */
  @Nullable
  public IgnorePattern ignoresEntry(byte[] name, boolean isDirectory) {
    byte[] path = Arrays.copyOf(prefix, prefix.length + name.length);
    System.arraycopy(name, 0, path, prefix.length, name.length);
    return ignores(path, isDirectory);
  }

  private static IgnoreFile read(Path root, String name, boolean foldsCase, GitUser user) {
    return IgnoreFile.parse(
        name, RuleFile.readNoFollow(root.resolve(name), user.problems()), foldsCase);
  }

  private static IgnoreFile read(
      OpenDirectory open,
      Path directory,
      String relative,
      String name,
      boolean foldsCase,
      GitUser user) {
    return IgnoreFile.parse(
        relative + "/" + name,
        RuleFile.readNoFollow(open, directory.resolve(name), user.problems()),
        foldsCase);
  }
}
