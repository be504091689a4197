package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceUri;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The command line of a {@link ProgramHandler}: words, in which {@value #URI} stands for the URI
 * that is asked for. Immutable.
 *
 * @param words the program and what it is given
 */
record ProgramTemplate(List<String> words) {

  static final String URI = "{uri}";

  private static final String SUBJECT = "command";

  private static final Set<String> SHELLS =
      Set.of("ash", "bash", "csh", "dash", "fish", "ksh", "mksh", "sh", "tcsh", "zsh");

  /** Programs that start the one that their arguments name, which may be a shell. */
  private static final Set<String> STARTERS =
      Set.of(
          "busybox", "chrt", "doas", "env", "flock", "ionice", "nice", "nohup", "setsid", "stdbuf",
          "sudo", "taskset", "time", "timeout", "toybox", "unshare", "xargs");

  /** The option, alone or among others, that makes a shell take a word as a script. */
  private static final Pattern SCRIPT_OPTION =
      Pattern.compile("-[a-zA-Z]*c[a-zA-Z]*|--command(=.*)?", Pattern.DOTALL);

  /** The options of shells that take the next word for themselves. */
  private static final Pattern OPTION_WITH_VALUE =
      Pattern.compile("[-+][a-zA-Z]*[oO]|--rcfile|--init-file");

  /**
   * @throws IllegalArgumentException if they are no such command line, saying what to do
   */
  ProgramTemplate {
    words = List.copyOf(words);
    requireSafe(words, word -> word.contains(URI), URI);
    requireOutside(words.get(0));
    List<String> arguments = words.subList(1, words.size());
    if (arguments.stream().noneMatch(argument -> argument.contains(URI))) {
      throw new IllegalArgumentException(
          SUBJECT
              + " must say where the URI goes: write "
              + URI
              + " in one of the arguments, as in [\"fetch\", \""
              + URI
              + "\"]");
    }
  }

  /**
   * Requires that a template can do no harm, whatever stands for what it has in braces.
   *
   * @param isFilled whether a word has something in braces
   * @param braces an example of that, for people
   */
  static void requireSafe(List<String> words, Predicate<String> isFilled, String braces) {
    if (words.isEmpty() || words.get(0).isBlank()) {
      throw new IllegalArgumentException(
          SUBJECT + " must begin with a program, as in [\"fetch\", \"" + braces + "\"]");
    }
    if (isFilled.test(words.get(0))) {
      throw new IllegalArgumentException(
          SUBJECT + " must not have " + braces + " in the program, but in its arguments");
    }
    if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException(SUBJECT + " must not contain a NUL");
    }
    requireNoScript(words, isFilled, braces);
  }

  /** A program of the workspace may be anybody's, and is not what the user has chosen. */
  static void requireOutside(String program) {
    if (program.contains("/") && !program.startsWith("/")) {
      throw new IllegalArgumentException(
          SUBJECT
              + " must begin with a name that is looked up in the PATH, or with an absolute path;"
              + " a relative one would be a program of the workspace");
    }
  }

  /** Whether a program is a shell, by its name. */
  static boolean isShell(String program) {
    return SHELLS.contains(fileName(program));
  }

  /** What a shell takes as a script must not have in it what somebody else wrote. */
  private static void requireNoScript(
      List<String> words, Predicate<String> isFilled, String braces) {
    int end = STARTERS.contains(fileName(words.get(0))) ? words.size() : 1;
    for (int i = 0; i < end; i++) {
      if (isShell(words.get(i)) && isInScript(words.subList(i + 1, words.size()), isFilled)) {
        throw new IllegalArgumentException(
            SUBJECT
                + " must not have "
                + braces
                + " in a script, where "
                + (braces.equals(URI) ? "the URI" : "it")
                + " would be taken as code; write \"$1\" there, and after the script: \"sh\", \""
                + braces
                + "\"");
      }
    }
  }

  private static String fileName(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /** The script is the first word that is no option, or the value of the option itself. */
  private static boolean isInScript(List<String> arguments, Predicate<String> isFilled) {
    boolean hasScript = false;
    boolean isValue = false;
    for (String argument : arguments) {
      boolean isOption = isValue || argument.startsWith("-") || argument.startsWith("+");
      isValue = OPTION_WITH_VALUE.matcher(argument).matches();
      hasScript |= SCRIPT_OPTION.matcher(argument).matches();
      if (hasScript && isFilled.test(argument)) {
        return true;
      }
      if (!isOption) {
        return false;
      }
    }
    return false;
  }

  /** Returns what has to be run for a URI. */
  CommandUri command(ResourceUri uri, Path workspace) {
    return CommandUri.of(
        words.stream().map(word -> word.replace(URI, uri.value())).toList(), workspace);
  }
}
