package dev.attache.cli.options;

import dev.attache.cli.options.Options.InOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options and parameters of a command line.
 *
 * @param results what stands behind each word that names a command, the innermost first, which wins
 */
public record Arguments(List<ParseResult> results) {

  public boolean has(String option) {
    return Boolean.TRUE.equals(find(option));
  }

  @Nullable
  public String value(String option) {
    return (String) find(option);
  }

  public String value(String option, String otherwise) {
    String value = value(option);
    return value == null ? otherwise : value;
  }

  private @Nullable Object find(String option) {
    for (ParseResult result : results) {
      if (result.hasMatchedOption(option)) {
        return result.matchedOption(option).getValue();
      }
    }
    return null;
  }

  /**
   * Returns the options that were given, by their longest names, each with its values: none for one
   * that takes no value. Those of the innermost command come first.
   */
  public Map<String, List<String>> given() {
    var given = new LinkedHashMap<String, List<String>>();
    for (ParseResult result : results) {
      for (OptionSpec option : result.commandSpec().options()) {
        // what takes its values itself picocli does not count as matched
        if (option.parameterConsumer() instanceof InOrder repeated) {
          if (!repeated.taken().isEmpty()) {
            given.putIfAbsent(option.longestName(), repeated.taken());
          }
        } else if (result.hasMatchedOption(option)) {
          Object value = option.getValue();
          given.putIfAbsent(
              option.longestName(), value instanceof String text ? List.of(text) : List.of());
        }
      }
    }
    return given;
  }
}
