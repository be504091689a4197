package dev.attache.cli;

import dev.attache.resource.secrets.Redaction;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line that cannot be parsed, with what was probably meant. */
final class UsageProblem {

  private UsageProblem() {}

  static String of(ParameterException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().get(0);
      return unmatched.isUnknownOption() ? noOption(command, word) : unexpected(command, word);
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      ArgSpec option = missing.getMissing().get(0);
      if (option instanceof OptionSpec o) {
        return o.longestName() + " needs a value: " + o.paramLabel();
      }
    }
    return String.valueOf(e.getMessage());
  }

  static String noCommand(CommandSpec command, String word) {
    Collection<String> names = command.subcommands().keySet();
    String meant = closest(word, names);
    String hint =
        names.isEmpty()
            ? ""
            : meant == null
                ? "; there are: " + String.join(", ", names)
                : "; did you mean " + meant + "?";
    return "there is no command \"" + commandsOf(command) + Redaction.redact(word) + "\"" + hint;
  }

  private static String noOption(CommandSpec command, String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String meant = closest(name, command.optionsMap().keySet());
    String hint =
        meant != null
            ? "; did you mean " + meant + "?"
            : command.positionalParameters().isEmpty() ? "" : "; a file of that name is ./" + word;
    return "there is no option " + name + hint;
  }

  private static String unexpected(CommandSpec command, String word) {
    return command.subcommands().isEmpty()
        ? command.qualifiedName() + " takes no parameters, such as " + Redaction.redact(word)
        : noCommand(command, word);
  }

  /** The words between the program and what is below {@code command}. */
  private static String commandsOf(CommandSpec command) {
    return command.parent() == null ? "" : command.name() + " ";
  }

  /** The name that a word was probably meant to be; null if none comes near. */
  static @Nullable String closest(String word, Collection<String> names) {
    String closest = null;
    int least = Math.max(1, word.replaceFirst("^-+", "").length() / 3) + 1;
    for (String name : List.copyOf(names)) {
      int distance = name.startsWith(word) && word.length() > 2 ? 0 : distance(word, name);
      if ((name.length() > 2 || name.charAt(0) != '-') && distance < least) {
        closest = name;
        least = distance;
      }
    }
    return closest;
  }

  /** How many letters have to be inserted, left out, replaced or swapped with their neighbour. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, a, b, i, j);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int step(int[][] steps, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
    least = Math.min(least, steps[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
  }
}
