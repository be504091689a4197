package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * The table {@code [secrets]} of the user's configuration: in which files texts may hold keys. A
 * workspace's is not used, since whoever wrote it need not be whose keys they are.
 *
 * @param allowed patterns of paths, relative to the workspace
 */
public record SecretSettings(List<String> allowed) {

  private static final String ALLOW = "allow";

  SecretSettings() {
    this(new ArrayList<>());
  }

  /** Checks the table and takes what it sets. */
  void read(ConfigTable table, Console console) throws UsageException {
    table.texts(ALLOW).each(ALLOW, SecretSettings::requirePattern);
    table.noteUnknown(console);
    table.copyTexts(ALLOW, allowed);
  }

  /** The files of a workspace in which keys are no matter. */
  public PathPatterns in(Path workspace) {
    return PathPatterns.of(workspace, allowed);
  }

  private static void requirePattern(String subject, String pattern) throws UsageException {
    try {
      PathPatterns.of(Path.of("/"), List.of(pattern));
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          subject
              + " ("
              + pattern
              + ") must contain globs only, such as \"src/test/\" and \"*.pem\"");
    }
  }
}
