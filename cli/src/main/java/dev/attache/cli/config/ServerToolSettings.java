package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's settings for a tool of an MCP server: a table {@code [tools.SERVER__TOOL]}, which has
 * no command. That of a workspace is not used, for it would speak for servers of the user.
 *
 * @param permission whether a model may call it; null if the definition of the server says it
 * @param answers what is set for its questions
 */
public record ServerToolSettings(@Nullable ToolPermission permission, ConfiguredAnswers answers) {

  /** What is to be done about a table of a workspace. */
  static final String REMEDY = "set it in your own configuration";

  private static final ServerToolSettings NONE =
      new ServerToolSettings(null, ConfiguredAnswers.NONE);

  /** Whether a table is about a tool of a server, by its name and because it starts nothing. */
  static boolean isOne(String name, ConfigTable table) {
    return name.indexOf("__") > 0 && !table.names().contains(ConfiguredTool.COMMAND);
  }

  /** Reads the tables of the user's file, by the names of the tools. */
  public static Map<String, ServerToolSettings> readAll(ConfigTable own, Console console)
      throws UsageException {
    ConfigTable tables = own.table(ConfiguredTool.TOOLS);
    var settings = new LinkedHashMap<String, ServerToolSettings>();
    for (String name : tables.names()) {
      ConfigTable table = tables.table(name);
      if (isOne(name, table)) {
        table.choice(ToolPermission.KEY, ToolPermission.WORDS, ToolPermission.WORDS_IN_WORDS);
        Object word = table.taken().get(ToolPermission.KEY);
        ConfiguredAnswers answers = ConfiguredAnswers.of(table, console);
        settings.put(
            name, new ServerToolSettings(word == null ? null : ToolPermission.of(word), answers));
        table.noteUnknown(console);
      }
    }
    return settings;
  }

  /** Returns those of a tool; none if nothing is set for it. */
  public static ServerToolSettings of(String name, Map<String, ServerToolSettings> all) {
    return all.getOrDefault(name, NONE);
  }
}
