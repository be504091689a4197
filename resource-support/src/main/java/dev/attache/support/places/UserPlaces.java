package dev.attache.support.places;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places of the user's own files (XDG Base Directory Specification). */
public final class UserPlaces {

  private UserPlaces() {}

  /** Returns the directory of settings, which may not be there; null if nobody knows. */
  public static @Nullable String configuration(Map<String, String> environment) {
    String directory = environment.getOrDefault("XDG_CONFIG_HOME", "");
    if (directory.startsWith("/")) { // relative ones are to be ignored
      return directory + "/attache";
    }
    String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? null : home + "/.config/attache";
  }

  /**
   * Returns the directory of what can be made again; null if nobody knows.
   *
   * @throws InvalidPathException if the locale does not know its characters
   */
  public static @Nullable Path cache(Map<String, String> environment) {
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (caches.startsWith("/")) { // relative ones are to be ignored
      return Path.of(caches, "attache");
    }
    String home = environment.getOrDefault("HOME", "");
    return home.startsWith("/") ? Path.of(home, ".cache", "attache") : null;
  }

  /** Returns the place of a file of the user's state; null if there is no place for any. */
  public static @Nullable Path state(Map<String, String> environment, String file) {
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
