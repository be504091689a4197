package dev.attache.cli;

import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.NearestName;
import java.util.Collection;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The fault of a command line that cannot be parsed, with what was probably meant. */
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
      if (option instanceof OptionSpec o && o.required()) {
        return "missing option: " + o.longestName() + " " + o.paramLabel();
      }
      if (option instanceof OptionSpec o) {
        return o.longestName() + " needs a value: " + o.paramLabel();
      }
    }
    return String.valueOf(e.getMessage());
  }

  static String noCommand(CommandSpec command, String word) {
    Collection<String> names = command.subcommands().keySet();
    String meant = NearestName.of(word, names);
    String hint =
        names.isEmpty()
            ? ""
            : meant == null
                ? "; commands: " + String.join(", ", names)
                : "; did you mean " + meant + "?";
    return "unknown command \"" + commandsOf(command) + Redaction.redact(word) + "\"" + hint;
  }

  private static String noOption(CommandSpec command, String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String meant = NearestName.of(name, command.optionsMap().keySet());
    String hint = meant == null ? "" : "; did you mean " + meant + "?";
    return "unknown option " + name + hint;
  }

  private static String unexpected(CommandSpec command, String word) {
    return command.subcommands().isEmpty()
        ? command.qualifiedName() + " takes no arguments: " + Redaction.redact(word)
        : noCommand(command, word);
  }

  /** The words between the program and what is below {@code command}. */
  private static String commandsOf(CommandSpec command) {
    return command.parent() == null ? "" : command.name() + " ";
  }
}
