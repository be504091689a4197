package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.copy.TreeFile;
import dev.attache.resource.spi.SkipReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directories below an inclusion that are left out as a whole, of which each is said once and
 * not for every file in it.
 */
final class LeftOutDirectories {

  private record Rule(SkipReason reason, String detail) {}

  private final TreeInclusion inclusion;
  private final List<TreeExclusion> exclusions;
  private final List<TreeInclusion> others;
  private final Map<String, Optional<Rule>> rules = new HashMap<>();
  private SkipReason reason = SkipReason.EXCLUDED;
  private String detail = "";

  /**
   * @param others all inclusions, of which one may name again what is below a directory
   */
  LeftOutDirectories(
      TreeInclusion inclusion, List<TreeExclusion> exclusions, List<TreeInclusion> others) {
    this.inclusion = inclusion;
    this.exclusions = exclusions;
    this.others = others;
  }

  /** Finds the outermost directory around a file that is left out; null if there is none. */
  @Nullable String find(TreeFile file, boolean takesHidden) {
    if (inclusion.isFile()) {
      return null;
    }
    String path = file.path();
    int from =
        inclusion.glob() != null || inclusion.base().isEmpty() ? 0 : inclusion.base().length() + 1;
    for (int slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String directory = path.substring(0, slash);
      Optional<Rule> rule = rules.get(directory);
      if (rule == null) {
        rule = Optional.ofNullable(rule(directory, takesHidden));
        rules.put(directory, rule);
      }
      if (rule.isPresent()) {
        reason = rule.get().reason;
        detail = rule.get().detail;
        return directory;
      }
    }
    return null;
  }

  private @Nullable Rule rule(String directory, boolean takesHidden) {
    byte[] bytes = directory.getBytes(UTF_8);
    boolean isDotted = directory.startsWith(".", directory.lastIndexOf('/') + 1);
    if (isDotted
        && !takesHidden
        && (inclusion.glob() == null
            || !inclusion.glob().couldMatchBelow(bytes, 0, bytes.length))) {
      return new Rule(SkipReason.HIDDEN, "its name starts with a dot");
    }
    for (TreeExclusion exclusion : exclusions) {
      if (exclusion.excludes(inclusion, bytes, true) && !isNamedAgain(directory, exclusion)) {
        return new Rule(SkipReason.EXCLUDED, "by " + exclusion.reference().redacted());
      }
    }
    return null;
  }

  private boolean isNamedAgain(String directory, TreeExclusion exclusion) {
    return others.stream()
        .anyMatch(
            other ->
                other.reference().position() > exclusion.reference().position()
                    && other.isOfSameTree(inclusion)
                    && other.mayNameBelow(directory));
  }

  /** Why the directory that was found last is left out. */
  SkipReason reason() {
    return reason;
  }

  /** The rule behind that. */
  String detail() {
    return detail;
  }
}
