package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.PathBytes;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The user on whose behalf git's settings are read: an environment and a home directory.
 *
 * <p>Configuration files are read in the order of git-config(1), "FILES": system, user, repository;
 * then {@code GIT_CONFIG_COUNT}. No git process is run, because git runs code that a repository's
 * configuration names. {@code GIT_DIR} and its like are not looked at: the rules depend on where a
 * directory lies alone. What cannot be read is reported to {@code problems} as one line for users,
 * and the rest applies.
 */
public record GitUser(Map<String, String> environment, Path home, Consumer<String> problems) {
  /** A count of variables that has more is none. */
  private static final int MAX_DIGITS = 4;

  private static final Set<String> FALSE = Set.of("", "0", "false", "no", "off");

  public GitUser {
    environment = Map.copyOf(environment);
  }

  /** The user of this environment, whose home is {@code HOME} or the root directory, as in git. */
  public static GitUser of(Map<String, String> environment, Consumer<String> problems) {
    String home = environment.getOrDefault("HOME", "");
    try {
      return new GitUser(environment, Path.of(home.isEmpty() ? "/" : home), problems);
    } catch (InvalidPathException e) {
      problems.accept("git's settings are not read, because HOME " + PathBytes.unspeakable());
      return new GitUser(environment, Path.of("/"), problems);
    }
  }

  /**
   * The excludes that apply below a directory; null as repository means it lies in none, where the
   * user's apply all the same, but case always counts.
   */
  GitExcludes excludes(@Nullable GitRepository repository, Path directory) {
    Path top = repository == null ? directory : repository.root();
    var config = new GitConfig(home, problems);
    Path global = globalExcludes(config, repository, top);
    boolean foldsCase = repository != null && config.ignoresCase();
    return new GitExcludes(
        global == null ? none() : ignoreFile(global, foldsCase),
        repository == null ? none() : ignoreFile(repository.infoExclude(), foldsCase),
        foldsCase);
  }

  /** Reads the configuration, and finds in it the file of the user's excludes; null without one. */
  private @Nullable Path globalExcludes(
      GitConfig config, @Nullable GitRepository repository, Path top) {
    try {
      load(config, repository, top);
      return excludesFile(config.excludesFile(), top);
    } catch (InvalidPathException e) {
      problems.accept("git's settings name " + e.getInput() + ", which is not a path");
      return null;
    }
  }

  /** The file of the user's excludes, whether it exists or not; null if it is turned off. */
  private @Nullable Path excludesFile(@Nullable String configured, Path top) {
    if (configured == null) {
      return xdgDirectory().resolve("ignore");
    }
    if (configured.startsWith("~")) {
      problems.accept("core.excludesFile (" + configured + ") must not name another user's home");
      return null;
    }
    return configured.isEmpty() ? null : top.resolve(configured);
  }

  private void load(GitConfig config, @Nullable GitRepository repository, Path top) {
    if (FALSE.contains(variable("GIT_CONFIG_NOSYSTEM", "").toLowerCase(Locale.ROOT))) {
      config.load(top.resolve(variable("GIT_CONFIG_SYSTEM", "/etc/gitconfig")));
    }
    String global = environment.get("GIT_CONFIG_GLOBAL");
    if (global == null) {
      config.load(xdgDirectory().resolve("config"));
      config.load(home.resolve(".gitconfig"));
    } else if (!global.isEmpty()) {
      config.load(top.resolve(global));
    }
    if (repository != null) {
      config.load(
          repository.config(),
          List.of(
              repository.root(),
              repository.gitDirectory(),
              repository.commonDirectory(),
              home.resolve(".gitconfig"),
              xdgDirectory()));
    }
    setFromEnvironment(config);
  }

  /** Returns what up to four digits spell; 0 for anything else. */
  private static int number(String text) {
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9' || i == MAX_DIGITS) {
        return 0;
      }
      number = 10 * number + (c - '0');
    }
    return number;
  }

  private void setFromEnvironment(GitConfig config) {
    int count = number(variable("GIT_CONFIG_COUNT", "0"));
    for (int i = 0; i < count; i++) {
      String key = variable("GIT_CONFIG_KEY_" + i, "");
      String value = environment.get("GIT_CONFIG_VALUE_" + i);
      if (value != null) {
        config.set(key, value);
      }
    }
  }

  /** As git has it, which takes relative directories, too, that the specification rules out. */
  private Path xdgDirectory() {
    String xdg = variable("XDG_CONFIG_HOME", "");
    return (xdg.isEmpty() ? home.resolve(".config") : home.resolve(xdg)).resolve("git");
  }

  private String variable(String name, String otherwise) {
    return environment.getOrDefault(name, otherwise);
  }

  private IgnoreFile ignoreFile(Path file, boolean foldsCase) {
    return IgnoreFile.parse(file.toString(), RuleFile.read(file, problems), foldsCase);
  }

  private static IgnoreFile none() {
    return IgnoreFile.parse("", new byte[0]);
  }
}
