package dev.attache.cli.config;

import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import java.util.List;
import java.util.Map;

/**
 * The table {@code [repositories]} of the configuration, for all schemes of repositories of git.
 * Hosts and the proxy are those of {@code [http]}, hidden files those of {@code [file]}.
 */
public final class RepositoriesSection {

  static final String NAME = "repositories";

  /** The scheme whose section the handler is given. */
  public static final String KEY = "bitbucket";

  static final List<String> SCHEMES =
      List.of(KEY, "codeberg", "git+file", "git+http", "git+https", "git+ssh", "github", "gitlab");

  private RepositoriesSection() {}

  static void read(ConfigTable all, Map<String, Map<String, Object>> sections, Console console)
      throws UsageException {
    ConfigTable table =
        all.table(NAME).number("timeout", LimitOptions.MAX_TIMEOUT).size("cache-size");
    table.noteUnknown(console);
    sections.put(KEY, table.taken());
  }

  /** Adds what is set elsewhere. */
  public static void complete(
      Map<String, Object> section, Map<String, Object> http, Map<String, Object> file) {
    copy("allow", http, section);
    copy("proxy", http, section);
    copy("hidden", file, section);
  }

  private static void copy(String key, Map<String, Object> from, Map<String, Object> to) {
    Object value = from.get(key);
    if (value != null) {
      to.put(key, value);
    }
  }
}
