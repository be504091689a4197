package dev.attache.handlers.file.ignore;

import dev.attache.handlers.file.place.DirectoryChain;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of directories in one run, by their root and their way down from it. Those of the last
 * directory are remembered, since the next file is often in the same. Thread-safe.
 */
public final class DirectoryRules {

  private final GitUser user;
  private final boolean ignores;
  private final boolean hides;
  private final boolean isOfModel;
  private final Map<Path, RulesInForce> atRoot = new HashMap<>();
  private @Nullable Found last;

  private record Found(Path root, String directory, RulesInForce rules) {}

  private DirectoryRules(GitUser user, boolean ignores, boolean hides, boolean isOfModel) {
    this.user = user;
    this.ignores = ignores;
    this.hides = hides;
    this.isOfModel = isOfModel;
  }

  /**
   * The rules for what a user names.
   *
   * @param ignores whether ignore files count
   * @param hides whether names with a dot do
   */
  public static DirectoryRules of(GitUser user, boolean ignores, boolean hides) {
    return new DirectoryRules(user, ignores, hides, false);
  }

  /** The rules for what a model names: all of them, and for each name below the root. */
  public static DirectoryRules ofModel(GitUser user) {
    return new DirectoryRules(user, true, true, true);
  }

  /**
   * The rules at an allowed root.
   *
   * @throws ResourceException if they cannot be read
   */
  public synchronized RulesInForce at(Path root) throws ResourceException {
    RulesInForce rules = atRoot.get(root);
    if (rules == null) {
      try {
        RulesInForce read = RulesInForce.at(root, user, ignores, hides);
        rules = isOfModel ? read.ignoredBy(null) : read; // the user has chosen the root
      } catch (IOException e) {
        throw ResourceException.of(
            Kind.FAILED, root.toString(), "cannot read its ignore rules: " + e.getMessage(), e);
      }
      atRoot.put(root, rules);
    }
    return rules;
  }

  /**
   * The rules in a directory.
   *
   * @param directory its path from the root
   * @throws IOException if it cannot be opened
   */
  public synchronized RulesInForce in(Path root, String directory) throws IOException {
    Found known = last;
    if (known != null && known.root.equals(root) && known.directory.equals(directory)) {
      return known.rules;
    }
    try (var chain = new DirectoryChain(root)) {
      RulesInForce rules = in(chain, directory);
      last = new Found(root, directory, rules);
      return rules;
    }
  }

  /** The same, by a chain that goes on from there. */
  public RulesInForce in(DirectoryChain chain, String directory) throws IOException {
    return at(chain.root()).descend(chain, directory, user, !isOfModel);
  }
}
