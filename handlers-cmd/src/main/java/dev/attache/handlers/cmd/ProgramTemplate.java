package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceUri;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
    if (words.isEmpty() || words.get(0).isBlank()) {
      throw new IllegalArgumentException(
          SUBJECT + " must begin with a program, as in [\"fetch\", \"" + URI + "\"]");
    }
    requireProgram(words.get(0));
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
    if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException(SUBJECT + " must not hold a NUL");
    }
    requireNoScript(words);
  }

  /** A program of the workspace may be anybody's, and is not what the user has chosen. */
  private static void requireProgram(String program) {
    if (program.contains(URI)) {
      throw new IllegalArgumentException(
          SUBJECT + " must not have " + URI + " in the program, but in its arguments");
    }
    if (program.contains("/") && !program.startsWith("/")) {
      throw new IllegalArgumentException(
          SUBJECT
              + " must begin with a name that is looked up in the PATH, or with an absolute path;"
              + " a relative one would be a program of the workspace");
    }
  }

  /** What a shell takes as a script must not have in it what somebody else wrote. */
  private static void requireNoScript(List<String> words) {
    int end = STARTERS.contains(fileName(words.get(0))) ? words.size() : 1;
    for (int i = 0; i < end; i++) {
      if (SHELLS.contains(fileName(words.get(i)))
          && isInScript(words.subList(i + 1, words.size()))) {
        throw new IllegalArgumentException(
            SUBJECT
                + " must not have "
                + URI
                + " in a script, where the URI would be taken as code; write \"$1\" there, and"
                + " after the script: \"sh\", \""
                + URI
                + "\"");
      }
    }
  }

  private static String fileName(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /** The script is the first word that is no option, or the value of the option itself. */
  private static boolean isInScript(List<String> arguments) {
    boolean hasScript = false;
    boolean isValue = false;
    for (String argument : arguments) {
      boolean isOption = isValue || argument.startsWith("-") || argument.startsWith("+");
      isValue = OPTION_WITH_VALUE.matcher(argument).matches();
      hasScript |= SCRIPT_OPTION.matcher(argument).matches();
      if (hasScript && argument.contains(URI)) {
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
