package dev.attache.cli.config;

import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.handlers.cmd.CommandHandler;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.support.text.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler without code: a table {@code [handlers.NAME]} of the user's configuration that has a
 * {@code command}. Without one, such a table has the settings of a handler by others.
 *
 * @param handler what the table makes
 * @param label the command line, for people
 * @param origin the configuration file
 * @param table the table, checked
 */
public record ConfiguredProgram(
    ResourceHandler handler, String label, HandlerOrigin origin, ConfigTable table) {

  /** The table of the tables. */
  public static final String HANDLERS = "handlers";

  private static final String COMMAND = "command";
  private static final String SCHEMES = "schemes";

  /** More than this nobody reads in a list. */
  private static final int MAX_LABEL = 200;

  private static final String RULE_OF_SCHEMES =
      "lower case letters, digits, +, . and -, at least two of them, the first a letter";

  /** Reads the tables of a file, in their order. */
  public static List<ConfiguredProgram> readAll(ConfigTable file) throws UsageException {
    ConfigTable tables = file.table(HANDLERS);
    var programs = new ArrayList<ConfiguredProgram>();
    for (String name : tables.names()) {
      tables.table(name); // which it has to be
      if (isProgram(tables, name)) {
        programs.add(read(name, tables));
      }
    }
    return programs;
  }

  /** Whether a table makes a handler, rather than sets something for one. */
  static boolean isProgram(ConfigTable tables, String name) {
    return tables.unchecked().get(name) instanceof Map<?, ?> table && table.containsKey(COMMAND);
  }

  private static ConfiguredProgram read(String name, ConfigTable tables) throws UsageException {
    ConfigTable table = tables.table(name);
    CommandSection.readLimits(
        table
            .texts(COMMAND)
            .texts(SCHEMES)
            .each(SCHEMES, ConfiguredProgram::requireScheme)
            .choice("output", List.of("auto", "text", "json"), "\"auto\", \"text\" or \"json\"")
            .text("mime-type")
            .number("parallel", LimitOptions.MAX_JOBS));
    if (!table.taken().containsKey(SCHEMES) && !RegisteredHandler.isScheme(name)) {
      throw tables.wrongName(name, "is its scheme, and must be " + RULE_OF_SCHEMES);
    }
    var words = new ArrayList<String>();
    table.copyTexts(COMMAND, words);
    var schemes = new ArrayList<String>();
    table.copyTexts(SCHEMES, schemes);
    Set<String> own = schemes.isEmpty() ? Set.of(name) : new LinkedHashSet<>(schemes);
    table.taken().keySet().removeAll(List.of(COMMAND, SCHEMES));
    return new ConfiguredProgram(
        handler(table, words, own),
        label(words),
        new HandlerOrigin(HandlerOrigin.Kind.CONFIGURED, tables.file(), null),
        table);
  }

  private static ResourceHandler handler(ConfigTable table, List<String> words, Set<String> schemes)
      throws UsageException {
    try {
      return CommandHandler.printing(words, schemes);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw table.wrong(COMMAND, message.substring(COMMAND.length() + 1));
    }
  }

  private static void requireScheme(String subject, String entry) throws UsageException {
    if (!RegisteredHandler.isScheme(entry)) {
      throw new UsageException(subject + " (" + entry + ") must be " + RULE_OF_SCHEMES);
    }
  }

  private static String label(List<String> words) {
    String line = ShellWords.join(Redaction.redactArguments(words)).replace("'{uri}'", "{uri}");
    return OneLine.fit(line, MAX_LABEL);
  }

  /** What is set for the handler. */
  Map<String, Object> section() {
    return table.taken();
  }
}
