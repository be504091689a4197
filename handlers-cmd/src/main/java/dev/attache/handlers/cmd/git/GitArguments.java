package dev.attache.handlers.cmd.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The arguments of git: options of its own, then a subcommand, then that one's arguments. */
final class GitArguments {
  /** Options that take the next argument as their value. */
  private static final Set<String> VALUED =
      Set.of(
          "-C",
          "-c",
          "--git-dir",
          "--work-tree",
          "--namespace",
          "--super-prefix",
          "--config-env",
          "--attr-source");

  /** Options that say which repository is meant. */
  private static final Set<String> LOCATION = Set.of("-C", "--git-dir", "--work-tree", "--bare");

  /**
   * Subcommands that use neither the network nor programs that a person works with. All are git's
   * own, so that none can be an alias, and all read every setting before they use one.
   */
  private static final Set<String> READING =
      Set.of(
          "annotate",
          "archive",
          "blame",
          "branch",
          "cat-file",
          "config",
          "describe",
          "diff",
          "diff-files",
          "diff-index",
          "diff-tree",
          "for-each-ref",
          "grep",
          "log",
          "ls-files",
          "ls-tree",
          "merge-base",
          "name-rev",
          "reflog",
          "rev-list",
          "rev-parse",
          "shortlog",
          "show",
          "show-ref",
          "stash",
          "status",
          "tag",
          "version",
          "whatchanged");

  /**
   * Other subcommands of git's own that read the settings before they run a hook. Of those that are
   * not among them {@code git bisect} does not, and what an alias does nobody knows.
   */
  private static final Set<String> OBEYING =
      Set.of(
          "add",
          "am",
          "apply",
          "bundle",
          "checkout",
          "checkout-index",
          "cherry",
          "cherry-pick",
          "clean",
          "clone",
          "commit",
          "commit-tree",
          "describe",
          "difftool",
          "fast-export",
          "fast-import",
          "fetch",
          "filter-branch",
          "format-patch",
          "fsck",
          "gc",
          "init",
          "instaweb",
          "ls-remote",
          "maintenance",
          "merge",
          "merge-file",
          "merge-index",
          "mergetool",
          "mv",
          "notes",
          "pack-refs",
          "prune",
          "pull",
          "push",
          "quiltimport",
          "read-tree",
          "rebase",
          "receive-pack",
          "remote",
          "repack",
          "replace",
          "rerere",
          "reset",
          "restore",
          "revert",
          "rm",
          "send-email",
          "sparse-checkout",
          "submodule",
          "switch",
          "symbolic-ref",
          "update-index",
          "update-ref",
          "upload-pack",
          "worktree",
          "write-tree");

  /** Subcommands that run external diffs unless told not to. */
  private static final Set<String> COMPARING =
      Set.of("diff", "log", "show", "whatchanged", "diff-files", "diff-index", "diff-tree");

  /** Subcommands that convert to text unless told not to. */
  private static final Set<String> CONVERTING =
      Set.of("diff", "log", "show", "whatchanged", "blame", "annotate");

  private final List<String> arguments;
  private final int subcommandAt;
  private final List<String> location;

  private GitArguments(List<String> arguments, int subcommandAt, List<String> location) {
    this.arguments = arguments;
    this.subcommandAt = subcommandAt;
    this.location = location;
  }

  static GitArguments of(List<String> arguments) {
    var location = new ArrayList<String>();
    int at = 0;
    while (at < arguments.size() && arguments.get(at).startsWith("-")) {
      String option = arguments.get(at);
      int next = Math.min(at + (VALUED.contains(option) ? 2 : 1), arguments.size());
      boolean isWhole = next - at == 2 || !VALUED.contains(option);
      if (isWhole && LOCATION.contains(option.split("=", 2)[0])) {
        location.addAll(arguments.subList(at, next));
      }
      at = next;
    }
    return new GitArguments(arguments, at, location);
  }

  /** The options that say which repository is meant. */
  List<String> location() {
    return location;
  }

  /** The subcommand; empty if there is none. */
  String subcommand() {
    return subcommandAt < arguments.size() ? arguments.get(subcommandAt) : "";
  }

  /** Whether git is asked for nothing but to read, or for nothing at all. */
  boolean isReading() {
    return subcommand().isEmpty() || READING.contains(subcommand());
  }

  /** Whether git reads the settings before it runs a hook. */
  boolean isObeying() {
    return isReading() || OBEYING.contains(subcommand());
  }

  /**
   * Whether git fails with these before it runs anything, just as it did when it was asked for its
   * settings. An alias it may run though it cannot read all of them.
   */
  boolean areRefused(GitReader.RefusedException refusal, Path directory) {
    return refusal.isGivenUp() && (isReading() || !Files.isDirectory(directory(directory)));
  }

  /** Where git goes before it does anything. */
  private Path directory(Path start) {
    Path directory = start;
    for (int at = 0; at + 1 < location.size(); at++) {
      if (location.get(at).equals("-C")) {
        at++;
        directory = directory.resolve(location.get(at));
      }
    }
    return directory;
  }

  /** These without external diffs, conversions to text, or both, as far as that can be said. */
  List<String> without(boolean externalDiffs, boolean conversions) {
    var all = new ArrayList<String>(arguments);
    if (conversions && CONVERTING.contains(subcommand())) {
      all.add(subcommandAt + 1, "--no-textconv");
    }
    if (externalDiffs && COMPARING.contains(subcommand())) {
      all.add(subcommandAt + 1, "--no-ext-diff");
    }
    return all;
  }
}
