package dev.attache.cli.config;

import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.trust.TrustPolicy;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The table {@code [cmd]} of the configuration. */
final class CommandSection {

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\*|=[^\\00]*)?");

  private CommandSection() {}

  /**
   * Checks the table.
   *
   * @param trust takes the commands that are let run, which are no business of the handler's
   * @return what is set for the handler: {@code timeout} (Long, seconds), {@code max-output} (Long,
   *     bytes), {@code environment} (List of String: {@code NAME} and {@code NAME_*} are passed on,
   *     {@code NAME=value} is set)
   */
  static Map<String, Object> read(ConfigTable table, List<String> trust, Console console)
      throws UsageException {
    readLimits(table).texts("trust").each("trust", CommandSection::requirePattern);
    table.noteUnknown(console);
    table.copyTexts("trust", trust);
    table.taken().remove("trust");
    return table.taken();
  }

  /** Checks what is set for whatever runs programs. */
  static ConfigTable readLimits(ConfigTable table) throws UsageException {
    return table
        .number("timeout", LimitOptions.MAX_TIMEOUT)
        .size("max-output")
        .texts("environment")
        .each("environment", CommandSection::requireVariable);
  }

  /** The entry is not repeated: its value may be a secret. */
  private static void requireVariable(String subject, String entry) throws UsageException {
    if (!VARIABLE.matcher(entry).matches()) {
      throw new UsageException(subject + " must contain NAME, NAME_* or NAME=value only");
    }
  }

  private static void requirePattern(String subject, String entry) throws UsageException {
    try {
      TrustPolicy.requirePattern(entry);
    } catch (IllegalArgumentException e) {
      throw new UsageException(subject + " " + e.getMessage());
    }
  }
}
