package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.ModelProfiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider of models as the user has configured it, in {@code [providers.NAME]}. Immutable.
 *
 * @param name the name by which it is asked for
 * @param kind the provider whose requests it takes, such as {@code openai-chat}
 * @param model the model that is meant where nobody names one; null for the one of the kind
 * @param profile what its models take that others of its kind do not, in the fields of a profile
 * @param file the file that says so
 */
public record ConfiguredProvider(
    String name, String kind, @Nullable String model, Map<String, Object> profile, String file) {

  /** The table of the tables. */
  static final String PROVIDERS = "providers";

  private static final String KIND = "kind";
  private static final String MODEL = "model";
  private static final String PROFILE = "profile";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  public ConfiguredProvider {
    profile = Collections.unmodifiableMap(new LinkedHashMap<>(profile));
  }

  /** Reads the tables of a file, in their order. */
  public static List<ConfiguredProvider> readAll(ConfigTable file, Console console)
      throws UsageException {
    ConfigTable tables = file.table(PROVIDERS);
    var providers = new ArrayList<ConfiguredProvider>();
    for (String name : tables.names()) {
      if (!NAME.matcher(name).matches()) {
        throw tables.wrongName(name, "must have 1 to 64 lower-case letters, digits, _ and -");
      }
      ConfigTable table = tables.table(name).text(KIND).text(MODEL);
      Map<String, Object> profile = table.table(PROFILE).unchecked();
      table.noteUnknown(console);
      providers.add(
          new ConfiguredProvider(
              name,
              table.taken().get(KIND) instanceof String kind ? kind : name,
              table.taken().get(MODEL) instanceof String model ? model : null,
              profile,
              table.file()));
    }
    return providers;
  }

  /**
   * Returns the profiles of its models.
   *
   * @param ofKind those of all that are of its kind
   */
  public ModelProfiles profiles(ModelProfiles ofKind) throws UsageException {
    var changed = new LinkedHashMap<>(profile);
    changed.put("name", name);
    if (model != null) {
      changed.put(MODEL, model);
    }
    try {
      return ofKind.with(changed);
    } catch (IllegalArgumentException e) {
      throw new UsageException(file + ": [providers." + name + ".profile]: " + e.getMessage());
    }
  }
}
