package dev.attache.handlers.file.ignore;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The ignore rules in force in one directory, from the weakest file to the strongest.
 *
 * <p>The order is that of gitignore(5), "DESCRIPTION": the user's global excludes, the repository's
 * {@code info/exclude}, then the {@code .gitignore} of each directory from the top down. An {@code
 * .attacheignore} has the same syntax and stands just above the {@code .gitignore} beside it. The
 * strongest file with a matching line decides, by its last such line.
 *
 * <p>Where no {@code .attacheignore} decides, the files of other tools do ({@link ToolIgnore}),
 * each kind by itself: what one of them ignores is ignored. What a {@code .ignore} includes again
 * is included though git's rules ignore it, as for ripgrep; a negated line of another kind takes
 * back lines of that kind alone, since people write there what models must not see.
 *
 * <p>Paths are bytes, separated by {@code /}, from the <em>top</em>: the root of the repository
 * around the workspace, or else the workspace. A walk keeps one buffer that holds the path from the
 * top, and each file of the chain knows at which offset of that buffer its own directory's names
 * begin; deciding allocates nothing where there are none of other tools.
 *
 * <p>Whoever walks must not enter an ignored directory: as in git, nothing below it can be
 * re-included. Whether the patterns fold case was settled when each file was parsed; {@link
 * #foldsCase} says it for the files still to be read. Immutable and thread-safe.
 */
public final class IgnoreRules {
  private static final IgnoreRules NONE = new IgnoreRules(List.of(), List.of(), false);

  private record Level(IgnoreFile file, int start, boolean isOwn) {}

  /** An ignore file of another tool. */
  private record ToolLevel(IgnoreFile file, int start, ToolIgnore kind) {}

  private final Level[] levels;
  private final ToolLevel[] tools;
  private final boolean foldsCase;

  private IgnoreRules(List<Level> levels, List<ToolLevel> tools, boolean foldsCase) {
    this.levels = levels.toArray(new Level[0]);
    this.tools = tools.toArray(new ToolLevel[0]);
    this.foldsCase = foldsCase;
  }

  /** The rules that ignore nothing. */
  public static IgnoreRules none() {
    return NONE;
  }

  /** Whether the ignore files of this directory's repository fold case; not so outside any. */
  boolean foldsCase() {
    return foldsCase;
  }

  /**
   * The decision on an entry: null if no rule matches; else the rule that ignores it or, if that is
   * negated, includes it again.
   *
   * @param path holds the entry's path from the top in {@code [0, end)}, its name from {@code
   *     nameStart} on; the entry is in the directory these rules were made for
   */
  @Nullable IgnorePattern decide(byte[] path, int end, int nameStart, boolean isDirectory) {
    for (int i = levels.length - 1; i >= 0; i--) {
      Level level = levels[i];
      IgnorePattern match = level.file.lastMatch(path, level.start, end, nameStart, isDirectory);
      if (match != null) {
        return level.isOwn ? match : decideByTools(match, path, end, nameStart, isDirectory);
      }
    }
    return decideByTools(null, path, end, nameStart, isDirectory);
  }

  private @Nullable IgnorePattern decideByTools(
      @Nullable IgnorePattern byGit, byte[] path, int end, int nameStart, boolean isDirectory) {
    if (tools.length == 0) {
      return byGit;
    }
    IgnorePattern decision = byGit;
    Set<ToolIgnore> decided = new TreeSet<>(); // by a stronger file of the kind
    for (int i = tools.length - 1; i >= 0; i--) {
      ToolLevel level = tools[i];
      IgnorePattern match =
          decided.contains(level.kind)
              ? null
              : level.file.lastMatch(path, level.start, end, nameStart, isDirectory);
      if (match == null) {
        continue;
      }
      if (!match.isNegated()) {
        return match;
      }
      decided.add(level.kind);
      decision = level.kind == ToolIgnore.IGNORE ? match : decision;
    }
    return decision;
  }

  /**
   * The rules inside a directory; also for the workspace itself, on top of what stands above it.
   *
   * @param start the offset in the path buffer at which the names of this directory's entries begin
   */
  IgnoreRules child(int start, @Nullable IgnoreFile gitignore, @Nullable IgnoreFile attacheignore) {
    if (isEmpty(gitignore) && isEmpty(attacheignore)) {
      return this;
    }
    var inside = new ArrayList<>(List.of(levels));
    add(inside, gitignore, start, false);
    add(inside, attacheignore, start, true);
    return new IgnoreRules(inside, List.of(tools), foldsCase);
  }

  /** The same rules with one more ignore file of another tool, stronger than those of its kind. */
  IgnoreRules and(int start, ToolIgnore kind, IgnoreFile file) {
    if (file.isEmpty()) {
      return this;
    }
    var inside = new ArrayList<>(List.of(tools));
    inside.add(new ToolLevel(file, start, kind));
    return new IgnoreRules(List.of(levels), inside, foldsCase);
  }

  /**
   * The rules at the root of a repository, before those of its own directory are added with {@link
   * #child}: git's rules from outside end here, and of the outer files only each {@code
   * .attacheignore} and those of other tools go on.
   *
   * @param start the offset in the path buffer at which the names of the root's entries begin
   */
  IgnoreRules repository(int start, GitExcludes excludes) {
    var inside = new ArrayList<Level>();
    add(inside, excludes.global(), start, false);
    add(inside, excludes.info(), start, false);
    for (Level level : levels) {
      if (level.isOwn) {
        inside.add(level);
      }
    }
    return new IgnoreRules(inside, List.of(tools), excludes.foldsCase());
  }

  private static boolean isEmpty(@Nullable IgnoreFile file) {
    return file == null || file.isEmpty();
  }

  private static void add(List<Level> levels, @Nullable IgnoreFile file, int start, boolean isOwn) {
    if (file != null && !file.isEmpty()) {
      levels.add(new Level(file, start, isOwn));
    }
  }
}
