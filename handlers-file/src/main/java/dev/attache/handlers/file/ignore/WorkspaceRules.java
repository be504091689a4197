package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.ignore.RulesInForce.RuleDirectory;
import dev.attache.handlers.file.place.PathBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The ignore rules that come to a workspace from outside and from above, and where it lies below
 * their top.
 *
 * <p>In a repository these are the user's excludes, {@code info/exclude}, and the ignore files of
 * the directories from the repository's root down to the workspace's parent; elsewhere the user's
 * excludes alone. The workspace's own ignore files are not among them: a walk adds them with {@link
 * IgnoreRules#child}, as in any directory, at the offset {@code prefix().length}.
 *
 * <p>If a rule from above ignores the workspace or a directory around it, git run inside lists
 * nothing at all ({@code git ls-files -o --exclude-standard}, git 2.39), and {@link #ignoredBy()}
 * names the rule; what to make of it is the caller's choice.
 */
public final class WorkspaceRules {
  private final @Nullable GitRepository repository;
  private final IgnoreRules rules;
  private final byte[] prefix;
  private final @Nullable IgnorePattern ignoredBy;

  private WorkspaceRules(
      @Nullable GitRepository repository,
      IgnoreRules rules,
      byte[] prefix,
      @Nullable IgnorePattern ignoredBy) {
    this.repository = repository;
    this.rules = rules;
    this.prefix = prefix;
    this.ignoredBy = ignoredBy;
  }

  /** Reads the rules for a workspace, whose symbolic links are resolved first, as git does. */
  public static WorkspaceRules of(Path workspace, GitUser user) throws IOException {
    return of(workspace, user, true);
  }

  /**
   * Finds where a workspace lies, and reads its rules.
   *
   * @param applies whether there are to be any
   */
  static WorkspaceRules of(Path workspace, GitUser user, boolean applies) throws IOException {
    Path real = workspace.toRealPath();
    GitRepository repository = GitRepository.enclosing(real, user.problems());
    IgnoreRules none = IgnoreRules.none();
    IgnoreRules outermost = applies ? none.repository(0, user.excludes(repository, real)) : none;
    return repository == null || repository.root().equals(real)
        ? new WorkspaceRules(repository, outermost, new byte[0], null)
        : descend(repository, outermost, real, user, applies);
  }

  /** The rules above the workspace. */
  IgnoreRules rules() {
    return rules;
  }

  /**
   * The workspace's path from the top with a slash at its end, or nothing if it is the top itself.
   */
  byte[] prefix() {
    return prefix.clone();
  }

  /** The rule by which the workspace itself, or a directory around it, is ignored; null if none. */
  @Nullable
  public IgnorePattern ignoredBy() {
    return ignoredBy;
  }

  /** The repository around the workspace; null if it lies in none. */
  @Nullable GitRepository repository() {
    return repository;
  }

  private static WorkspaceRules descend(
      GitRepository repository,
      IgnoreRules outermost,
      Path workspace,
      GitUser user,
      boolean applies) {
    IgnoreRules rules = outermost;
    IgnorePattern ignoredBy = null;
    var prefix = new ByteArrayOutputStream();
    Path directory = repository.root();
    for (Path name : directory.relativize(workspace)) {
      int start = prefix.size();
      if (applies && ignoredBy == null) {
        var files = new RuleDirectory(directory, null, null, user);
        rules = RulesInForce.with(rules, start, IgnoreNames.ALL, files);
      }
      directory = directory.resolve(name);
      prefix.writeBytes(PathBytes.ofName(directory));
      if (ignoredBy == null) {
        IgnorePattern match = rules.decide(prefix.toByteArray(), prefix.size(), start, true);
        ignoredBy = match == null || match.isNegated() ? null : match;
      }
      prefix.write('/');
    }
    return new WorkspaceRules(repository, rules, prefix.toByteArray(), ignoredBy);
  }
}
