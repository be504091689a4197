package dev.attache.handlers.git.address;

import java.util.regex.Pattern;

/** The names that branches, tags and commits can have (git-check-ref-format). */
public final class RefName {

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|^[-/.]|/\\.|[/.]$|\\.lock(?:/|$)|^@$");

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern PART_OF_COMMIT = Pattern.compile("[0-9a-f]{7,39}");

  private RefName() {}

  /** Whether there can be a branch, a tag or a commit of this name. */
  static boolean isPossible(String name) {
    return !name.isEmpty() && name.length() <= 1000 && !FORBIDDEN.matcher(name).find();
  }

  /** Whether it is a commit in full, which never changes. */
  public static boolean isCommit(String name) {
    return COMMIT.matcher(name).matches();
  }

  /** Whether it looks like the beginning of a commit, which servers do not look up. */
  public static boolean isPartOfCommit(String name) {
    return PART_OF_COMMIT.matcher(name).matches();
  }
}
