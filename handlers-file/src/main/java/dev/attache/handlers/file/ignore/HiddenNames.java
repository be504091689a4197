package dev.attache.handlers.file.ignore;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rule on hidden names, as it stands in one directory: hidden is what begins with a dot, or
 * lies below such a name, unless git tracks it.
 *
 * <p>Paths are those of {@link IgnoreRules}. Git's index is read when the first such name is met,
 * once for each repository. A repository in another counts from its own top, unless that lies below
 * a hidden name. Immutable and thread-safe.
 */
final class HiddenNames {

  /** What a directory hides of its entries. */
  private enum Hides {
    NOTHING,
    /** Names with a dot, but for tracked ones. */
    DOTS,
    /** All but what is tracked, because a name with a dot lies above. */
    UNTRACKED,
    EVERYTHING
  }

  private final Tracked tracked;

  /** Where the paths of the repository begin in those from the top. */
  private final int start;

  private final Hides hides;

  private HiddenNames(Tracked tracked, int start, Hides hides) {
    this.tracked = tracked;
    this.start = start;
    this.hides = hides;
  }

  /** The rule where hidden names are wanted: it hides nothing. */
  static HiddenNames none() {
    return new HiddenNames(new Tracked(null, problem -> {}), 0, Hides.NOTHING);
  }

  /**
   * The rule at the top that all paths begin at.
   *
   * @param repository the one whose top that is; null if it lies in none
   */
  static HiddenNames at(@Nullable GitRepository repository, Consumer<String> problems) {
    return new HiddenNames(new Tracked(repository, problems), 0, Hides.DOTS);
  }

  /** Whether an entry is hidden, of the directory whose names begin at {@code nameStart}. */
  boolean hides(byte[] path, int nameStart, boolean isDirectory) {
    return switch (hides) {
      case NOTHING -> false;
      case DOTS -> path[nameStart] == '.' && !tracked.has(path, start, isDirectory);
      case UNTRACKED -> !tracked.has(path, start, isDirectory);
      case EVERYTHING -> true;
    };
  }

  /**
   * The rule inside a directory.
   *
   * @param path the directory's path
   * @param nameStart where its name begins
   * @param repository the one whose top it is; null if it is none
   */
  HiddenNames inside(
      byte[] path, int nameStart, @Nullable GitRepository repository, Consumer<String> problems) {
    if (hides == Hides.NOTHING) {
      return this;
    }
    boolean isHidden = hides(path, nameStart, true);
    Hides below = path[nameStart] == '.' ? Hides.UNTRACKED : hides;
    if (repository != null) {
      var nested = new Tracked(repository, problems);
      return new HiddenNames(nested, path.length + 1, isHidden ? Hides.EVERYTHING : Hides.DOTS);
    }
    return with(isHidden ? Hides.EVERYTHING : below);
  }

  /** The same for a directory that somebody has named, whatever its name is and lies above. */
  HiddenNames insideNamed(
      byte[] path, @Nullable GitRepository repository, Consumer<String> problems) {
    if (hides == Hides.NOTHING) {
      return this;
    }
    return repository == null
        ? with(Hides.DOTS)
        : new HiddenNames(new Tracked(repository, problems), path.length + 1, Hides.DOTS);
  }

  private HiddenNames with(Hides other) {
    return other == hides ? this : new HiddenNames(tracked, start, other);
  }

  /** What a repository tracks, which is read when it is first asked. */
  private static final class Tracked {
    private final @Nullable GitRepository repository;
    private final Consumer<String> problems;
    private @Nullable GitIndex index;

    Tracked(@Nullable GitRepository repository, Consumer<String> problems) {
      this.repository = repository;
      this.problems = problems;
    }

    boolean has(byte[] path, int start, boolean isDirectory) {
      return repository != null && index(repository).tracks(path, start, isDirectory);
    }

    private synchronized GitIndex index(GitRepository of) {
      GitIndex read = index;
      if (read == null) {
        read = GitIndex.of(of, problems);
        index = read;
      }
      return read;
    }
  }
}
