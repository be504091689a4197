package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.Entry;
import java.util.List;

/**
 * The names in a directory that bear on ignore rules, so that none is asked for in vain.
 *
 * @param git something called {@code .git}, which may make it a repository
 * @param gitignore a {@code .gitignore}
 * @param attacheignore an {@code .attacheignore}
 */
public record IgnoreNames(boolean git, boolean gitignore, boolean attacheignore) {

  /** Any of them may be there. */
  static final IgnoreNames ALL = new IgnoreNames(true, true, true);

  public static IgnoreNames of(List<Entry> entries) {
    boolean git = false;
    boolean gitignore = false;
    boolean attacheignore = false;
    for (Entry entry : entries) {
      if (entry.isHidden()) {
        git |= entry.name().equals(RulesInForce.GIT);
        gitignore |= entry.name().equals(RulesInForce.GITIGNORE);
        attacheignore |= entry.name().equals(RulesInForce.ATTACHEIGNORE);
      }
    }
    return new IgnoreNames(git, gitignore, attacheignore);
  }

  boolean any() {
    return git || gitignore || attacheignore;
  }
}
