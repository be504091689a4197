package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration files of one run, each read and parsed once, because some of their tables have
 * to be known before the handlers are, and others only after.
 *
 * @param own the user's own; null if there is none
 * @param ofWorkspace the one that came with the workspace; null if there is none
 * @param ownPlace where the user's own is, or would be; null if nobody knows
 */
public record ConfigFiles(
    @Nullable ConfigTable own, @Nullable ConfigTable ofWorkspace, @Nullable String ownPlace) {

  /**
   * Reads both files.
   *
   * @param option the file that {@code --config} names, if any
   */
  public static ConfigFiles read(
      @Nullable String option, Map<String, String> environment, Path workspace)
      throws UsageException {
    ConfigFile own = ConfigFile.find(option, environment);
    ConfigTable ownTable = own == null ? null : ConfigTable.of(own, TomlTables.parse(own));
    ConfigFile other = ConfigFile.ofWorkspace(workspace, own);
    return new ConfigFiles(
        ownTable,
        other == null ? null : ConfigTable.of(other, TomlTables.parse(other)),
        ConfigFile.ofUser(option, environment));
  }
}
