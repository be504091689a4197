package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.Entry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names in a directory that bear on the rules, so that none is asked for in vain.
 *
 * @param git something called {@code .git}, which may make it a repository
 * @param gitignore a {@code .gitignore}
 * @param attacheignore an {@code .attacheignore}
 * @param tools the ignore files of other tools
 */
record IgnoreNames(boolean git, boolean gitignore, boolean attacheignore, Set<ToolIgnore> tools) {

  /** Any of them may be there. */
  static final IgnoreNames ALL =
      new IgnoreNames(true, true, true, new TreeSet<>(List.of(ToolIgnore.values())));

  static IgnoreNames of(List<Entry> entries) {
    boolean git = false;
    boolean gitignore = false;
    boolean attacheignore = false;
    Set<ToolIgnore> tools = new TreeSet<>(); // an EnumSet would use reflection at each start
    for (Entry entry : entries) {
      if (entry.isHidden()) {
        git |= entry.name().equals(RulesInForce.GIT);
        gitignore |= entry.name().equals(RulesInForce.GITIGNORE);
        attacheignore |= entry.name().equals(RulesInForce.ATTACHEIGNORE);
        ToolIgnore.add(entry.name(), tools);
      }
    }
    return new IgnoreNames(git, gitignore, attacheignore, tools);
  }

  boolean anyFile() {
    return gitignore || attacheignore || !tools.isEmpty();
  }
}
