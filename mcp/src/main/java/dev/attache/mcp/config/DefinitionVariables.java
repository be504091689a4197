package dev.attache.mcp.config;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one definition, and what is wrong with those that it names.
 *
 * <ul>
 *   <li>{@code ${NAME}}, {@code ${env:NAME}}: of the environment. It must be set.
 *   <li>{@code ${NAME:-TEXT}}, {@code ${env:NAME:-TEXT}}: the same, and TEXT if it is unset or
 *       empty, as in a shell. TEXT may hold variables, too.
 *   <li>{@code ${workspaceFolder}}, {@code ${workspaceFolderBasename}}, {@code ${userHome}}, {@code
 *       ${pathSeparator}} and {@code ${/}}: as in VS Code.
 *   <li>{@code ${input:ID}}: of the environment, as {@code ATTACHE_INPUT_ID} or else {@code ID}:
 *       the id in upper case, every character but letters and digits replaced by {@code _}. Else
 *       the default of the input, else that after {@code :-}.
 * </ul>
 *
 * <p>What a variable holds is not expanded again. Everything else stays as it is: {@code $}, {@code
 * $$}, {@code $NAME}, {@code ${}}, {@code ${x##*}}.
 */
final class DefinitionVariables {

  /** How deep defaults may be within defaults. */
  private static final int MAX_DEPTH = 8;

  /** How many characters variables may make of one definition. */
  private static final int MAX_LENGTH = 1 << 17;

  private static final List<String> FOREIGN =
      List.of("config:", "command:", "workspaceFolder:", "extensionInstallFolder:");

  private final Map<String, String> environment;
  private final Map<String, String> predefined = new LinkedHashMap<>();
  private final ServerDefinition definition;
  private final Set<String> unset = new LinkedHashSet<>();
  private final Map<String, String> unsetInputs = new LinkedHashMap<>();
  private final Set<String> foreign = new LinkedHashSet<>();
  private int length;
  private boolean isTooDeep;

  DefinitionVariables(
      Path workspace, Map<String, String> environment, ServerDefinition definition) {
    this.environment = environment;
    this.definition = definition;
    String separator = workspace.getFileSystem().getSeparator();
    Path name = workspace.getFileName();
    predefined.put("workspaceFolder", workspace.toString());
    predefined.put("workspaceFolderBasename", name == null ? "" : name.toString());
    predefined.put("pathSeparator", separator);
    predefined.put("/", separator);
    String home = home(environment);
    if (!home.isEmpty()) {
      predefined.put("userHome", home);
    }
  }

  /** The user's home directory; empty if nobody knows. */
  static String home(Map<String, String> environment) {
    return environment.getOrDefault("HOME", environment.getOrDefault("USERPROFILE", ""));
  }

  /** Returns a text with what its variables hold; what cannot be had is kept for {@link #check}. */
  String expand(String text) {
    return expand(text, 0);
  }

  private String expand(String text, int depth) {
    if (!text.contains("${")) {
      return text;
    }
    if (depth > MAX_DEPTH) {
      isTooDeep = true;
      return "";
    }
    int[] ends = ends(text);
    var expanded = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      int end = ends[i];
      String value = end == 0 ? null : value(text.substring(i + 2, end), depth);
      if (value != null) {
        append(expanded, value);
        i = end + 1;
      } else {
        int next = end == 0 ? i + 1 : end + 1;
        expanded.append(text, i, next);
        i = next;
      }
    }
    return expanded.toString();
  }

  private void append(StringBuilder expanded, String value) {
    length += value.length();
    if (length <= MAX_LENGTH) {
      expanded.append(value);
    } else {
      length = MAX_LENGTH + 1; // and not round to negative ones
    }
  }

  /** For each index at which a variable begins that of its closing brace; 0 for all others. */
  private static int[] ends(String text) {
    int[] ends = new int[text.length()];
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("${", i)) {
        open.push(i);
        i++;
      } else if (text.charAt(i) == '}' && !open.isEmpty()) {
        ends[open.pop()] = i;
      }
    }
    return ends;
  }

  /** Returns what stands for a variable; null if it is none. */
  private @Nullable String value(String variable, int depth) {
    if (predefined.containsKey(variable)) {
      return predefined.get(variable);
    }
    int split = variable.indexOf(":-");
    String name = split < 0 ? variable : variable.substring(0, split);
    String otherwise = split < 0 ? null : variable.substring(split + 2);
    if (name.startsWith("input:") && name.length() > "input:".length()) {
      return input(name.substring("input:".length()), otherwise, depth);
    }
    if (name.startsWith("env:") && name.length() > "env:".length()) {
      return variable(name.substring("env:".length()), otherwise, depth);
    }
    if (FOREIGN.stream().anyMatch(variable::startsWith)) {
      foreign.add("${" + variable + "}");
      return "";
    }
    return isName(name)
        ? variable(name.equals("userHome") ? "HOME" : name, otherwise, depth)
        : null;
  }

  private String variable(String name, @Nullable String otherwise, int depth) {
    String value = environment.get(name);
    if (otherwise != null) {
      return value == null || value.isEmpty() ? expand(otherwise, depth + 1) : value;
    }
    if (value == null) {
      unset.add(name);
      return "";
    }
    return value;
  }

  private String input(String id, @Nullable String otherwise, int depth) {
    String name = inputName(id);
    String value = environment.getOrDefault("ATTACHE_INPUT_" + name, environment.get(name));
    if (value == null) {
      value = definition.inputs().get(id); // as it is: a default of VS Code holds no variables
    }
    if (value == null && otherwise != null) {
      value = expand(otherwise, depth + 1);
    }
    if (value == null) {
      unsetInputs.put(id, "ATTACHE_INPUT_" + name);
      return "";
    }
    return value;
  }

  private static String inputName(String id) {
    var name = new StringBuilder(id.length());
    String upper = id.toUpperCase(Locale.ROOT);
    for (int i = 0; i < upper.length(); i++) {
      char c = upper.charAt(i);
      boolean isKept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      name.append(isKept ? c : '_');
    }
    return name.toString();
  }

  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isLetter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
      if (!isLetter && !(i > 0 && (c >= '0' && c <= '9'))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /**
   * Says of all variables so far which ones cannot be had.
   *
   * @throws DefinitionException if there are any
   */
  void check() throws DefinitionException {
    var problems = new ArrayList<String>();
    if (!unset.isEmpty()) {
      String first = unset.iterator().next();
      boolean isOne = unset.size() == 1;
      String set = isOne ? "which is not set; export it" : "which are not set; export them";
      problems.add("needs " + and(unset) + ", " + set + ", or write ${" + first + ":-default}");
    }
    unsetInputs.forEach(
        (id, name) ->
            problems.add("asks for the input " + id + ", which has no default; export " + name));
    if (!foreign.isEmpty()) {
      problems.add("names " + and(foreign) + ", which only an editor can supply");
    }
    if (isTooDeep) {
      problems.add("has defaults within defaults, more than " + MAX_DEPTH + " deep");
    }
    if (length > MAX_LENGTH) {
      problems.add("has variables that hold more than " + MAX_LENGTH + " characters in all");
    }
    if (!problems.isEmpty()) {
      throw new DefinitionException(
          definition.origin().place()
              + ": server "
              + definition.name()
              + " "
              + String.join("; it ", problems));
    }
  }

  private static String and(Set<String> names) {
    List<String> all = List.copyOf(names);
    int last = all.size() - 1;
    String most = String.join(", ", all.subList(0, last));
    return last == 0 ? all.get(0) : most + " and " + all.get(last);
  }
}
