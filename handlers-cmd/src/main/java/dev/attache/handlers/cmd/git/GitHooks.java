package dev.attache.handlers.cmd.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The hooks of a repository: programs that git runs because they lie where it looks for them. */
final class GitHooks {
  static final String REFERENCES = "reference-transaction";

  /** Those that git itself looks for. */
  static final List<String> NAMES =
      List.of(
          "applypatch-msg",
          "commit-msg",
          "post-applypatch",
          "post-checkout",
          "post-commit",
          "post-index-change",
          "post-merge",
          "post-receive",
          "post-rewrite",
          "post-update",
          "pre-applypatch",
          "pre-auto-gc",
          "pre-commit",
          "pre-merge-commit",
          "pre-push",
          "pre-rebase",
          "pre-receive",
          "prepare-commit-msg",
          "proc-receive",
          "push-to-checkout",
          REFERENCES,
          "update");

  private GitHooks() {}

  /**
   * The names of the hooks that git would run in a place but for the guard, in order.
   *
   * @param environment the variables of the command
   * @param guard the variables of the guard
   */
  static List<String> notRun(
      GitPlace place, GitReader git, Map<String, String> environment, Map<String, String> guard)
      throws IOException {
    var guarded = new HashMap<>(environment);
    guarded.putAll(guard);
    try {
      Path directory = directory(place, git, environment);
      return directory.equals(directory(place, git, guarded)) ? List.of() : hooks(directory);
    } catch (GitReader.RefusedException e) {
      return List.of(); // no git works there
    }
  }

  /**
   * Whether there is a hook that a git runs which reads no settings, and so looks for hooks in the
   * repository only. Of all hooks it can be but one: the change of a reference.
   */
  static boolean areLawless(GitPlace place, GitReader git, Map<String, String> environment)
      throws IOException {
    try {
      Path repository = place.path(git, environment, "--path-format=absolute", "--git-common-dir");
      return isProgram(repository.resolve("hooks").resolve(REFERENCES));
    } catch (GitReader.RefusedException e) {
      return false; // no git works there
    }
  }

  /** Where git looks for hooks, which it tells without looking. */
  private static Path directory(GitPlace place, GitReader git, Map<String, String> environment)
      throws IOException {
    return place.path(git, environment, "--path-format=absolute", "--git-path", "hooks");
  }

  private static List<String> hooks(Path directory) {
    return NAMES.stream().filter(name -> isProgram(directory.resolve(name))).toList();
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
