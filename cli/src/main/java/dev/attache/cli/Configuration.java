package dev.attache.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sections of the configuration, by the schemes of the handlers they are for.
 *
 * @param sections of each what somebody set, in order; may be changed
 */
record Configuration(Map<String, Map<String, Object>> sections) {

  /** Where a workspace would have its settings. */
  private static final String OF_WORKSPACE = ".attache/config.toml";

  /**
   * Loads and checks the configuration of the user.
   *
   * @param option the file that {@code --config} names, if any
   * @param schemes those that have a handler, and so may have a section
   */
  static Configuration load(
      @Nullable String option,
      Map<String, String> environment,
      Set<String> schemes,
      Console console)
      throws UsageException {
    ConfigFile file = ConfigFile.find(option, environment);
    var sections = new LinkedHashMap<String, Map<String, Object>>();
    if (file != null) {
      read(file, sections, schemes, console);
    }
    return new Configuration(sections);
  }

  private static void read(
      ConfigFile file,
      Map<String, Map<String, Object>> sections,
      Set<String> schemes,
      Console console)
      throws UsageException {
    ConfigTable all = ConfigTable.of(file, TomlTables.parse(file));
    sections.put("http", HttpSection.read(all.table("http"), console));
    ConfigTable files = all.table("file").flag("ignore").flag("hidden");
    files.noteUnknown(console);
    sections.put("file", files.taken());
    for (String scheme : schemes) {
      if (!sections.containsKey(scheme) && !scheme.equals("https")) { // which has http's
        all.table(scheme).copyTo(sections, scheme);
      }
    }
    all.noteUnknown(console);
  }

  /** Returns a section, which may be changed; an empty one if there is none. */
  Map<String, Object> section(String scheme) {
    return sections.computeIfAbsent(scheme, s -> new LinkedHashMap<>());
  }

  /** Says that the settings of a workspace are not used, if it has some. */
  static void noteWorkspace(Path workspace, @Nullable String option, Console console) {
    Path file = workspace.resolve(OF_WORKSPACE);
    if (Files.exists(file) && !isSame(file, option)) {
      console.note(
          OF_WORKSPACE
              + ": not used; the settings of a workspace need trust, which cannot be given yet");
    }
  }

  private static boolean isSame(Path file, @Nullable String option) {
    try {
      return option != null && Files.isSameFile(file, FileProblem.path(option));
    } catch (IOException e) {
      return false;
    }
  }
}
