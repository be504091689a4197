package dev.attache.handlers.cmd.git;

import dev.attache.handlers.cmd.git.GitProgram.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings that stand against the programs that a repository's settings name: for each the value
 * that the person or the machine has set, or else one that runs nothing.
 */
final class GitOverrides {
  /** What is said of every repository: hooks run, and files are watched, though none is listed. */
  private static final List<GitSetting> FIXED =
      List.of(
          new GitSetting("command", "core.fsmonitor", "false"),
          new GitSetting("command", "core.hookspath", "/dev/null"));

  private final List<GitSetting> settings;
  private final List<Map.Entry<String, String>> entries = new ArrayList<>();
  private final Map<String, Use> keys = new LinkedHashMap<>();
  private boolean hasProxy;

  private GitOverrides(List<GitSetting> settings) {
    this.settings = settings;
    for (GitSetting fixed : FIXED) {
      String value = trusted(fixed.key(), fixed.value());
      add(fixed.key(), isOfCheckout(fixed.key(), value) ? fixed.value() : value);
    }
  }

  static GitOverrides of(List<GitSetting> settings) {
    var overrides = new GitOverrides(settings);
    for (GitSetting setting : settings) {
      if (setting.isOfRepository() && !setting.value().isEmpty()) {
        overrides.override(setting);
      }
    }
    return overrides;
  }

  /**
   * What git lists but for the variables that it was asked under, which are those for no settings.
   *
   * @return null if it does not list them, as one does not that does not know such variables
   */
  static @Nullable List<GitSetting> withoutFixed(List<GitSetting> listed) {
    var others = new ArrayList<>(listed);
    for (GitSetting fixed : FIXED) {
      int at = others.lastIndexOf(fixed);
      if (at < 0) {
        return null;
      }
      others.remove(at);
    }
    return others;
  }

  /**
   * Keeps a push from a repository on this machine, which may be this very one: the git at that end
   * is told none of these settings, and runs the hooks that it finds.
   */
  void stayFromRepositoriesHere() {
    add("protocol.file.allow", trusted("protocol.file.allow", "never"));
  }

  /** Whether git would run an external diff that only fails. */
  boolean hasStoppedDiffs() {
    return entries.stream().anyMatch(entry -> entry.getValue().equals(GitProgram.NO_DIFF));
  }

  /** Whether git would run a conversion to text that converts nothing. */
  boolean hasStoppedConversions() {
    return entries.stream()
        .anyMatch(entry -> entry.getKey().endsWith(".textconv") && entry.getValue().equals("cat"));
  }

  /** The keys whose programs are kept from running, and when they would be run. */
  Map<String, Use> keys() {
    return keys;
  }

  /** The variables that hold these, after those that an environment already has. */
  Map<String, String> variables(Map<String, String> environment) {
    var variables = new LinkedHashMap<String, String>();
    int count = count(environment.getOrDefault("GIT_CONFIG_COUNT", "0"));
    for (var entry : entries) {
      variables.put("GIT_CONFIG_KEY_" + count, entry.getKey());
      variables.put("GIT_CONFIG_VALUE_" + count, entry.getValue());
      count++;
    }
    variables.put("GIT_CONFIG_COUNT", Integer.toString(count));
    if (hasProxy) {
      variables.put("GIT_PROXY_COMMAND", ""); // of several settings the first counts, not the last
    }
    return variables;
  }

  private static int count(String text) {
    try {
      return Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return 0; // git would refuse to work with that
    }
  }

  private void override(GitSetting setting) {
    for (GitProgram program : GitProgram.namedBy(setting)) {
      if (!program.isHarmless().test(setting.value()) && isNews(setting, program.use())) {
        add(setting.key(), trusted(setting.key(), program.replacementOf(setting)));
        addSiblings(setting);
      }
    }
    switch (setting.section() + ".." + setting.name()) {
      case "credential..helper" -> overrideHelpers(setting);
      case "remote..uploadpack", "remote..receivepack" -> overrideServices(setting);
      case "protocol..allow" -> overrideTransports(setting);
      case "core..gitproxy" -> hasProxy |= isNews(setting, Use.WORKING);
      case "gc..recentobjectshook" -> overridePruning(setting);
      default -> {}
    }
  }

  /** What goes with a program: a filter that must succeed, the cache of its results. */
  private void addSiblings(GitSetting setting) {
    switch (setting.section() + ".." + setting.name()) {
      case "filter..clean", "filter..smudge", "filter..process" ->
          add(setting.sibling("required"), "false");
      case "diff..textconv" -> add(setting.sibling("cachetextconv"), "false");
      case "hook..command" -> add(setting.sibling("enabled"), "false");
      default -> {}
    }
  }

  /** Helpers add up; an empty one starts anew. */
  private void overrideHelpers(GitSetting setting) {
    if (!isNews(setting, Use.WORKING) || entries.contains(Map.entry("credential.helper", ""))) {
      return;
    }
    add("credential.helper", "");
    for (GitSetting other : settings) {
      if (!other.isOfRepository()
          && other.section().equals("credential")
          && other.name().equals("helper")) {
        add(other.key(), other.value());
      }
    }
  }

  /** The first of these counts, not the last; only where both ends are here is it run here. */
  private void overrideServices(GitSetting setting) {
    if (!setting.value().equals("git-upload-pack")
        && !setting.value().equals("git-receive-pack")
        && isNews(setting, Use.WORKING)) {
      add("protocol.file.allow", "never");
    }
  }

  /** The transport whose addresses are programs. */
  private void overrideTransports(GitSetting setting) {
    boolean isOfAll = setting.subsection().isEmpty();
    if ((isOfAll || setting.subsection().equals("ext"))
        && !setting.value().equals("never")
        && isNews(setting, Use.WORKING)) {
      add("protocol.ext.allow", trusted("protocol.ext.allow", "never"));
    }
  }

  /** This adds up and cannot be taken back, so that nothing must ask for it. */
  private void overridePruning(GitSetting setting) {
    if (isNews(setting, Use.WORKING)) {
      add("gc.auto", "0");
      add("maintenance.auto", "false");
      add("gc.pruneexpire", "never");
    }
  }

  private boolean isNews(GitSetting setting, Use use) {
    boolean isTrusted =
        settings.stream()
            .anyMatch(
                other ->
                    !other.isOfRepository()
                        && other.key().equals(setting.key())
                        && other.value().equals(setting.value()));
    return !isTrusted && keys.putIfAbsent(setting.key(), use) == null;
  }

  /** What the person or the machine has set last, and git would use but for the repository. */
  private String trusted(String key, String otherwise) {
    String value = otherwise;
    for (GitSetting setting : settings) {
      if (!setting.isOfRepository() && setting.key().equals(key)) {
        value = setting.value();
      }
    }
    return value;
  }

  /** Whether a person has named, for all repositories, what each of them may hold for itself. */
  private static boolean isOfCheckout(String key, String value) {
    boolean isAnywhere =
        value.startsWith("/") || value.startsWith("~") || value.startsWith("%(prefix)/");
    return !isAnywhere && (key.equals("core.hookspath") || value.contains("/"));
  }

  private void add(String key, String value) {
    entries.add(Map.entry(key, value));
  }
}
