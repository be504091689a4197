package dev.attache.cli.options;

import java.util.HashSet;
import java.util.Set;

/**
 * The options of every command that one takes and does not show, because they mean nothing to it.
 *
 * @param names their first names
 */
public record HiddenOptions(Set<String> names) {

  /** No options. */
  public static final HiddenOptions NONE = new HiddenOptions(Set.of());

  /** Those that mean nothing where nothing is read but conversations. */
  public static final HiddenOptions OF_STORES =
      new HiddenOptions(
          Set.of(
              "--allow-host",
              "--allow-secrets",
              "--config",
              "--formulas",
              "--handler-jar",
              "--hidden",
              "--html",
              "--ignore-restrictions",
              "--jobs",
              "--max-bytes",
              "--max-total-bytes",
              "--mcp-config",
              "--no-cache",
              "--no-ignore",
              "--no-index",
              "--no-progress",
              "--offline",
              "--pdf",
              "--raw",
              "--root",
              "--strict",
              "--timeout",
              "--verbose"));

  /** All of them: nothing is read. */
  public static final HiddenOptions ALL =
      OF_STORES.with("--json").with("--quiet").with("--workspace");

  public HiddenOptions {
    names = Set.copyOf(names);
  }

  public HiddenOptions with(String name) {
    var more = new HashSet<>(names);
    more.add(name);
    return new HiddenOptions(more);
  }

  public HiddenOptions without(String name) {
    var others = new HashSet<>(names);
    others.remove(name);
    return new HiddenOptions(others);
  }
}
