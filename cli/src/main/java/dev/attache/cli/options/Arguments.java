package dev.attache.cli.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a command line.
 *
 * @param values of those that count once, by each of their names: a String, or true
 * @param given the options that were given, by their longest names, each with its values: none for
 *     one that takes no value. Those of the innermost command come first.
 */
public record Arguments(Map<String, Object> values, Map<String, List<String>> given) {

  /** Returns these with another value of an option. */
  Arguments with(String option, String value) {
    var changed = new HashMap<>(values);
    changed.put(option, value);
    return new Arguments(changed, given);
  }

  public boolean has(String option) {
    return Boolean.TRUE.equals(values.get(option));
  }

  @Nullable
  public String value(String option) {
    return (String) values.get(option);
  }

  public String value(String option, String otherwise) {
    String value = value(option);
    return value == null ? otherwise : value;
  }
}
