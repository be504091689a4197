package dev.attache.mcp.stdio;

import dev.attache.support.process.SearchPath;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables that a server is given: few of this process, so that its secrets stay with it, and
 * what the definition of the server sets.
 */
final class ServerEnvironment {

  private static final List<String> PASSED_ON =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "TZ",
          "TMPDIR",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_CACHE_HOME",
          "XDG_STATE_HOME",
          "XDG_RUNTIME_DIR");

  private ServerEnvironment() {}

  /**
   * All variables of a server, by name. Its {@code PATH} has absolute entries only, whoever set it.
   *
   * @param parent the variables of this process
   * @param set what the definition sets
   */
  static Map<String, String> of(Map<String, String> parent, Map<String, String> set) {
    var variables = new TreeMap<String, String>();
    parent.forEach(
        (name, value) -> {
          if (PASSED_ON.contains(name) || name.startsWith("LC_")) {
            variables.put(name, value);
          }
        });
    variables.putAll(set);
    variables.put("PATH", searchPath(variables).text());
    return variables;
  }

  /** Where the program of a server with these variables is looked up. */
  static SearchPath searchPath(Map<String, String> variables) {
    return SearchPath.of(variables.getOrDefault("PATH", ""));
  }
}
