package dev.attache.support.places;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of the user's own files: the directories of the XDG Base Directory Specification for
 * settings, for what can be made again, and for the state of programs. An environment goes in; no
 * place that comes out need be there.
 */
public final class UserPlaces {

  private UserPlaces() {}

  /**
   * {@return the directory of settings; null if nobody knows}
   *
   * @param environment variables by name, of which {@code XDG_CONFIG_HOME} and {@code HOME} count
   */
  public static @Nullable String configuration(Map<String, String> environment) {
    String base = base(environment, "XDG_CONFIG_HOME", ".config");
    return base == null ? null : base + "/attache";
  }

  /**
   * {@return the directory of what can be made again; null if nobody knows}
   *
   * @param environment variables by name, of which {@code XDG_CACHE_HOME} and {@code HOME} count
   * @throws InvalidPathException if the locale does not know its characters
   */
  public static @Nullable Path cache(Map<String, String> environment) {
    String base = base(environment, "XDG_CACHE_HOME", ".cache");
    return isAbsolute(base) ? Path.of(base, "attache") : null;
  }

  /**
   * {@return the place of a file of the user's state; null if there is no place for any}
   *
   * @param environment variables by name, of which {@code XDG_STATE_HOME} and {@code HOME} count
   * @param file its path in the directory of states, with that of its program: {@code
   *     attache/history}
   */
  public static @Nullable Path state(Map<String, String> environment, String file) {
    String base = base(environment, "XDG_STATE_HOME", ".local/state");
    try {
      return isAbsolute(base) ? Path.of(base, file) : null;
    } catch (InvalidPathException e) {
      return null; // no directory has such a name
    }
  }

  private static @Nullable String base(
      Map<String, String> environment, String variable, String inHome) {
    String base = environment.getOrDefault(variable, "");
    if (isAbsolute(base)) { // relative ones are to be ignored
      return base;
    }
    String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? null : home + "/" + inHome;
  }

  private static boolean isAbsolute(@Nullable String base) {
    return base != null && base.startsWith("/");
  }
}
