package dev.attache.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of {@code --var NAME=VALUE}, for the templates of servers. */
final class VariableOptions {

  private VariableOptions() {}

  /**
   * Reads the values.
   *
   * @return by name a String, or the List of Strings of a name that was given several times
   */
  static Map<String, Object> of(List<String> given) throws UsageException {
    var all = new LinkedHashMap<String, List<String>>();
    for (String each : given) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--var (" + each + ") must be NAME=VALUE");
      }
      all.computeIfAbsent(each.substring(0, equals), name -> new ArrayList<>())
          .add(each.substring(equals + 1));
    }
    var variables = new LinkedHashMap<String, Object>();
    all.forEach((name, values) -> variables.put(name, values.size() == 1 ? values.get(0) : values));
    return variables;
  }
}
