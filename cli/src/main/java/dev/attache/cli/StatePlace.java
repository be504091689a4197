package dev.attache.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the user's own state is kept (XDG Base Directory Specification). */
final class StatePlace {

  private StatePlace() {}

  /** Returns the place of a file; null if there is no place for any. */
  static @Nullable Path find(Map<String, String> environment, String file) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    try {
      if (state.startsWith("/")) { // relative ones are to be ignored
        return Path.of(state, file);
      }
      return home.startsWith("/") ? Path.of(home, ".local/state", file) : null;
    } catch (InvalidPathException e) {
      return null; // no directory has such a name
    }
  }
}
