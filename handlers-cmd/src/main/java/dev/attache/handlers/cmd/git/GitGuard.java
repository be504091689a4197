package dev.attache.handlers.cmd.git;

import dev.attache.handlers.cmd.git.GitProgram.Use;
import dev.attache.support.process.PlatformText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A guard that keeps git, when a command runs it, from running the programs that an untrusted
 * checkout names in its settings and hooks. The settings of the person and the machine stay.
 */
public final class GitGuard {
  private final List<String> arguments;
  private final Map<String, String> variables;
  private final @Nullable String note;
  private final @Nullable String refusal;

  private GitGuard(
      List<String> arguments,
      Map<String, String> variables,
      @Nullable String note,
      @Nullable String refusal) {
    this.arguments = List.copyOf(arguments);
    this.variables = variables;
    this.note = note;
    this.refusal = refusal;
  }

  /**
   * The guard of one command. Where neither the command is git nor the directory in a repository,
   * there are only variables, the same for all, in case that a script turns to a repository.
   *
   * @param program the file of the command
   * @param environment the variables of the command
   * @param git who is asked about the repository; null if there is no git
   */
  public static GitGuard of(
      Path program,
      List<String> arguments,
      Path directory,
      Map<String, String> environment,
      @Nullable GitReader git) {
    boolean isGit = isGit(program);
    GitArguments ofGit = GitArguments.of(isGit ? arguments : List.of());
    GitPlace place =
        isGit || environment.containsKey("GIT_DIR")
            ? new GitPlace(directory, ofGit.location())
            : GitPlace.around(directory);
    if (git == null || place == null) {
      return fixed(arguments, environment);
    }
    try {
      var known = GitOverrides.of(GitScan.settings(git, place, environment));
      return isGit
          ? ofGit(ofGit, known, place, environment, git)
          : new GitGuard(
              arguments,
              variables(known, environment),
              Note.ofOther(known, GitHooks.areLawless(place, git, environment)),
              null);
    } catch (GitReader.RefusedException e) {
      return isGit && ofGit.areRefused(e, directory)
          ? fixed(arguments, environment)
          : unknown(isGit, arguments, environment, e);
    } catch (IOException e) {
      return unknown(isGit, arguments, environment, e);
    }
  }

  /** Whether a program is git itself, not one that may run it. */
  public static boolean isGit(Path program) {
    Path name = program.getFileName();
    return name != null && name.toString().equals("git");
  }

  /** The variables to add to those of the command. */
  public Map<String, String> variables() {
    return variables;
  }

  /** The arguments of the command, with options of git where those are needed. */
  public List<String> arguments() {
    return arguments;
  }

  /** What to say beside the output; null if there is nothing to say. */
  @Nullable
  public String note() {
    return note;
  }

  /** Why the command must not run; null if it may. */
  @Nullable
  public String refusal() {
    return refusal;
  }

  /** A name in a configuration need not be text, and then the JDK would pass on another. */
  private static Map<String, String> variables(
      GitOverrides overrides, Map<String, String> environment) throws IOException {
    Map<String, String> variables = overrides.variables(environment);
    if (PlatformText.faultOfVariables(variables) != null) {
      throw new IOException("the name or the value of a setting is no text here");
    }
    return variables;
  }

  private static GitGuard ofGit(
      GitArguments arguments,
      GitOverrides overrides,
      GitPlace place,
      Map<String, String> environment,
      GitReader git)
      throws IOException {
    if (arguments.subcommand().equals("push")) {
      overrides.stayFromRepositoriesHere();
    }
    var variables = variables(overrides, environment);
    if (!arguments.isObeying() && GitHooks.areLawless(place, git, environment)) {
      return refused(
          arguments,
          variables,
          "git "
              + Note.shown(arguments.subcommand())
              + " may run the hook "
              + GitHooks.REFERENCES
              + " of this repository, and no setting can prevent it");
    }
    return new GitGuard(
        arguments.without(overrides.hasStoppedDiffs(), overrides.hasStoppedConversions()),
        variables,
        arguments.isReading()
            ? Note.ofReading(overrides)
            : Note.ofWork(overrides, GitHooks.notRun(place, git, environment, variables)),
        null);
  }

  private static GitGuard refused(
      GitArguments arguments, Map<String, String> variables, String reason) {
    return new GitGuard(
        arguments.without(false, false), variables, null, "git was not run: " + reason);
  }

  /** Where nothing is known of a repository, or git itself says what is wrong with it. */
  private static GitGuard fixed(List<String> arguments, Map<String, String> environment) {
    return new GitGuard(arguments, GitOverrides.of(List.of()).variables(environment), null, null);
  }

  private static GitGuard unknown(
      boolean isGit, List<String> arguments, Map<String, String> environment, IOException e) {
    String reason = "cannot tell which programs this repository's settings name";
    String message = reason + ": " + e.getMessage();
    Map<String, String> variables = GitOverrides.of(List.of()).variables(environment);
    return isGit
        ? new GitGuard(arguments, variables, null, "git was not run: " + message)
        : new GitGuard(arguments, variables, message + "; git may run them", null);
  }

  /** What is said, beside the output, of the programs that git was kept from running. */
  private static final class Note {
    private static final int MAX_NAMED = 8;
    private static final int MAX_KEY = 60;

    private static final String PROGRAMS =
        "prevented git from running programs that this repository configures: ";

    private static final String HOOKS = "prevented git from running this repository's hooks: ";

    private Note() {}

    /** The note on a command that reads; null if nothing is to be said. */
    static @Nullable String ofReading(GitOverrides overrides) {
      var keys = new ArrayList<String>();
      overrides
          .keys()
          .forEach(
              (key, use) -> {
                if (use == Use.READING) {
                  keys.add(shown(key));
                }
              });
      return keys.isEmpty() ? null : PROGRAMS + listed(keys);
    }

    /** The note on a command that may do more; null if nothing is to be said. */
    static @Nullable String ofWork(GitOverrides overrides, List<String> hooks) {
      var parts = new ArrayList<String>();
      var keys = new ArrayList<String>();
      overrides.keys().keySet().forEach(key -> keys.add(shown(key)));
      if (!keys.isEmpty()) {
        parts.add(PROGRAMS + listed(keys));
      }
      if (!hooks.isEmpty()) {
        parts.add(HOOKS + listed(hooks));
      }
      return parts.isEmpty() ? null : String.join("; ", parts);
    }

    /**
     * The note on another program, which may call git with any subcommand; null if nothing is to be
     * said.
     */
    static @Nullable String ofOther(GitOverrides overrides, boolean isLawless) {
      String work = ofWork(overrides, List.of());
      if (!isLawless) {
        return work;
      }
      return (work == null ? "" : work + "; ")
          + "a git bisect within this command may run the hook "
          + GitHooks.REFERENCES
          + " of this repository, and no setting can prevent it";
    }

    private static String listed(List<String> names) {
      int more = names.size() - MAX_NAMED;
      return String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMED)))
          + (more > 0 ? " and " + more + " more" : "");
    }

    /** A key as one short word: its middle may be any text. */
    private static String shown(String key) {
      String plain = key.replaceAll("[^\\x21-\\x7e]", "?");
      return plain.length() <= MAX_KEY ? plain : plain.substring(0, MAX_KEY) + "…";
    }
  }
}
