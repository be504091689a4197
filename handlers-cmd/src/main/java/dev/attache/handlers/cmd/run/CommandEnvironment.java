package dev.attache.handlers.cmd.run;

import dev.attache.support.process.SearchPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The environment of commands: little of the parent's, so that its secrets stay with it, and what
 * keeps programs from paging, coloring and asking.
 */
public final class CommandEnvironment {
  private static final List<String> PASSED_ON =
      List.of("PATH", "HOME", "USER", "LANG", "LC_*", "TZ", "TMPDIR");

  private static final List<String> SET =
      List.of(
          "TERM=dumb",
          "NO_COLOR=1",
          "PAGER=cat",
          "GIT_PAGER=cat",
          "GIT_TERMINAL_PROMPT=0",
          "GIT_OPTIONAL_LOCKS=0");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Map<String, String> parent;
  private final Map<String, String> variables = new LinkedHashMap<>();

  private CommandEnvironment(Map<String, String> parent) {
    this.parent = new TreeMap<>(parent);
  }

  /**
   * The variables of a command, in order.
   *
   * @param parent the variables of this process
   * @param more what is passed on besides, as {@code NAME} or {@code NAME_*}, or set, as {@code
   *     NAME=value}
   * @throws IllegalArgumentException if one of {@code more} is none of these
   */
  public static Map<String, String> of(Map<String, String> parent, List<String> more) {
    var environment = new CommandEnvironment(parent);
    PASSED_ON.forEach(environment::add);
    SET.forEach(environment::add);
    more.forEach(environment::add);
    String path = environment.variables.getOrDefault("PATH", "");
    environment.variables.put("PATH", SearchPath.of(path).text());
    return environment.variables;
  }

  private void add(String entry) {
    int equals = entry.indexOf('=');
    if (equals >= 0) {
      String name = requireName(entry, entry.substring(0, equals));
      variables.put(name, requireValue(name, entry.substring(equals + 1)));
    } else if (entry.endsWith("*")) {
      passOnAll(requireName(entry, entry.substring(0, entry.length() - 1)));
    } else {
      passOn(requireName(entry, entry), parent.get(entry));
    }
  }

  private void passOnAll(String prefix) {
    parent.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            passOn(name, value);
          }
        });
  }

  private void passOn(String name, @Nullable String value) {
    if (value != null) {
      variables.put(name, value);
    }
  }

  private static String requireName(String entry, String name) {
    if (!NAME.matcher(name).matches()) {
      int equals = entry.indexOf('='); // what follows may be a secret
      throw new IllegalArgumentException(
          "environment ("
              + (equals < 0 ? entry : entry.substring(0, equals) + "=…")
              + ") must be NAME, NAME_* or NAME=value");
    }
    return name;
  }

  private static String requireValue(String name, String value) {
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("environment (" + name + "=…) must not contain a NUL");
    }
    return value;
  }
}
