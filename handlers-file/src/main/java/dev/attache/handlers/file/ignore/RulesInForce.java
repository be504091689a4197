package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.DirectoryChain;
import dev.attache.handlers.file.place.Entry;
import dev.attache.handlers.file.place.OpenDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules as they stand in one directory, on what is ignored and what is hidden, and the path of
 * that directory as the rules count it.
 *
 * @param rules what ignores the directory's entries, its own ignore files included
 * @param hidden what hides them
 * @param reads whether ignore files count
 * @param prefix the bytes of the directory's path from the top, with a slash at its end unless it
 *     is the top
 * @param ignoredBy the rule that ignores the directory itself or one above it; null if none does
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each would cost the walk
public record RulesInForce(
    IgnoreRules rules,
    HiddenNames hidden,
    boolean reads,
    byte[] prefix,
    @Nullable IgnorePattern ignoredBy) {

  public static final String GIT = ".git";
  static final String GITIGNORE = ".gitignore";
  static final String ATTACHEIGNORE = ".attacheignore";

  /**
   * The rules at an allowed root.
   *
   * @param ignores whether ignore files count
   * @param hides whether names with a dot do
   */
  static RulesInForce at(Path root, GitUser user, boolean ignores, boolean hides)
      throws IOException {
    WorkspaceRules above = WorkspaceRules.of(root, user, ignores);
    byte[] prefix = above.prefix();
    return new RulesInForce(
        ignores
            ? with(
                above.rules(),
                prefix.length,
                IgnoreNames.ALL,
                new RuleDirectory(root, "", null, user))
            : above.rules(),
        hides ? HiddenNames.at(above.repository(), user.problems()) : HiddenNames.none(),
        ignores,
        prefix,
        above.ignoredBy());
  }

  /** Adds the ignore files of a directory that has these names to the rules from above. */
  static IgnoreRules with(
      IgnoreRules above, int start, IgnoreNames names, RuleDirectory directory) {
    boolean foldsCase = above.foldsCase();
    IgnoreRules own =
        above.child(
            start,
            names.gitignore() ? directory.read(GITIGNORE, foldsCase) : null,
            names.attacheignore() ? directory.read(ATTACHEIGNORE, foldsCase) : null);
    for (ToolIgnore each : names.tools()) {
      own = own.and(start, each, directory.read(each.fileName(), foldsCase));
    }
    return own;
  }

  /**
   * A directory with ignore files.
   *
   * @param shown what their names have before them for users; null for the whole path
   * @param open the same directory, if it is held open
   */
  record RuleDirectory(
      Path path, @Nullable String shown, @Nullable OpenDirectory open, GitUser user) {

    IgnoreFile read(String name, boolean foldsCase) {
      Path file = path.resolve(name);
      byte[] content =
          open == null
              ? RuleFile.readNoFollow(file, user.problems())
              : RuleFile.readNoFollow(open, file, user.problems());
      return IgnoreFile.parse(shown == null ? file.toString() : shown + name, content, foldsCase);
    }
  }

  /**
   * The rules at a directory below the chain's root.
   *
   * @param isNamed whether it is not hidden, because the user has named it
   */
  RulesInForce descend(DirectoryChain chain, String relative, GitUser user, boolean isNamed)
      throws IOException {
    RulesInForce at = this;
    int start = 0;
    while (start < relative.length()) {
      int slash = relative.indexOf('/', start);
      int end = slash < 0 ? relative.length() : slash;
      String path = relative.substring(0, end);
      byte[] name = relative.substring(start, end).getBytes(StandardCharsets.UTF_8);
      IgnorePattern ignored = at.ignoredBy != null ? at.ignoredBy : at.ignoresEntry(name, true);
      at = at.enter(chain, path, name, IgnoreNames.ALL, user, isNamed).ignoredBy(ignored);
      start = end + 1;
    }
    return at;
  }

  /**
   * The rules inside an entry of this directory.
   *
   * @param chain the way to it, on which its files are read
   * @param relative the entry's path from the root
   * @param entries what it holds
   */
  public RulesInForce enter(
      DirectoryChain chain, String relative, byte[] name, List<Entry> entries, GitUser user)
      throws IOException {
    return enter(chain, relative, name, IgnoreNames.of(entries), user, false);
  }

  private RulesInForce enter(
      DirectoryChain chain,
      String relative,
      byte[] name,
      IgnoreNames names,
      GitUser user,
      boolean isNamed)
      throws IOException {
    byte[] path = path(name);
    byte[] inside = Arrays.copyOf(path, path.length + 1);
    inside[path.length] = '/';
    Path directory = chain.root().resolve(relative);
    GitRepository repository = names.git() ? GitRepository.at(directory, user.problems()) : null;
    return new RulesInForce(
        reads ? own(chain, relative, inside.length, repository, names, user) : rules,
        isNamed
            ? hidden.insideNamed(path, repository, user.problems())
            : hidden.inside(path, prefix.length, repository, user.problems()),
        reads,
        inside,
        ignoredBy);
  }

  private IgnoreRules own(
      DirectoryChain chain,
      String relative,
      int start,
      @Nullable GitRepository repository,
      IgnoreNames names,
      GitUser user)
      throws IOException {
    Path directory = chain.root().resolve(relative);
    IgnoreRules above =
        repository == null ? rules : rules.repository(start, user.excludes(repository, directory));
    if (!names.anyFile()) {
      return above;
    }
    return with(
        above,
        start,
        names,
        new RuleDirectory(directory, relative + "/", chain.open(relative), user));
  }

  /** The same rules in a directory that another rule ignores, or none. */
  RulesInForce ignoredBy(@Nullable IgnorePattern ignored) {
    return new RulesInForce(rules, hidden, reads, prefix, ignored);
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
    return ignores(path(name), isDirectory);
  }

  /** Whether an entry of this directory is hidden. */
  public boolean hides(byte[] path, boolean isDirectory) {
    return hidden.hides(path, prefix.length, isDirectory);
  }

  /** Whether an entry of this directory is hidden, given by its name. */
  public boolean hidesEntry(byte[] name, boolean isDirectory) {
    return hides(path(name), isDirectory);
  }

  private byte[] path(byte[] name) {
    byte[] path = Arrays.copyOf(prefix, prefix.length + name.length);
    System.arraycopy(name, 0, path, prefix.length, name.length);
    return path;
  }
}
