package dev.attache.handlers.cmd.git;

import dev.attache.handlers.cmd.git.GitProgram.Use;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said, beside the output, of the programs that git was kept from running. */
final class GitNote {
  private static final int MAX_NAMED = 8;
  private static final int MAX_KEY = 60;

  private static final String PROGRAMS =
      "git was kept from running the programs that this repository sets: ";

  private static final String HOOKS = "git was kept from running the hooks of this repository: ";

  private GitNote() {}

  /** The note on a command that reads; null if nothing is to be said. */
  static @Nullable String ofReading(GitOverrides overrides) {
    var keys = new ArrayList<String>();
    overrides
        .keys()
        .forEach(
            (key, use) -> {
              if (use == Use.READING) {
                keys.add(shown(key));
              }
            });
    return keys.isEmpty() ? null : PROGRAMS + listed(keys);
  }

  /** The note on a command that may do more; null if nothing is to be said. */
  static @Nullable String ofWork(GitOverrides overrides, List<String> hooks) {
    var parts = new ArrayList<String>();
    var keys = new ArrayList<String>();
    overrides.keys().keySet().forEach(key -> keys.add(shown(key)));
    if (!keys.isEmpty()) {
      parts.add(PROGRAMS + listed(keys));
    }
    if (!hooks.isEmpty()) {
      parts.add(HOOKS + listed(hooks));
    }
    return parts.isEmpty() ? null : String.join("; ", parts);
  }

  private static String listed(List<String> names) {
    int more = names.size() - MAX_NAMED;
    return String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMED)))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** A key as one short word: its middle may be any text. */
  private static String shown(String key) {
    String plain = key.replaceAll("[^\\x21-\\x7e]", "?");
    return plain.length() <= MAX_KEY ? plain : plain.substring(0, MAX_KEY) + "…";
  }
}
