package dev.attache.cli.options;

import java.util.List;
import org.jspecify.annotations.Nullable;
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
}
