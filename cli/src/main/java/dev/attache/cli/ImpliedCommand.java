package dev.attache.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command of a line that names none: {@code attache src/ README.md} is a resolve. */
final class ImpliedCommand {

  /** The command that is meant. */
  static final String RESOLVE = "resolve";

  /** What no command has in its name: a part of a path, a URI, a pattern or an exclusion. */
  private static final String OF_REFERENCES = "/:.*?[{!~";

  private ImpliedCommand() {}

  /**
   * Whether a line that cannot be parsed has references, or options of a resolve, in place of it.
   */
  static boolean isMeant(ParameterException problem, String... args) {
    boolean isWhole =
        problem.getCommandLine().getParent() == null
            && problem instanceof UnmatchedArgumentException
            && !namesCommand(args);
    if (!isWhole) {
      return false;
    }
    String word = ((UnmatchedArgumentException) problem).getUnmatched().get(0);
    return looksLikeOption(word) ? isOption(word) : isReference(word);
  }

  /** Whether a line begins with a reference, which is seen without a parser. */
  static boolean isPlain(String... args) {
    return args.length > 0
        && !looksLikeOption(args[0])
        && !namesCommand(args)
        && isReference(args[0]);
  }

  private static boolean namesCommand(String... args) {
    for (String arg : args) {
      if (CommandSpecs.NAMES.contains(arg)) {
        return true;
      }
    }
    return false;
  }

  private static boolean looksLikeOption(String word) {
    return word.startsWith("-") && word.length() > 1;
  }

  /** Returns the line with the command. */
  static String[] before(String... args) {
    var line = new ArrayList<>(List.of(RESOLVE));
    line.addAll(List.of(args));
    return line.toArray(String[]::new);
  }

  private static boolean isReference(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (OF_REFERENCES.indexOf(word.charAt(i)) >= 0) {
        return true;
      }
    }
    return word.equals("-") || exists(word);
  }

  private static boolean exists(String word) {
    try {
      return Files.exists(Path.of(word));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isOption(String word) {
    String name = word.replaceFirst("=.*", "");
    Set<String> known = CommandSpecs.resolveOptions();
    return known.contains(name) || (!word.startsWith("--") && known.contains(word.substring(0, 2)));
  }
}
